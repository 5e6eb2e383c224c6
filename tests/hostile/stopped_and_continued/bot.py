"""Is stopped and continued by a child of its own, again and again, and is still in time."""

import os
import signal
import time

from hostile import Player, did

TIMES = 5


class Halting(Player):
    def deed(self) -> None:
        parent = os.getpid()
        if os.fork() == 0:
            for _ in range(TIMES):
                os.kill(parent, signal.SIGSTOP)
                time.sleep(0.05)
                os.kill(parent, signal.SIGCONT)
                time.sleep(0.01)
            os._exit(0)
        os.wait()
        did(f"stopped and continued {TIMES} times")


if __name__ == "__main__":
    Halting().run()
