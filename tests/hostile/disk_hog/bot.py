"""Reads its image past all caches, without end."""

import contextlib
import mmap
import os
from pathlib import Path

from hog import Hog

FILES = [path for path in Path("/usr/lib").rglob("*.so*") if path.is_file()][:50]
PIECE = 1 << 20


class Reading(Hog):
    def hog(self) -> None:
        room = mmap.mmap(-1, PIECE)
        for path in FILES:
            with contextlib.suppress(OSError):
                file = os.open(path, os.O_RDONLY | os.O_DIRECT)
                try:
                    while os.readv(file, [room]) == PIECE:
                        pass
                    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
                finally:
                    os.close(file)
        room.close()


if __name__ == "__main__":
    Reading().run()
