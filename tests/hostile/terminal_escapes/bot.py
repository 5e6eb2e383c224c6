"""Prints what would move a cursor, set a title, write to a clipboard or turn text round."""

import sys

from hostile import Player, did

from arena.v1.arena_pb2 import Goodbye

ESCAPES = (
    b"\x1b[2J\x1b[H",  # clears the screen
    b"\x1b]0;title\x07\x1b]52;c;ZWNobyBo\x07",  # a title, a clipboard
    b"\x1b]8;;file:///etc/passwd\x1b\\link\x1b]8;;\x1b\\",
    b"\x1bP+q544e\x1b\\\x1b_Gf=100;AAAA\x1b\\\x1b^private\x1b\\",  # strings of other kinds
    b"\x1b[31;5;8mred\x1b[6n\x1b[c\x1bc\x1b(0\x0e",  # colours, questions, a reset, other letters
    b"\x9b31m\x9d0;title\x9c\x90q\x9c",  # the same in one byte
    b"\xc2\x85\xc2\x9b2J",
    b"back\x08\x08\x08\x7f\rover\x0b\x0c\x00\x07",
    "\u202eleft\u202c \u2066a\u2069 \u200b\u200d\ufeff \u2028\u2029".encode(),
    "\u00ad\u061c\u180e\u206a\ufff9\U000e0041\U000e007f".encode(),
    b"\xff\xfe\xc0\x80\xed\xa0\x80\xf4\x90\x80\x80",  # no UTF-8
    b"\x1b",
    b"\x1b[",
    b"\x1b]unfinished",
)


class Painter(Player):
    def deed(self) -> None:
        self._paint()

    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        self._paint()
        did("painted")

    def _paint(self) -> None:
        for escape in ESCAPES:
            for stream in (sys.stdout.buffer, sys.stderr.buffer):
                stream.write(escape + b"\n")
                stream.flush()


if __name__ == "__main__":
    Painter().run()
