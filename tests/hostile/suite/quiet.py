"""What the arena itself writes on its error output: no bot may cause anything there."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile

_SHOWN = 300


@contextmanager
def quiet(problems: list[str]) -> Iterator[None]:
    """Keeps what comes on the error output from the terminal, and adds it to `problems`."""
    sys.stderr.flush()
    terminal = os.dup(2)
    with TemporaryFile() as file:
        os.dup2(file.fileno(), 2)
        try:
            yield
        finally:
            sys.stderr.flush()
            os.dup2(terminal, 2)
            os.close(terminal)
            file.seek(0)
            written = file.read().decode("utf-8", "replace")
    if written:
        problems.append(f"the arena wrote {len(written)} characters: {written[:_SHOWN]!r}")
