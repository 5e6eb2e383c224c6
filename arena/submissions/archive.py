"""A tar file from anywhere, unpacked into an empty folder: nothing in it is trusted.

What its headers say comes from headers.py. Every file is written anew, into folders that were made
here, and links are made last, when nothing is written any more: so nothing is ever written through
a link, and whatever an archive holds twice, or both as a folder and as something else, is refused.
Where links lead is looked at when the bot is copied, as in any folder.
"""

import shutil
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from arena.errors import HostError, SubmissionError
from arena.submissions.folder import (
    LONGEST_PATH,
    MOST_BYTES,
    MOST_ENTRIES,
    SKIPPED,
    bad_link,
    has_controls,
    shown,
    too_much,
)
from arena.submissions.headers import read_members
from arena.submissions.manifest import MANIFEST
from arena.submissions.packed import Packed

_BLOCK = tarfile.BLOCKSIZE
_CHUNK = 1_048_576
_MOST_PLAIN = MOST_BYTES + 4 * _BLOCK * MOST_ENTRIES
"""Bytes of all files with their headers and their padding."""
_MOST_FOLDERS = 100
_LONGEST_PART = 255
_PROGRAM = 0o111
_MOST_MEMBERS = 10 * MOST_ENTRIES
"""With those that are never copied, as what lies in .git."""
_FOREIGN = {
    b"PK\x03\x04": "a zip file",
    b"PK\x05\x06": "a zip file",
    b"7z\xbc\xaf\x27\x1c": "a 7z file",
    b"Rar!": "a rar file",
    b"\x28\xb5\x2f\xfd": "packed with zstd",
    b"\x5d\0\0": "packed with lzma",
}


class _Kind(Enum):
    FOLDER = auto()
    FILE = auto()
    LINK = auto()


@dataclass(slots=True)
class _Unpacking:
    """What has been unpacked into `root` so far."""

    root: Path
    kinds: dict[PurePosixPath, _Kind] = field(default_factory=dict)
    links: dict[PurePosixPath, str] = field(default_factory=dict)
    size: int = 0

    def take(self, path: PurePosixPath, member: tarfile.TarInfo, archive: Packed) -> None:
        """Unpacks a member, which the archive has come to."""
        for parent in [*path.parents][-2::-1]:
            self._make_folder(parent)
        if member.isdir():
            self._make_folder(path)
        elif member.issym():
            self._place(path, _Kind.LINK)
            self.links[path] = _goal_of(path, member)
        elif member.islnk():
            self._copy(path, member)
        elif member.isreg():
            self._place(path, _Kind.FILE)
            self._count(member.size)
            self._write(path, member, archive)
        else:
            raise SubmissionError(f"{shown(path)} is neither file, folder nor link: leave it out")

    def make_links(self) -> None:
        for path, goal in self.links.items():
            (self.root / path).symlink_to(goal)

    def bot(self) -> PurePosixPath:
        """Returns which folder is the bot's: the one at the top, or else the one right below."""
        if PurePosixPath(MANIFEST) in self.kinds:
            return PurePosixPath()
        folders = [path.parent for path in self.kinds if path.parts[1:] == (MANIFEST,)]
        if not folders:
            raise SubmissionError(
                f"it has no {MANIFEST}, neither at its top nor in a folder there: pack the bot's "
                "folder"
            )
        if len(folders) > 1:
            raise SubmissionError(
                f"it has several bots, in {shown(folders[0])} and in {shown(folders[1])}: "
                "pack one, with what it includes"
            )
        return folders[0]

    def _place(self, path: PurePosixPath, kind: _Kind) -> None:
        if path in self.kinds:
            raise SubmissionError(f"{shown(path)} is in it twice: pack it anew, without the other")
        self.kinds[path] = kind
        self._count(0)

    def _count(self, size: int) -> None:
        self.size += size
        if len(self.kinds) > MOST_ENTRIES or self.size > MOST_BYTES:
            raise too_much("it")

    def _make_folder(self, path: PurePosixPath) -> None:
        match self.kinds.get(path):
            case None:
                self._place(path, _Kind.FOLDER)
                (self.root / path).mkdir()
            case _Kind.FOLDER:
                pass
            case _:
                raise SubmissionError(
                    f"{shown(path)} is in it as a folder and as something else: pack it anew"
                )

    def _write(self, path: PurePosixPath, member: tarfile.TarInfo, archive: Packed) -> None:
        left = member.size
        with (self.root / path).open("xb") as file:
            while left:
                left -= file.write(archive.read(min(left, _CHUNK)))
        (self.root / path).chmod(0o755 if member.mode & _PROGRAM else 0o644)

    def _copy(self, path: PurePosixPath, member: tarfile.TarInfo) -> None:
        """Has a hard link be a file of its own."""
        goal = _path_of(member.linkname)
        if self.kinds.get(goal) is not _Kind.FILE:
            raise SubmissionError(
                f"the hard link {shown(path)} leads to no file that stands before it in the "
                "archive: put the file itself there"
            )
        self._place(path, _Kind.FILE)
        self._count((self.root / goal).stat().st_size)
        shutil.copy(self.root / goal, self.root / path)


