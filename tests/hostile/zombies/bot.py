"""Has children that end, and never asks for how they did."""

import os

from hostile import Player, did


class Zombies(Player):
    def deed(self) -> None:
        born = 0
        try:
            while True:
                if os.fork() == 0:
                    os._exit(0)
                born += 1
        except OSError as error:
            did(f"{born} zombies, then {error.strerror}")


if __name__ == "__main__":
    Zombies().run()
