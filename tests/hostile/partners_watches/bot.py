"""Two bots try to see each other open the files that both have."""

import contextlib
import ctypes
import os

from together import Partner

OPENED = 0x20
NONBLOCK = 0o4000
FILES = ("/sbin/docker-init", "/usr/bin/python3", "/bot/kit/start.py", "/etc/hosts", "/sys", "/")


class Watcher(Partner):
    def __init__(self) -> None:
        super().__init__()
        libc = ctypes.CDLL(None)
        self.watching = libc.inotify_init1(NONBLOCK)
        self.marks = {
            libc.inotify_add_watch(self.watching, path.encode(), OPENED): path for path in FILES
        }

    def seek(self) -> str:
        """Looks first, since it sees what it does itself as well."""
        if found := self._seen():
            return f"the other opened {found}"
        for path in FILES:
            with contextlib.suppress(OSError):
                os.close(os.open(path, os.O_RDONLY))
        self._seen()  # what it did itself
        return ""

    def _seen(self) -> str:
        if self.watching < 0:
            return ""
        with contextlib.suppress(BlockingIOError):
            event = os.read(self.watching, 4096)
            return self.marks.get(int.from_bytes(event[:4], "little"), "something")
        return ""


if __name__ == "__main__":
    Watcher().run()
