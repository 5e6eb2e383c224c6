"""Writes too large a file in the way of programs that leave the signal for it as it is."""

import os
import signal
import time

from hostile import Player, did, scratch


class Giant(Player):
    def deed(self) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        did("writing where no file may reach")
        os.pwrite(os.open(scratch() / "giant", os.O_RDWR | os.O_CREAT), b"x", 1 << 40)
        time.sleep(5)  # the signal comes long before


if __name__ == "__main__":
    Giant().run()
