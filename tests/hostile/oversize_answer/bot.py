"""Sends a message above what the arena reads, or announces one, as its hello or an answer."""

import sys

from hostile import LOST, Player, did, sleep_for_ever
from raw import DATA, frame
from rawplay import RawPlayer

from arena.v1.arena_pb2 import Hello, PlayRequest, Turn

LIMIT = 256 * 1024
_UNKNOWN = b"\xf2\x3e"
"""Begins field 1006, of a length that follows, which no message here has."""


def padded(request: PlayRequest, size: int) -> bytes:
    """Returns `request` with an unknown field that makes it `size` bytes long."""
    raw = request.SerializeToString()
    count = size - len(raw) - len(_UNKNOWN) - 5
    length = bytes((count >> 7 * place) & 127 | 128 for place in range(4)) + bytes([count >> 28])
    return raw + _UNKNOWN + length + bytes(count)


class Lingering(Player):
    """Runs on when its stream has ended."""

    def converse(self) -> int:
        code = super().converse()
        if code == LOST:
            sleep_for_ever()
        return code


class Oversize(Lingering):
    """Answers in as many bytes as its argument says; above the limit only once."""

    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        size = int(sys.argv[2])
        if turn.number == 1:
            did(f"answers in {size} bytes")
        return request if turn.number > 1 and size > LIMIT else padded(request, size)


class Greeting(Lingering):
    """Says hello with a name of many bytes."""

    def hello(self) -> Hello:
        did(f"its name has {sys.argv[2]} bytes")
        return Hello(protocol="arena.v1", games=["spades"], client="x" * int(sys.argv[2]))


class Announced(RawPlayer):
    """Announces a message and sends only its begin."""

    def deed(self) -> None:
        size = int(sys.argv[2])
        did(f"announces {size} bytes")
        head = bytes(1) + size.to_bytes(4, "big")
        self.connection.sendall(frame(DATA, 0, 1, head + bytes(1000)))
        sleep_for_ever()


class Many(Player):
    """Sends many messages just below the limit where one small one was asked for."""

    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        if turn.number == 1:
            did("many messages of 256 KiB")
        for _ in range(40):
            self.send(padded(request, LIMIT))
        return None


if __name__ == "__main__":
    forms = {"answer": Oversize, "hello": Greeting, "announced": Announced, "many": Many}
    forms[sys.argv[1]]().run()
