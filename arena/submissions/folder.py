"""A bot's folder as it was handed in: copied once, named after its content, never changed.

Nothing in a folder is trusted: what is no plain file, folder or harmless link is refused, and sizes
are looked at before anything is copied.
"""

import hashlib
import os
import shutil
import stat
import tempfile
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path, PurePath, PurePosixPath

from arena.errors import HostError, SubmissionError
from arena.moments import Moment, reached

MOST_ENTRIES = 10_000
MOST_BYTES = 200_000_000
SKIPPED = frozenset({".git", "__pycache__", ".venv"})
"""What is never copied, wherever it stands."""
IMAGE_FILE = "image.id"
"""The file of a stored copy that says which ready image it is."""

LONGEST_PATH = 1_000
"""In bytes."""
_STAGING = ".staging-"
_CHUNK = 1_048_576
_LONGEST_SHOWN = 300
_CONTROLS = frozenset({"Cc", "Zl", "Zp"})
"""Unicode's categories of control characters, and of what parts lines and paragraphs."""
_TURNS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Unicode's classes of what has the text after it run the other way."""


@dataclass(frozen=True, slots=True)
class StoredFolder:
    """A copy that never changes."""

    digest: str
    """SHA-256 over paths, kinds and contents, in hexadecimal."""
    path: Path
    is_new: bool
    """False if the very same content was there already."""


class _Kind(Enum):
    """What an entry of a folder is, with the byte that stands for it in a digest."""

    FOLDER = b"d"
    FILE = b"f"
    PROGRAM = b"x"
    LINK = b"l"


@dataclass(frozen=True, slots=True)
class _Entry:
    """Something in a folder, where it comes from and where it goes."""

    path: PurePosixPath
    source: Path
    kind: _Kind
    size: int
    text: bytes | None = None
    """What a file holds that comes from nowhere."""


def store_copy(
    folder: Path,
    submissions: Path,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    image: str | None = None,
) -> StoredFolder:
    """Copies `folder`, with the folders `include` beside it, into `submissions`.

    What stands at a path of `exclude` in the copy is left out, whatever it is, and not counted. The
    id of a ready `image` belongs to the content: it stands in a file of the copy.
    The caller holds the league's lock: what an earlier copy that was cut off has left is removed.
    Raises SubmissionError for what may not be handed in; then nothing is left behind.
    """
    folder = folder.resolve()
    excluded = frozenset(map(PurePosixPath, exclude))
    entries = _plan(_roots(folder, submissions, include), excluded)
    if image is not None:
        entries = _with_image(entries, image)
    try:
        with scratch(submissions, _STAGING) as staging:
            digest = _copy(entries, staging)
            reached(Moment.COPY_STAGED)
            is_new = _settle(staging, submissions / digest)
    except OSError as error:
        raise HostError(
            f"the bot cannot be copied to {submissions}: {error.strerror}; check space and rights"
        ) from None
    reached(Moment.COPY_STORED, digest)
    return StoredFolder(digest, submissions / digest, is_new)


def digest_of(stored: Path) -> str:
    """Returns the digest of a stored copy as it is now: its name, if nothing has changed it."""
    contents = ((entry, _hash(_content(entry))) for entry in _plan([(PurePosixPath(), stored)]))
    return _digest(contents)


def _with_image(entries: Sequence[_Entry], image: str) -> list[_Entry]:
    path, text = PurePosixPath(IMAGE_FILE), f"{image}\n".encode()
    if any(entry.path == path for entry in entries):
        raise SubmissionError(
            f"the bot's folder has {IMAGE_FILE!r}, and there the arena writes which image it is: "
            "leave it out"
        )
    return _ordered([*entries, _Entry(path, Path(IMAGE_FILE), _Kind.FILE, len(text), text)])


def _ordered(entries: Iterable[_Entry]) -> list[_Entry]:
    """Returns entries in the order of the digest: a folder comes before what is in it."""
    return sorted(entries, key=lambda entry: str(entry.path).encode())


