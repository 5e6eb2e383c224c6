"""Dies with escapes as its last words, split so that the cut falls within one."""

import os

from hostile import Player, did, leave

ESCAPE = b"\x1b]0;owned\x07\x1b[2J"


class Painter(Player):
    def deed(self) -> None:
        did("painting")
        os.write(2, ESCAPE * 400 + b"\x1b[3")
        leave(3)


if __name__ == "__main__":
    Painter().run()
