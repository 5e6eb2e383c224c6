"""Nests directories with long names as deep as they will go, below what a path can say."""

import os
from pathlib import Path

from hostile import Player, breach, did, scratch

NAME = "d" * 250
MOST = 3000


class Digger(Player):
    def deed(self) -> None:
        os.chdir(scratch())
        depth = 0
        try:
            while depth < MOST:
                Path(NAME).mkdir()
                os.chdir(NAME)
                depth += 1
        except OSError as error:
            did(f"{depth} directories deep, then {error.strerror}")
        else:
            breach(f"{depth} directories could be made")


if __name__ == "__main__":
    Digger().run()
