"""Sends a byte at a time, each in a frame of its own: its hello, or its answers."""

import sys
import time

from hostile import did
from raw import DATA, frame, message
from rawplay import RawPlayer

from arena.v1.arena_pb2 import PlayRequest

_PAUSE = float(sys.argv[2])


class Slow(RawPlayer):
    def send(self, request: PlayRequest | bytes) -> None:
        is_hello = isinstance(request, PlayRequest) and request.HasField("hello")
        if is_hello != (sys.argv[1] == "hello"):
            super().send(request)
            return
        did(f"a byte in {_PAUSE} s")
        for byte in message(request):
            self.connection.sendall(frame(DATA, 0, 1, bytes([byte])))
            time.sleep(_PAUSE)


if __name__ == "__main__":
    Slow().run()
