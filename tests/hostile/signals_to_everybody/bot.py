"""Sends every signal to every process that it can, those of its container's init included."""

import contextlib
import os
import signal

from hostile import Player, did


class Shouter(Player):
    at = "start"

    def deed(self) -> None:
        sent = 0
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        for number in signal.valid_signals():
            with contextlib.suppress(OSError):
                os.kill(1, number)
                sent += 1
            with contextlib.suppress(OSError):
                os.kill(-1, number)
                sent += 1
        did(f"{sent} signals to everybody")
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)


if __name__ == "__main__":
    Shouter().run()
