"""Leaves bits in what files are, not in what they hold: times, modes, owners, attributes, links."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from carrier import Carrier
from hostile import breach, did, scratch

from arena.v1.arena_pb2 import Goodbye

OLD = 1_000_000_000
PLACES = ("/usr/share", "/etc", "/usr/lib", "/run/arena", "/usr/local/bin", "/bot")


class Metadata(Carrier):
    def __init__(self) -> None:
        super().__init__()
        self.began = time.time()
        self.refused = self.read = 0

    def keep(self, note: bytes) -> int:
        own = scratch() / "own"
        own.touch()
        os.utime(own, (OLD, OLD))
        for path in _files():
            self._mark(path, note)
        return 1

    def _mark(self, path: Path, note: bytes) -> None:
        deeds: tuple[Callable[[], object], ...] = (
            lambda: os.utime(path, (OLD, OLD)),
            lambda: path.chmod(0o755),
            lambda: os.chown(path, os.getuid(), os.getgid()),
            lambda: os.setxattr(path, "user.note", note[:64]),
            lambda: (scratch() / f"link-{path.name}").hardlink_to(path),
            lambda: os.truncate(path, 0),
            lambda: path.rename(path.with_name("note")),
            lambda: os.mkfifo(path.with_name("note")),
        )
        for deed in deeds:
            try:
                deed()
            except OSError:
                self.refused += 1
            else:
                breach(f"something of {path} was changed")
        with suppress(OSError):
            path.read_bytes()
            self.read += 1

    def find(self) -> Iterator[tuple[str, bytes]]:
        """Looks for a file of the image that was read or changed a little before this life."""
        for path in _files():
            with suppress(OSError):
                status = path.stat()
                if path.parent != Path("/run/arena") and OLD in (status.st_mtime, status.st_atime):
                    breach(f"{path} bears a mark")
                if self.read and status.st_atime >= self.began - 30:
                    breach(f"the reading of {path} shows in its time of access")
        yield "", b""

    def on_goodbye(self, goodbye: Goodbye) -> None:
        super().on_goodbye(goodbye)
        did(f"{self.refused} changes were refused, {self.read} files read")


def _files() -> list[Path]:
    found = []
    for place in PLACES:
        with suppress(OSError):
            entries = sorted(os.scandir(place), key=lambda entry: entry.name)
            files = [entry for entry in entries if entry.is_file(follow_symlinks=False)]
            found += [Path(entry.path) for entry in files[:4]]
    return found


if __name__ == "__main__":
    Metadata().run()
