"""Begins with what is no hello, or with a hello that says what it must not."""

import sys

from hostile import Player, did

from arena.v1.arena_pb2 import Bye, Hello, Moves, PlayRequest

_MOST = (1 << 32) - 1
_FIRST: dict[str, PlayRequest | bytes] = {
    "nothing": PlayRequest(),
    "empty hello": PlayRequest(hello=Hello()),
    "moves": PlayRequest(moves=Moves(turn=1)),
    "bye": PlayRequest(bye=Bye(reason="at once")),
    "no games": PlayRequest(hello=Hello(protocol="arena.v1")),
    "another game": PlayRequest(hello=Hello(protocol="arena.v1", games=["chess"] * 1000)),
    "no tables": PlayRequest(hello=Hello(protocol="arena.v1", games=["spades"], tables=0)),
    "tables": PlayRequest(hello=Hello(protocol="arena.v1", games=["spades"], tables=_MOST)),
    "no text": b"\x0a\x0b\x0a\x08arena.v1\x22\x02\xff\xfe",
}


class First(Player):
    def send(self, request: PlayRequest | bytes) -> None:
        del request
        did(f"begins with {sys.argv[1]}")
        super().send(_FIRST[sys.argv[1]])


if __name__ == "__main__":
    First().run()
