"""Leaves bits in which pages of its own image's files the system holds in memory.

The files of an image are the same for all its lives, and so is the memory that holds their pages.
A life drops and reads parts of a file that only it uses; the next one looks which are there. So a
life that is gone could tell the next one what it knew, without a byte written.
"""

import ctypes
import mmap
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from carrier import Carrier
from hostile import breach, did

DATA = Path(__file__).parents[1] / "pages.bin"
PAGE = mmap.PAGESIZE
WINDOW = 16 * PAGE
"""What one bit is written by: what the system looks around when a page is missed."""
STRIDE = 4 * WINDOW
BITS = 40
MAGIC = 0xA5_E15A
NOWAIT = 8
"""RWF_NOWAIT of preadv2: reads only what is there."""


class Pages(Carrier):
    """Writes a magic number and a part of the hand that it is dealt; reads both back."""

    def __init__(self) -> None:
        super().__init__()
        self.notes = 1
        self.file = os.open(DATA, os.O_RDONLY)

    def look(self) -> None:
        ways: dict[str, Callable[[int], bool]] = {
            "mincore": self._is_in_core,
            "preadv2": self._is_readable,
            "what is mapped besides": self._has_neighbours,
        }
        for way, is_there in ways.items():
            with suppress(OSError):
                bits = int("".join("01"[is_there(place)] for place in _places()), 2)
                self.found += bits >> 16 == MAGIC
                if bits >> 16 == MAGIC and not self.left:
                    breach(f"a note of another life was in the page cache, by {way}: {bits:x}")

    def keep(self, note: bytes) -> int:
        if self.left:
            return 0
        del note
        own = next(iter(self.memory.known.values()))
        bits = MAGIC << 16 | (max(own) >> 16 & 0xFFFF)
        for number, place in enumerate(_places()):
            self._drop(place)
            if bits >> (BITS - 1 - number) & 1:
                os.pread(self.file, WINDOW, place)
        did(f"wrote {BITS} bits")
        return 1

    def _drop(self, place: int) -> None:
        with suppress(OSError):
            os.posix_fadvise(self.file, place, WINDOW, os.POSIX_FADV_DONTNEED)
        with suppress(OSError), self._mapped(place) as window:
            window.madvise(21)  # MADV_PAGEOUT, for which Python has no name

    def _mapped(self, place: int) -> mmap.mmap:
        return mmap.mmap(self.file, WINDOW, mmap.MAP_SHARED, mmap.PROT_READ, offset=place)

    def _is_readable(self, place: int) -> bool:
        try:
            return os.preadv(self.file, [bytearray(1)], place, NOWAIT) == 1
        except BlockingIOError:
            return False

    def _has_neighbours(self, place: int) -> bool:
        """Reads a page in the middle; those around it are mapped at once if they are there."""
        with self._mapped(place) as window:
            window.madvise(mmap.MADV_RANDOM)  # reads nothing ahead
            _ = window[WINDOW // 2]
            return _resident() > PAGE

    def _is_in_core(self, place: int) -> bool:
        with self._mapped(place):
            start = next(int(line.partition("-")[0], 16) for line in _maps() if DATA.name in line)
            told = ctypes.create_string_buffer(1)
            libc = ctypes.CDLL(None, use_errno=True)
            if libc.mincore(ctypes.c_void_p(start), ctypes.c_size_t(PAGE), told):
                raise OSError(ctypes.get_errno(), "mincore")
            return bool(told.raw[0] & 1)


def _places() -> range:
    return range(0, BITS * STRIDE, STRIDE)


def _maps() -> Iterator[str]:
    yield from Path("/proc/self/smaps").read_text(encoding="utf-8").splitlines()


def _resident() -> int:
    """Returns the bytes of the mapped window that are there."""
    lines = _maps()
    next(line for line in lines if DATA.name in line)
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Rss:"))


if __name__ == "__main__":
    Pages().run()
