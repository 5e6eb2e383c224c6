"""Dawdles before Hello until the start limit has just passed."""

import time

from hostile import Player, did
from timed import age


class Dawdler(Player):
    at = "hello"

    def deed(self) -> None:
        did("dawdling")
        time.sleep(max(0.0, 3.8 - age()))
        did("is late")


if __name__ == "__main__":
    Dawdler().run()
