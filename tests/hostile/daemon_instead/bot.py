"""Ends at once, and wants to be played for by its daemon."""

import time

from daemon import daemon
from hostile import Player, did, leave


class Understudy(Player):
    at = "start"

    def deed(self) -> None:
        if not daemon():
            did("the bot itself ends before hello")
            leave(0)
        time.sleep(1)  # it is ended long before


if __name__ == "__main__":
    Understudy().run()
