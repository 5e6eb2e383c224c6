"""What the arena and the bots of a match say to each other, written to a file as it is said."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from arena.cli.overwriting import check_free
from arena.errors import ConfigError, HostError
from arena.runner import Said, Way

STANDARD_ERROR = Path("-")
_TITLE = "# arena play"
_MARGIN = " " * 11


class Log:
    """Writes every message with its moment, in seconds from now, and whose it is.

    A `runner.Transcript`: it never raises, so `failure` says why there is no more of it.
    """

    def __init__(self, stream: TextIO, path: Path, title: str) -> None:
        self.failure: OSError | None = None
        self._stream, self._path = stream, path
        self._begun = time.monotonic()
        self._names: Mapping[str, str] = {}
        self._write(f"{_TITLE}: {title}\n")

    def seated(self, names: Mapping[str, str]) -> None:
        """Takes down who plays: the names by entrant, in seat order."""
        self._names = names
        for seat, name in enumerate(names.values(), start=1):
            self._write(f"# seat {seat}: {name}\n")

    def __call__(self, said: Said) -> None:
        name = self._names.get(said.entrant, said.entrant)
        way = f"arena → {name}" if said.way is Way.TO_BOT else f"{name} → arena"
        first, *more = said.text.splitlines()
        lines = [f"{said.at - self._begun:8.3f} s  {way}  {first}"]
        lines += [f"{_MARGIN}{line}" for line in more]
        self._write("".join(f"{line}\n" for line in lines))

    def check(self) -> None:
        """Raises HostError if some of it could not be written."""
        if self.failure is not None:
            raise HostError(
                f"the log {str(self._path)!r} is not complete ({self.failure.strerror}): make "
                "room, and play the match again with its seed"
            )

    def _write(self, text: str) -> None:
        if self.failure is None:
            try:
                self._stream.write(text)
                self._stream.flush()  # whoever looks while a bot stands still sees all there is
            except OSError as error:
                self.failure = error


@contextmanager
def open_log(path: Path, title: str) -> Iterator[Log]:
    """Gives a log in the file `path`, or on standard error for `-`; the caller checks it.

    Raises ConfigError where none can be begun.
    """
    if path == STANDARD_ERROR:
        yield Log(sys.stderr, path, title)
        return
    check_free(path, _TITLE, "log", "arena play")
    try:
        stream = path.open("w", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise ConfigError(
            f"the log {str(path)!r} cannot be written ({error.strerror}): name another file"
        ) from None
    log = Log(stream, path, title)
    try:
        yield log
    finally:
        try:
            stream.close()
        except OSError as error:
            log.failure = log.failure or error
