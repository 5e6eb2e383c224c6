"""Computes at every priority and kind of scheduling that it may choose."""

import contextlib
import os

from hog import Hog


class Computing(Hog):
    children = 8

    def hog(self) -> None:
        for policy in (os.SCHED_FIFO, os.SCHED_RR, os.SCHED_BATCH, os.SCHED_OTHER):
            with contextlib.suppress(OSError):
                os.sched_setscheduler(0, policy, os.sched_param(int(policy in (1, 2))))
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, {0})
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, -20)
        sum(range(300_000))


if __name__ == "__main__":
    Computing().run()
