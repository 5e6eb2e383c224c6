"""Tar files as anybody may hand them in, and what becomes of them."""

import bz2
import gzip
import io
import lzma
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from arena.errors import SubmissionError
from arena.submissions import handed_in, read_manifest, store_copy
from tests.submitted import MANIFEST

Member = tuple[tarfile.TarInfo, bytes]
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "tar": bytes,
    "tgz": gzip.compress,
    "txz": lzma.compress,
    "tbz2": bz2.compress,
}


def digest_at(path: Path, submissions: Path) -> str:
    """Returns the digest of what is handed in at `path`, with what its manifest says."""
    with handed_in(path, submissions) as folder:
        manifest = read_manifest(folder)
        return store_copy(folder, submissions, manifest.include, manifest.exclude).digest


def refusal(path: Path, submissions: Path) -> str:
    """Returns why a path cannot be handed in; sees that it is a sentence and nothing is left."""
    with pytest.raises(SubmissionError) as caught:
        digest_at(path, submissions)
    told = str(caught.value)
    assert told.isprintable()
    assert told.startswith(f"{str(path)!r} cannot be handed in: ")
    assert str(submissions) not in told
    assert not submissions.exists() or list(submissions.iterdir()) == []
    return told.partition(" cannot be handed in: ")[2]


def entry(name: str, content: bytes = b"", **fields: object) -> Member:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    for field, value in fields.items():
        setattr(member, field, value)
    return member, content


def link(name: str, goal: str, kind: bytes = tarfile.SYMTYPE) -> Member:
    return entry(name, type=kind, linkname=goal)


def packed(members: Sequence[Member], kind: int = tarfile.GNU_FORMAT) -> bytes:
    """Returns a tar file of a bot called plumb at its top, and these members."""
    out = io.BytesIO()
    with tarfile.open(
        fileobj=out, mode="w", format=kind, encoding="utf-8", errors="surrogateescape"
    ) as tar:
        for member, content in [entry("bot.toml", MANIFEST.encode()), *members]:
            tar.addfile(member, io.BytesIO(content))
    return out.getvalue()


def saved(tmp_path: Path, content: bytes, name: str = "mine.tar") -> Path:
    path = tmp_path / name
    path.write_bytes(content)
    return path
