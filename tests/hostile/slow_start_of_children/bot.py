"""Replaces itself by itself again and again, so that it is always young."""

import os
import sys
import time

from hostile import Player, did


class Young(Player):
    at = "start"

    def deed(self) -> None:
        did("starting anew")
        time.sleep(0.2)
        os.execv(sys.executable, [sys.executable, "kit/start.py", *sys.argv])  # noqa: S606  # no shell is wanted


if __name__ == "__main__":
    Young().run()