def _roots(
    folder: Path, submissions: Path, include: Sequence[str]
) -> list[tuple[PurePosixPath, Path]]:
    """Returns what is to be copied, and where it stands in the copy."""
    if not folder.is_dir():
        raise SubmissionError(f"{shown(folder)} is no folder: name the folder of a bot")
    roots = [(PurePosixPath(), folder)]
    for name in include:
        beside = folder.parent / name
        if beside.is_symlink() or not beside.is_dir() or beside == folder or name in SKIPPED:
            raise SubmissionError(
                f"the manifest includes {f'../{name}'!r}, which is no folder beside the bot's "
                "that can be copied: put it there, or leave it out"
            )
        if os.path.lexists(folder / name):
            raise SubmissionError(
                f"the manifest includes {f'../{name}'!r}, but the bot's folder has something of "
                "that name itself: rename one of them"
            )
        roots.append((PurePosixPath(name), beside))
    for _, root in roots:
        if submissions.resolve().is_relative_to(root):
            raise SubmissionError(f"{shown(root)} holds the league: keep bots apart from leagues")
    return roots


def _plan(
    roots: Sequence[tuple[PurePosixPath, Path]], excluded: frozenset[PurePosixPath] = frozenset()
) -> list[_Entry]:
    """Returns all that lies in `roots`, in the order of the digest; raises if it is too much."""
    entries = [_Entry(place, root, _Kind.FOLDER, 0) for place, root in roots if place.parts]
    waiting = list(roots)
    total = 0
    while waiting:
        for entry in _scan(*waiting.pop(), excluded):
            entries.append(entry)
            total += entry.size
            if len(entries) > MOST_ENTRIES or total > MOST_BYTES:
                raise too_much(shown(roots[0][1]), ", by exclude in its bot.toml")
            if entry.kind is _Kind.FOLDER:
                waiting.append((entry.path, entry.source))
    return _ordered(entries)


def _scan(
    place: PurePosixPath, source: Path, excluded: frozenset[PurePosixPath]
) -> Iterator[_Entry]:
    """Yields what lies directly in the folder `source`, which goes to `place`."""
    try:
        with os.scandir(source) as found:
            for item in found:
                if item.name not in SKIPPED and place / item.name not in excluded:
                    yield _entry(place / item.name, Path(item.path))
    except OSError as error:
        raise _unreadable(source, error) from None


def _entry(path: PurePosixPath, source: Path) -> _Entry:
    try:
        length = len(str(path).encode())
    except UnicodeEncodeError:
        raise SubmissionError(f"{shown(source)} has a name that is no UTF-8: rename it") from None
    if length > LONGEST_PATH:
        raise SubmissionError(
            f"{shown(source)} lies too deep: its path may have {LONGEST_PATH:,} bytes at most"
        )
    if has_controls(str(path)):
        raise SubmissionError(f"{shown(source)} has a control character in its name: rename it")
    status = source.lstat()
    if stat.S_ISDIR(status.st_mode):
        return _Entry(path, source, _Kind.FOLDER, 0)
    if stat.S_ISLNK(status.st_mode):
        return _Entry(path, source, _Kind.LINK, status.st_size)
    if stat.S_ISREG(status.st_mode):
        kind = _Kind.PROGRAM if status.st_mode & 0o111 else _Kind.FILE
        return _Entry(path, source, kind, status.st_size)
    raise SubmissionError(f"{shown(source)} is neither file, folder nor link: leave it out")


def sweep(submissions: Path, prefix: str) -> None:
    """Removes what an arena that was killed has left in folders of that name."""
    for leftover in submissions.glob(f"{prefix}*"):
        shutil.rmtree(leftover)


@contextmanager
def scratch(submissions: Path, prefix: str) -> Iterator[Path]:
    """Gives a folder in `submissions` that is gone afterwards, unless it was renamed.

    The caller holds the league's lock: what an earlier arena has left of that name is swept away.
    """
    try:
        submissions.mkdir(parents=True, exist_ok=True)
        sweep(submissions, prefix)
        made = Path(tempfile.mkdtemp(prefix=prefix, dir=submissions)).resolve()
    except OSError as error:
        raise HostError(
            f"the bot cannot be copied to {submissions}: {error.strerror}; check space and rights"
        ) from None
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _settle(staging: Path, final: Path) -> bool:
    """Gives the copy its final name; returns False if it was there already."""
    staging.chmod(0o755)
    if not final.exists():
        staging.rename(final)
        return True
    if digest_of(final) != final.name:
        raise HostError(f"the stored bot {final} was changed: remove it, and submit the bot again")
    return False


def _copy(entries: Sequence[_Entry], staging: Path) -> str:
    """Copies `entries` into `staging` and returns their digest."""
    digest = _digest((entry, _copy_entry(entry, staging / entry.path)) for entry in entries)
    for entry in entries:
        if entry.kind is _Kind.LINK:
            _check_end(entry, staging)
    return digest


