"""Leaves bits in which pages of its own image's files the system holds in memory.

The files of an image are the same for all its lives, and so is the memory that holds their pages.
A life reads and drops pages of a file that only it uses; the next looks which are there, without
reading them. So a life that is gone could tell the next one what it knew.
"""

import ctypes
import mmap
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from carrier import Carrier
from hostile import breach, did

DATA = Path(__file__).parents[1] / "pages.bin"
PAGE = mmap.PAGESIZE
STRIDE = 64
"""Pages from one bit to the next: more than are read ahead."""
BITS = 64
MAGIC = 0xA5E1_5AFE
NOWAIT = 8  # RWF_NOWAIT


class Pages(Carrier):
    """Writes a magic number of 32 bits and what it is dealt into the cache; reads it back."""

    notes = 1

    def __init__(self) -> None:
        super().__init__()
        self.file = os.open(DATA, os.O_RDONLY)
        self.ways = 0

    def look(self) -> None:
        for way, bits in self.seen():
            if bits >> 32 == MAGIC and not self.left:
                breach(f"a note of another life was in the page cache, by {way}: {bits:x}")
            self.found += bits >> 32 == MAGIC

    def seen(self) -> Iterator[tuple[str, int]]:
        """Yields the bits that each way of looking shows."""
        with suppress(OSError):
            yield "mincore", _number([_is_in_core(self.file, page) for page in _pages()])
        with suppress(OSError):
            yield "preadv2", _number([_is_readable(self.file, page) for page in _pages()])

    def keep(self, note: bytes) -> int:
        del note
        (own, *_) = self.memory.known.values()
        bits = MAGIC << 32 | (max(own) & 0xFFFF_FFFF)
        refused = 0
        for place, page in enumerate(_pages()):
            try:
                os.posix_fadvise(self.file, page * PAGE, STRIDE * PAGE, os.POSIX_FADV_DONTNEED)
            except OSError:
                refused += 1
            if bits >> (BITS - 1 - place) & 1:
                os.pread(self.file, 1, page * PAGE)
        did(f"wrote {BITS} bits, {refused} of them without dropping")
        return 1


def _pages() -> range:
    return range(0, BITS * STRIDE, STRIDE)


def _number(bits: list[bool]) -> int:
    return int("".join("01"[bit] for bit in bits), 2)


def _is_readable(file: int, page: int) -> bool:
    try:
        return os.preadv(file, [bytearray(1)], page * PAGE, NOWAIT) == 1
    except BlockingIOError:
        return False


def _is_in_core(file: int, page: int) -> bool:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    libc.mincore.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p]
    libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    where = libc.mmap(None, PAGE, mmap.PROT_READ, mmap.MAP_SHARED, file, page * PAGE)
    told = ctypes.create_string_buffer(1)
    outcome = libc.mincore(where, PAGE, told)
    code = ctypes.get_errno()
    libc.munmap(where, PAGE)
    if outcome:
        raise OSError(code, os.strerror(code))
    return bool(told.raw[0] & 1)


if __name__ == "__main__":
    Pages().run()
