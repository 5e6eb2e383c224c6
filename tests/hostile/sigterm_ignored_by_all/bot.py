"""Has thirty deaf children in sessions of their own when the match ends, and a stopped one."""

import contextlib
import os
import signal

from hostile import Player, did, sleep_for_ever

from arena.v1.arena_pb2 import Goodbye

CHILDREN = 30


class Deaf(Player):
    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        for number in range(CHILDREN):
            if os.fork() == 0:
                _be_deaf(number)
        did(f"{CHILDREN} children run on")
        sleep_for_ever()


def _be_deaf(number: int) -> None:
    os.setsid()
    for each in signal.valid_signals():
        with contextlib.suppress(OSError, ValueError):
            signal.signal(each, signal.SIG_IGN)
    if number == 0:
        os.kill(os.getpid(), signal.SIGSTOP)
    sleep_for_ever()


if __name__ == "__main__":
    Deaf().run()
