"""Runs leagues of bot programs that play card games in sandboxes."""

import os

# gRPC reads it when it is first imported: it would tell the operator at length what bots send.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
