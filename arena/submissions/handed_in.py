"""What an author may hand in: a folder, a tar file, or a lone bot.toml of a ready image."""

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import HostError, SubmissionError
from arena.submissions.archive import unpack
from arena.submissions.folder import scratch, shown, sweep
from arena.submissions.manifest import MANIFEST, manifest_text

_UNPACKED = ".unpacked-"
_TOP = "bot"


@contextmanager
def handed_in(path: Path, submissions: Path) -> Iterator[Path]:
    """Gives the folder of the bot that was handed in as `path`.

    Of a file that is a folder in `submissions` for as long as it is needed; what an arena that was
    killed has left of earlier ones is swept away. Raises SubmissionError for anything else.
    """
    mode = _mode(path)
    if stat.S_ISDIR(mode):
        sweep(submissions, _UNPACKED)
        yield path
        return
    if not stat.S_ISREG(mode):
        raise SubmissionError(
            f"{shown(path)} is no folder, no tar file and no {MANIFEST}: name what holds the bot"
        )
    with scratch(submissions, _UNPACKED) as made:
        root = made / _TOP
        root.mkdir()
        try:
            yield _lone(path, root) if path.suffix == ".toml" else unpack(path, root)
        except SubmissionError as error:
            told = str(error).replace(f"{root}/", "").replace(str(root), "it")
            raise SubmissionError(f"{shown(path)} cannot be handed in: {told}") from None


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def _lone(path: Path, root: Path) -> Path:
    """Makes a folder of a bot.toml, which is all that there is of a bot with a ready image."""
    text = manifest_text(path)
    try:
        (root / MANIFEST).write_text(text, "utf-8")
    except OSError as error:
        raise HostError(
            f"{shown(path)} cannot be copied: {error.strerror}; check space and rights"
        ) from None
    return root
