"""Stops everything that it may signal, with children of its own that are stopped already."""

import os
import signal

from hostile import Player, did, sleep_for_ever

CHILDREN = 8


class Stopped(Player):
    def deed(self) -> None:
        for _ in range(CHILDREN):
            if os.fork() == 0:
                os.setsid()
                os.kill(os.getpid(), signal.SIGSTOP)
                sleep_for_ever()
        did(f"stopping {CHILDREN} children and everything else")
        os.kill(-1, signal.SIGSTOP)
        os.kill(os.getpid(), signal.SIGSTOP)


if __name__ == "__main__":
    Stopped().run()
