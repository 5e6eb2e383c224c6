"""Fixtures that many tests share."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def run_directory() -> Iterator[Path]:
    """Yields a directory whose path is short enough for a socket, and which bots may enter."""
    with TemporaryDirectory(prefix="arena-") as name:
        directory = Path(name)
        directory.chmod(0o711)
        yield directory
