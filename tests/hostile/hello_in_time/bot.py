"""Dawdles before Hello, and says it before the start limit has passed."""

import time

from hostile import Player, did
from timed import age


class Dawdler(Player):
    at = "hello"

    def deed(self) -> None:
        time.sleep(max(0.0, 4.0 - age()))
        did(f"hello after {age():.1f} s")


if __name__ == "__main__":
    Dawdler().run()
