"""Connects and says nothing: not a byte, no more than the preface, or no more than the call."""

import sys

from hostile import did, sleep_for_ever
from raw import connect, open_stream, opening

_FIRST = {"nothing": b"", "preface": opening(), "call": opening() + open_stream()}

if __name__ == "__main__":
    connection = connect()
    connection.sendall(_FIRST[sys.argv[1]])
    did(f"sent {len(_FIRST[sys.argv[1]])} bytes")
    sleep_for_ever()