def unpack(archive: Path, root: Path) -> Path:
    """Unpacks a tar file into the empty folder `root`, and returns the bot's folder in it.

    Raises SubmissionError for what may not be handed in, in words that leave out which archive it
    is; what has been unpacked by then is the caller's to remove.
    """
    try:
        with archive.open("rb") as file:
            return _unpack(file, root)
    except OSError as error:
        raise HostError(
            f"{shown(archive)} cannot be unpacked: {error.strerror}; check space and rights"
        ) from None


def _unpack(file: BinaryIO, root: Path) -> Path:
    _check_kind(file.read(_BLOCK))
    file.seek(0)
    plain = Packed(file, _MOST_PLAIN, lambda: too_much("it"))
    unpacking = _Unpacking(root)
    for path, member in _members(plain):
        if SKIPPED.isdisjoint(path.parts):
            unpacking.take(path, member, plain)
    while rest := plain.read_some():
        if rest.strip(b"\0"):
            raise SubmissionError("something stands after its end: pack it anew")
    unpacking.make_links()
    return root / unpacking.bot()


def _members(plain: Packed) -> Iterator[tuple[PurePosixPath, tarfile.TarInfo]]:
    for number, member in enumerate(read_members(plain)):
        if number > _MOST_MEMBERS:
            raise too_much("it")
        path = _path_of(member.name)
        if path.parts:
            yield path, member


def _check_kind(start: bytes) -> None:
    for magic, what in _FOREIGN.items():
        if start.startswith(magic):
            raise SubmissionError(
                f"it is {what}: pack the bot's folder with tar, as in `tar czf mine.tgz mine`"
            )


def _path_of(name: str) -> PurePosixPath:
    """Returns where a member goes; raises unless that is below the folder that it is unpacked to.

    The folder itself has no parts.
    """
    path = PurePosixPath(name)
    try:
        longest = max((len(part.encode()) for part in path.parts), default=0)
        length = len(str(path).encode())
    except UnicodeEncodeError:
        raise SubmissionError(f"{shown(path)} has a name that is no UTF-8: rename it") from None
    if path.is_absolute() or ".." in path.parts:
        raise SubmissionError(f"{shown(path)} does not lie in it: pack it by a relative path")
    if has_controls(name):
        raise SubmissionError(f"{shown(path)} has a control character in its name: rename it")
    if length > LONGEST_PATH or len(path.parts) > _MOST_FOLDERS or longest > _LONGEST_PART:
        raise SubmissionError(f"the path of {shown(path)} is too long: rename it")
    return path


def _goal_of(path: PurePosixPath, member: tarfile.TarInfo) -> str:
    """Returns where a link leads; raises unless a link can be made that leads there."""
    goal = member.linkname
    if not goal or "\0" in goal or len(goal.encode("utf-8", "surrogateescape")) > LONGEST_PATH:
        raise bad_link(path)
    return goal
