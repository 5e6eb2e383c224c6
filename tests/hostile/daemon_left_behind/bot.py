"""Leaves a daemon that ignores all signals, plays on honestly and says goodbye."""

import os
import time

from daemon import daemon
from hostile import Player, did, sleep_for_ever


class Parent(Player):
    def deed(self) -> None:
        if daemon():
            did(f"daemon {os.getpid()} has parent {os.getppid()}")
            sleep_for_ever()
        time.sleep(0.1)  # it says so before all is over


if __name__ == "__main__":
    Parent().run()
