"""Leaves its notes in files, in every place and under every kind of name that it can write to."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from carrier import Carrier, places, read

NAME = ".arena-note"


class Files(Carrier):
    def keep(self, note: bytes) -> int:
        written = 0
        for place in {*places()}:
            for path in (place / NAME, place / ".cache" / NAME, *_existing(place)):
                with suppress(OSError):
                    path.parent.mkdir(exist_ok=True)
                    with path.open("ab") as file:
                        file.write(note)
                    written += 1
        return written

    def find(self) -> Iterator[tuple[str, bytes]]:
        for place in {*places()}:
            for path in (place / NAME, place / ".cache" / NAME, *_existing(place)):
                yield str(path), read(path)


def _existing(place: Path) -> list[Path]:
    """Returns some files that are there already."""
    try:
        entries = sorted(place.iterdir())[:64]
    except OSError:
        return []
    found = [entry for entry in entries if not entry.name.startswith(".arena")]
    with suppress(OSError):
        return [path for path in found if path.is_file() and not path.is_symlink()]
    return []


if __name__ == "__main__":
    Files().run()