def _copy_entry(entry: _Entry, target: Path) -> bytes:
    """Makes `target`, with the modes of a copy, and returns the hash of its content."""
    match entry.kind:
        case _Kind.FOLDER:
            target.mkdir()
            target.chmod(0o755)
            return _hash(())
        case _Kind.LINK:
            goal = _goal(entry)
            target.symlink_to(goal)
            return _hash((goal.encode(),))
        case _Kind.FILE | _Kind.PROGRAM:
            with target.open("xb") as file:
                content = _hash(_written(_content(entry), file.write))
            target.chmod(0o755 if entry.kind is _Kind.PROGRAM else 0o644)
            return content


def _digest(contents: Iterable[tuple[_Entry, bytes]]) -> str:
    """Returns the digest of entries with the hashes of their contents."""
    digest = hashlib.sha256(b"arena-submission/1\0")
    for entry, content in contents:
        path = str(entry.path).encode()
        digest.update(entry.kind.value + len(path).to_bytes(8, "big") + path + content)
    return digest.hexdigest()


def _hash(chunks: Iterable[bytes]) -> bytes:
    content = hashlib.sha256()
    for chunk in chunks:
        content.update(chunk)
    return content.digest()


def _written(chunks: Iterable[bytes], write: Callable[[bytes], object]) -> Iterator[bytes]:
    for chunk in chunks:
        write(chunk)
        yield chunk


def _content(entry: _Entry) -> Iterator[bytes]:
    """Yields what the digest takes of an entry: a file's bytes, or where a link leads."""
    if entry.kind is _Kind.FOLDER:
        return
    if entry.kind is _Kind.LINK:
        yield _goal(entry).encode()
        return
    if entry.text is not None:
        yield entry.text
        return
    left = entry.size
    for chunk in _chunks(entry.source):
        left -= len(chunk)
        if left < 0:
            break
        yield chunk
    if left:
        raise SubmissionError(f"{shown(entry.source)} changed while it was read: try again")


def _chunks(source: Path) -> Iterator[bytes]:
    """Yields the bytes of a plain file, without waiting for a pipe or following a link."""
    try:
        descriptor = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:  # noqa: PTH123  # a descriptor, not a path
            while chunk := file.read(_CHUNK):
                yield chunk
    except OSError as error:
        raise _unreadable(source, error) from None


def _goal(entry: _Entry) -> str:
    """Returns where a link leads; raises unless it goes up within the folder, then only down.

    Links of that form, every one of them, cannot lead out of the copy by any detour.
    """
    try:
        goal = str(entry.source.readlink())
        goal.encode()
    except OSError as error:
        raise _unreadable(entry.source, error) from None
    except UnicodeEncodeError:
        raise bad_link(entry.source) from None
    parts = PurePosixPath(goal).parts
    up = next((index for index, part in enumerate(parts) if part != ".."), len(parts))
    if goal.startswith("/") or up > len(entry.path.parent.parts) or ".." in parts[up:]:
        raise bad_link(entry.source)
    return goal


def _check_end(entry: _Entry, staging: Path) -> None:
    """Raises unless the copied link leads to something in the copy."""
    try:
        end = (staging / entry.path).resolve(strict=True)
    except (OSError, RuntimeError):
        raise bad_link(entry.source) from None
    if not end.is_relative_to(staging):
        raise bad_link(entry.source)


def bad_link(path: PurePath) -> SubmissionError:
    return SubmissionError(
        f"the link {shown(path)} does not lead to something in its own folder: "
        "put the file itself there"
    )


def _unreadable(source: Path, error: OSError) -> SubmissionError:
    return SubmissionError(f"{shown(source)} cannot be read ({error.strerror}): mend or remove it")


def too_much(what: str, how: str = "") -> SubmissionError:
    return SubmissionError(
        f"{what} holds more than {MOST_ENTRIES:,} files or {MOST_BYTES // 1_000_000} MB: leave out "
        f"what the bot does not need{how}"
    )


def has_controls(name: str) -> bool:
    """Says whether a name can end a line, steer a terminal, or turn the text around it."""
    return any(
        unicodedata.category(character) in _CONTROLS
        or unicodedata.bidirectional(character) in _TURNS
        for character in name
    )


def shown(path: PurePath) -> str:
    """Returns the path for a message, safe to print whatever an author calls a file."""
    text = str(path)
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…")
