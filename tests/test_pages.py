"""The pages of files that stay in memory, and that they are dropped."""

import mmap
import os
from pathlib import Path

import pytest

from arena.sandbox.pages import drop_pages, find_hidden, layers_of

LAYERS = {"LowerDir": "/var/lib/x/l2/diff:/var/lib/x/l1/diff", "UpperDir": "/var/lib/x/l3/diff"}


@pytest.mark.parametrize(
    ("says", "layers"),
    [
        (
            {"GraphDriver": {"Name": "overlay2", "Data": LAYERS}},
            ("/var/lib/x/l2/diff", "/var/lib/x/l1/diff", "/var/lib/x/l3/diff"),
        ),
        ({"GraphDriver": {"Data": {"UpperDir": "/l1/diff"}}}, ("/l1/diff",)),  # one layer
        ({"GraphDriver": {"Name": "overlayfs", "Data": None}}, ()),  # containerd's images
        ({"GraphDriver": {"Name": "vfs", "Data": {"dir": "/l1"}}}, ()),
        ({}, ()),
    ],
)
def test_layers_are_where_the_engine_says(says: dict[str, object], layers: tuple[str, ...]) -> None:
    assert layers_of(says) == layers


def test_layers_that_are_not_named_or_not_there_are_hidden(tmp_path: Path) -> None:
    assert find_hidden([str(tmp_path)]) is None
    assert "does not name" in str(find_hidden([]))
    assert "cannot be read" in str(find_hidden([str(tmp_path / "gone")]))


def _is_there(file: int) -> bool:
    """Tells whether the first page of a file is in memory."""
    try:
        return os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT) == 1
    except BlockingIOError:
        return False


def test_pages_are_dropped_of_files_at_any_depth(tmp_path: Path) -> None:
    deep = tmp_path / "usr" / "share" / "data"
    deep.parent.mkdir(parents=True)
    deep.write_bytes(bytes(64 * mmap.PAGESIZE))
    (tmp_path / "link").symlink_to("usr")
    file = os.open(deep, os.O_RDONLY)
    os.fsync(file)
    try:
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        if _is_there(file):
            pytest.skip("this file system lives in memory, or does not tell")
        os.pread(file, 1, 0)
        assert _is_there(file)
        assert drop_pages([str(tmp_path)]) == 1
        assert not _is_there(file)
    finally:
        os.close(file)


def test_what_cannot_be_opened_is_left(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")

    assert drop_pages([str(tmp_path), str(tmp_path / "gone")]) == 0
