"""Two bots look for each other's process, its memory, its files and its descriptors."""

import os
from pathlib import Path

from calls import call
from hostile import breach
from together import Partner

HIGHEST = 3000
"""Above what a container's own processes come to."""


class Prober(Partner):
    def seek(self) -> str:
        for number in range(2, HIGHEST):
            if _is_mine(number):
                continue
            try:
                os.kill(number, 0)
            except ProcessLookupError:
                continue
            except PermissionError:
                return f"process {number} can be told to be there"
            return f"process {number} can be signalled"
        self._try_init()
        return ""

    def _try_init(self) -> None:
        """Tries the one process that is there to be seen: the container's own init."""
        for name in ("process_vm_readv", "process_vm_writev"):
            try:
                call(name, 1, bytes(16), 1, bytes(16), 1, 0)
            except PermissionError:
                continue
            breach(f"{name} worked")


def _is_mine(number: int) -> bool:
    return Path(f"/proc/self/task/{number}").exists() or number == os.getpid()


if __name__ == "__main__":
    Prober().run()
