"""Stops itself with SIGSTOP in the middle of a deal."""

import os
import signal

from hostile import Player, did


class Stopped(Player):
    def deed(self) -> None:
        did("stopping")
        os.kill(os.getpid(), signal.SIGSTOP)
        did("went on")


if __name__ == "__main__":
    Stopped().run()
