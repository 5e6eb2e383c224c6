"""Runs a hostile bot: `python3 kit/start.py CASE/bot.py`. What it needs stands beside this file."""

import os
import runpy
import sys

os.environ["GRPC_VERBOSITY"] = "NONE"  # its complaints would push out what the bot says
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"  # forks are attacks here, and wait for nothing
sys.argv = sys.argv[1:]
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
except SystemExit as error:
    sys.stderr.flush()
    os._exit(error.code if isinstance(error.code, int) else 1)  # threads of gRPC may be at work
