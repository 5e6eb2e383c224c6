"""Prints a great deal, and crashes with its last words."""

import os

from hostile import Player, did, leave

MANY = 8 << 20
PIECE = (b"x" * 127 + b"\n") * 512


class Flooder(Player):
    def deed(self) -> None:
        for _ in range(MANY // len(PIECE)):
            os.write(2, PIECE)
        did("these are the last words")
        leave(7)


if __name__ == "__main__":
    Flooder().run()
