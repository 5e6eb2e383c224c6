"""Sends the first byte of its answer at once, and the rest so slowly that it never ends."""

import time

from hostile import did
from raw import Reader, connect, data, greeting, open_stream, opening

from arena.v1.arena_pb2 import Moves, PlayRequest

if __name__ == "__main__":
    with connect() as stream:
        stream.sendall(opening() + open_stream() + data(greeting()))
        for response in Reader(stream).responses():
            if response.HasField("turn"):
                did("dripping")
                for byte in data(PlayRequest(moves=Moves(turn=response.turn.number))):
                    stream.sendall(bytes([byte]))
                    time.sleep(0.25)
