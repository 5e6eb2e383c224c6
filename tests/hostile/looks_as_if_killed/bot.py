"""Ends itself in all the ways in which an operator could end it, so that its match is annulled."""

import os
import signal
import time

from hostile import Player, did


class Feigning(Player):
    def deed(self) -> None:
        did("ends as if somebody had killed it")
        if os.fork() == 0:
            time.sleep(0.1)
            os.kill(1, signal.SIGTERM)
            os.kill(1, signal.SIGKILL)
            os.kill(-1, signal.SIGKILL)
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    Feigning().run()
