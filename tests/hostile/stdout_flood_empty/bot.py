"""Prints empty lines for as long as it plays, from a process of its own: they have no size."""

import os
import time

from hostile import Player, did

PIECE = b"\n" * (1 << 16)


class Flooder(Player):
    def deed(self) -> None:
        did("empty lines without end")
        if os.fork() == 0:
            while True:
                os.write(2, PIECE)
        time.sleep(1)


if __name__ == "__main__":
    Flooder().run()
