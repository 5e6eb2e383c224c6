"""Leaves a daemon that keeps all descriptors, and ends in the middle of the match."""

import time

from daemon import daemon
from hostile import Player, did, leave, sleep_for_ever


class Parent(Player):
    def deed(self) -> None:
        if daemon():
            did("the daemon holds the stream")
            sleep_for_ever()
        time.sleep(0.1)
        leave(0)


if __name__ == "__main__":
    Parent().run()
