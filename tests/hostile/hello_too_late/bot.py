"""Dawdles before Hello until the start limit has passed."""

import time

from hostile import Player, did
from timed import age


class Dawdler(Player):
    at = "hello"

    def deed(self) -> None:
        did("dawdling")
        time.sleep(max(0.0, 30.0 - age()))
        did("is late")


if __name__ == "__main__":
    Dawdler().run()
