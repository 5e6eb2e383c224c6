"""Small disks that can be filled, broken and mended; they take root."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest


@dataclass(frozen=True, slots=True)
class Disk:
    """A file system of its own."""

    path: Path

    @property
    def filler(self) -> Path:
        return self.path / "filler"

    @property
    def filling(self) -> str:
        """The command that leaves no byte free."""
        return f"! dd if=/dev/zero of={self.filler} bs=4096 2>/dev/null"

    def crowd(self) -> None:
        """Leaves no room for another file."""
        self.filler.mkdir()
        with suppress(OSError):
            for number in count():
                (self.filler / str(number)).touch()

    @property
    def clearing(self) -> str:
        """The command that frees what was filled."""
        return f"rm -rf {self.filler}"

    def clear(self) -> None:
        subprocess.run(["sh", "-c", self.clearing], check=True)

    def remount(self, option: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{option}", self.path], check=True)


@contextmanager
def tmpfs(path: Path, options: str = "size=6m") -> Iterator[Disk]:
    """Gives a disk in memory."""
    with _mounted(path, ["-t", "tmpfs", "-o", f"{options},mode=755", "none"]) as disk:
        yield disk


@contextmanager
def ext4(path: Path) -> Iterator[Disk]:
    """Gives a disk in a file, which turns read-only as a broken one does by `remount("abort")`."""
    image = path.with_suffix(".img")
    image.write_bytes(b"")
    os.truncate(image, 16 * 1024 * 1024)
    made = subprocess.run(["mkfs.ext4", "-q", image], check=False, capture_output=True)
    if made.returncode:
        pytest.skip("this machine cannot make an ext4 file system")
    with _mounted(path, ["-o", "loop", str(image)], is_needed=False) as disk:
        yield disk


@contextmanager
def _mounted(path: Path, what: list[str], *, is_needed: bool = True) -> Iterator[Disk]:
    path.mkdir()
    mounted = subprocess.run(["mount", *what, path], capture_output=True, text=True, check=False)
    if mounted.returncode:
        problem = f"nothing can be mounted here: {mounted.stderr.strip()}"
        if is_needed and os.environ.get("ARENA_REQUIRE_DOCKER") == "1":
            pytest.fail(problem, pytrace=False)
        pytest.skip(problem)
    try:
        yield Disk(path)
    finally:
        subprocess.run(["umount", "--lazy", path], check=True)
