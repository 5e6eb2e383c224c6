"""Writes and syncs without end: its own files, those of its image, and the whole machine."""

import contextlib
import os

from calls import call
from hog import Hog
from hostile import breach, scratch

READ_ONLY = ("/", "/bot/kit/hostile.py", "/etc/hosts", "/sbin/docker-init")


class Syncing(Hog):
    def hog(self) -> None:
        with contextlib.suppress(OSError):
            file = os.open(scratch() / f"{os.getpid()}", os.O_RDWR | os.O_CREAT)
            os.pwrite(file, bytes(1 << 20), 0)
            os.fsync(file)
            os.close(file)
        for path in READ_ONLY:
            with contextlib.suppress(OSError):
                file = os.open(path, os.O_RDONLY)
                try:
                    os.fsync(file)
                    os.fdatasync(file)
                    call("syncfs", file)
                    breach(f"the file system of {path} can be synced")
                finally:
                    os.close(file)
        with contextlib.suppress(OSError):
            call("sync")
            breach("the machine can be synced")


if __name__ == "__main__":
    Syncing().run()
