"""The pages of an image's files that the machine holds in memory: they outlast a life.

All lives of an image read the same files, and the machine keeps in memory what was read. A bot can
tell by the time that a page takes whether it is there, so a life could write what it knows into
which pages it reads, and the next life of its image would know cards that it must not know. So the
pages are dropped before a life begins: whatever was read before, all are absent.

The files of layers that a running life has too are left alone: that life is of the same sitting,
at whose start they were dropped.
"""

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping

_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOATIME | os.O_CLOEXEC


def layers_of(image: Mapping[str, object]) -> tuple[str, ...]:
    """Returns the directories of an image's layers, as the engine names them; none if it does not.

    `image` is what the engine says of it.
    """
    driver = image.get("GraphDriver")
    data = driver.get("Data") if isinstance(driver, Mapping) else None
    if not isinstance(data, Mapping):
        return ()
    named = [str(data[key]) for key in ("LowerDir", "UpperDir") if data.get(key)]
    return tuple(layer for names in named for layer in names.split(":"))


def find_hidden(layers: Collection[str]) -> str | None:
    """Returns why the pages of `layers` cannot be dropped from here; None if they can."""
    if not layers:
        return "the engine does not name the directories of its layers"
    for layer in layers:
        try:
            os.listdir(layer)  # noqa: PTH208  # what is in it does not matter
        except OSError as error:
            return f"the directory of a layer cannot be read: {error.strerror}"
    return None


def drop_pages(layers: Collection[str]) -> int:
    """Drops the pages of every file in `layers`; returns how many files there were.

    What cannot be opened is left: `find_hidden` says beforehand whether anything can.
    """
    count = 0
    for layer in layers:
        for path in _files(layer):
            with contextlib.suppress(OSError):
                file = os.open(path, _FLAGS)
                try:
                    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
                finally:
                    os.close(file)
                count += 1
    return count


def _files(directory: str) -> Iterator[str]:
    waiting = [directory]
    while waiting:
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    yield entry.path
