"""Prints without a line's end for as long as it plays, from a process of its own."""

import os
import time

from hostile import Player, say

PIECE = b"deed: no end of line " * 3000


class Flooder(Player):
    def deed(self) -> None:
        if os.fork() == 0:
            while True:
                os.write(1, PIECE)
                os.write(2, PIECE)
        time.sleep(0.5)
        say("")


if __name__ == "__main__":
    Flooder().run()
