"""Ends by the signal that its first argument names, in the middle of the match."""

import os
import signal
import sys
import time

from hostile import Player, did


class Victim(Player):
    def deed(self) -> None:
        number = signal.Signals[sys.argv[1]]
        if number is not signal.SIGKILL:  # it cannot be ignored, and need not be unignored
            signal.signal(number, signal.SIG_DFL)
        did(f"dying by {number.name}")
        os.kill(os.getpid(), number)
        time.sleep(5)  # the signal comes long before


if __name__ == "__main__":
    Victim().run()
