"""The headers of a tar file from anywhere: what they say of its members, at a cost that is bounded.

`tarfile` reads them, but for those of pax. It would search these in a time that grows with the
square of their size, copy what they say of all members into each one, and make the map of a sparse
file before anybody could refuse that file. Here they are read once from start to end, and nothing
is kept of them but what unpacking needs.
"""

import re
import tarfile
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Self

from arena.errors import SubmissionError
from arena.submissions.folder import LONGEST_PATH, MOST_ENTRIES, shown
from arena.submissions.packed import Packed

_LONGEST_HEADER = 65_536
_MOST_SAID = 2 * MOST_ENTRIES * LONGEST_PATH
"""Bytes of all pax headers: a path and a goal for each file, as long as they may be."""
_HEADERS = frozenset(
    {
        *(tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE),
        *(tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK),
    }
)
"""Headers that say more about the one after them, and are read into memory whole."""
_RECORD = re.compile(rb"([0-9]{1,6}) ([^=]+)=")
"""How what a pax header says begins: with its length, which counts all of it."""
_NEEDED = frozenset({b"path", b"linkpath", b"size"})
_SPARSE = b"GNU.sparse."
_SPARSE_NAME = "GNU.sparse.name"
_SIZE = re.compile(r"[0-9]{1,18}", re.ASCII)
_MISREADINGS = (
    *(tarfile.TarError, RecursionError, ArithmeticError, AttributeError),
    *(LookupError, TypeError, ValueError),
)
"""What `tarfile` raises over headers that make no sense."""


def read_members(plain: Packed) -> Iterator[tarfile.TarInfo]:
    """Yields the members of an archive, and has read no further than to where one's data begins.

    Raises SubmissionError where they make no sense, or cost too much to read.
    """
    try:
        archive = _Archive(
            fileobj=plain, tarinfo=_Header, encoding="utf-8", errors="surrogateescape"
        )
        yield from iter(archive.next, None)
    except _MISREADINGS:
        raise _damaged() from None


class _Archive(tarfile.TarFile):
    """An archive that is read once, and forgets each member over the next."""

    members: list[tarfile.TarInfo]
    said = 0
    """Bytes of the pax headers so far."""

    def next(self) -> tarfile.TarInfo | None:
        self.members.clear()
        return super().next()


class _Header(tarfile.TarInfo):
    """A header that is there whole or is an error: `tarfile` takes a bad one for the end."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        try:
            header = super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError:
            if any(buf):
                raise _damaged() from None
            raise  # the end
        if header.type == tarfile.GNUTYPE_SPARSE:
            raise _sparse(header.name)
        if header.size < 0 or (header.type in _HEADERS and header.size > _LONGEST_HEADER):
            raise _damaged()
        return header

    def _proc_pax(self, archive: _Archive) -> tarfile.TarInfo:
        """Reads a pax header and the member behind it: `tarfile` calls this in place of its own."""
        archive.said += self.size
        if archive.said > _MOST_SAID:
            raise SubmissionError(
                f"its headers say more than {_MOST_SAID // 1_000_000} MB of its files: pack it "
                "without extended attributes, as `tar --format=gnu` does"
            )
        said = _records(archive.fileobj.read(_in_blocks(self.size))[: self.size])
        try:
            member = self.fromtarfile(archive)
        except tarfile.HeaderError:
            raise _damaged() from None
        if _SPARSE_NAME in said:
            raise _sparse(said[_SPARSE_NAME] or said.get("path") or member.name)
        if said and self.type == tarfile.XGLTYPE:  # of all files the same path, goal or size
            raise _damaged()
        _apply(said, member, archive)
        return member


def _apply(said: dict[str, str], member: tarfile.TarInfo, archive: _Archive) -> None:
    """Has a member be what its pax header says; what that leaves empty it does not say."""
    member.name = said.get("path") or member.name
    member.linkname = said.get("linkpath") or member.linkname
    if size := said.get("size"):
        if not _SIZE.fullmatch(size):
            raise _damaged()
        member.size = int(size)
        has_data = member.isreg() or member.type not in tarfile.SUPPORTED_TYPES
        archive.offset = member.offset_data + (_in_blocks(member.size) if has_data else 0)


def _records(body: bytes) -> dict[str, str]:
    """Returns what a pax header says, as far as it is needed, and a name if it is of a sparse file.

    Raises SubmissionError unless all of it is well formed.
    """
    said: dict[str, str] = {}
    start = 0
    while start < len(body):
        record = _RECORD.match(body, start)
        if record is None:
            raise _damaged()
        key, end = record[2], start + int(record[1])
        if not record.end() < end <= len(body) or body[end - 1 : end] != b"\n":
            raise _damaged()
        if key in _NEEDED or key == _SPARSE_NAME.encode():
            said[key.decode()] = body[record.end() : end - 1].decode("utf-8", "surrogateescape")
        elif key.startswith(_SPARSE):
            said.setdefault(_SPARSE_NAME, "")
        start = end
    return said


def _in_blocks(size: int) -> int:
    """Returns how many bytes data of that size takes in an archive."""
    return -(-size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE


def _damaged() -> SubmissionError:
    return SubmissionError("it is no tar file, or damaged: pack it anew")


def _sparse(name: str) -> SubmissionError:
    return SubmissionError(f"{shown(PurePosixPath(name))} is a sparse file: pack it as a plain one")
