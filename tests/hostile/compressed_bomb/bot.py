"""Sends compressed messages: all of them as it should, or a bomb in place of an answer."""

import gzip
import sys
from typing import TYPE_CHECKING

from hostile import Stream, did, sleep_for_ever
from raw import DATA, GRPC, Reader, connect, frame, message, open_stream, opening
from rawplay import RawPlayer, RawStream

if TYPE_CHECKING:
    import grpc

    from arena.v1.arena_pb2 import PlayRequest

_ZEROS = 50 * 1024 * 1024
"""Bytes of zeros that are 50 KiB as gzip has them, which the first window lets through."""
_PIECE = 16_384


class Compressed(RawPlayer):
    """Plays over a stream whose messages are compressed."""

    def open(self, channel: "grpc.Channel | None" = None) -> Stream:
        del channel
        self.connection = connect()
        self.reader = Reader(self.connection)
        headers = {**GRPC, "grpc-encoding": "gzip"}
        self.connection.sendall(opening() + open_stream(1, headers))
        did("its messages are compressed")
        return RawStream(self.connection, self.reader)

    def send(self, request: "PlayRequest | bytes") -> None:
        raw = request if isinstance(request, bytes) else request.SerializeToString()
        whole = message(gzip.compress(raw), is_compressed=True)
        for start in range(0, len(whole), _PIECE):
            self.connection.sendall(frame(DATA, 0, 1, whole[start : start + _PIECE]))


class Bomb(Compressed):
    def deed(self) -> None:
        did("the bomb is sent")
        self.send(bytes(_ZEROS))
        sleep_for_ever()


class Unsaid(RawPlayer):
    """Says of a message that it is compressed, on a stream whose messages are not."""

    def deed(self) -> None:
        did("a flag that has no meaning here")
        self.connection.sendall(frame(DATA, 0, 1, message(b"\x12\0", is_compressed=True)))
        sleep_for_ever()


if __name__ == "__main__":
    {"all": Compressed, "bomb": Bomb, "unsaid": Unsaid}[sys.argv[1]]().run()
