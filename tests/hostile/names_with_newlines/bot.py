"""Gives itself names that are markup, paths, escapes, and more lines than one.

As `client` it calls its program so and plays; as `games` it also names its games so, which are
not what is played; as `bye` it gives such a reason for giving up, in the middle of a match.
"""

import sys

from hostile import Player, did

from arena.v1.arena_pb2 import Bye, Hello, PlayRequest, Turn

_NAMES = {
    "newlines": "one\r\ntwo\n\nverdict: ok\u2028three\u2029four\x0b\x0c\x85five",
    "markup": "[red]win[/red] [link=file:///etc/passwd]x[/link] <b>&amp;</b> {0} %s $(id) `id`",
    "paths": "../../../etc/passwd/\0/C:\\..\\con /dev/stdin ~root",
    "escapes": "\x1b[2J\x1b[31mred\x1b]0;title\x07\x9b31m\x1bP+q\x1b\\ \x08\x08\x7f",
    "direction": "\u202eevil\u2066\u2069\u200f\u061c\u200b\ufeff\u00ad\U000e0041",
    "length": "x" * 100 * 1024,
}


class Client(Player):
    def hello(self) -> Hello:
        name = _NAMES[sys.argv[2]]
        did(f"a name of {len(name)} characters")
        return Hello(protocol="arena.v1", games=["spades", name], client=name)


class Games(Player):
    def hello(self) -> Hello:
        name = _NAMES[sys.argv[2]]
        did(f"games of {len(name)} characters")
        return Hello(protocol="arena.v1", games=[name] * 3, client=name)


class Farewell(Player):
    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        if turn.number < 3:
            return request
        name = _NAMES[sys.argv[2]]
        did(f"a reason of {len(name)} characters, and the same printed: {name[:1000]}")
        return PlayRequest(bye=Bye(reason=name))


if __name__ == "__main__":
    {"client": Client, "games": Games, "bye": Farewell}[sys.argv[1]]().run()
