"""Says hello so many seconds after its container began, as its first argument says."""

import os
import sys
import time
from pathlib import Path

from hostile import Player, did

TICKS = os.sysconf("SC_CLK_TCK")


class Slow(Player):
    at = "hello"

    def deed(self) -> None:
        begun = int(Path("/proc/1/stat").read_text(encoding="ascii").rpartition(")")[2].split()[19])
        wanted = begun / TICKS + float(sys.argv[1])
        time.sleep(max(0.0, wanted - time.clock_gettime(time.CLOCK_BOOTTIME)))
        did(f"hello after {sys.argv[1]} s")


if __name__ == "__main__":
    Slow().run()
