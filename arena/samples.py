"""The bots that come with the arena, which lie beside it in its source tree and in a package of it.

Imports nothing of the arena: what builds that package uses it too.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

MANIFEST = "bot.toml"
PLUMB = "plumb"
"""The bot that every language has, which is all that a new one is made of but for its strategy."""
STARTER = "starter"
"""The folder with what a new bot has in place of plumb's files; it is no bot by itself."""
_PLAYED_BY_NAME = "python"
"""The language whose samples need no building."""
_SKIPPED = frozenset({".git", ".venv", "__pycache__"})
_IGNORING = ".gitignore"


def samples_root() -> Path:
    """Returns the folder with a folder for each language; it may lack where somebody removed it."""
    packed = Path(__file__).parent / "sample_bots"
    return packed if packed.is_dir() else Path(__file__).parents[1] / "sample_bots"


def sample_folders() -> Mapping[str, Path]:
    """Returns the folders of the bots that can be played as they lie there, by name, in order."""
    found = sorted((samples_root() / _PLAYED_BY_NAME).glob(f"*/{MANIFEST}"))
    return {path.parent.name: path.parent for path in found if path.parent.name != STARTER}


def languages(root: Path) -> Sequence[str]:
    """Returns the languages in `root` in which a bot can be begun, in order."""
    found = sorted(path.parents[1] for path in root.glob(f"*/{PLUMB}/{MANIFEST}"))
    return [folder.name for folder in found if (folder / STARTER / MANIFEST).is_file()]


def new_bot_files(root: Path, language: str) -> Mapping[PurePosixPath, Path]:
    """Returns what a new bot in `language` is made of: where each file goes, and where it lies.

    That is all that plumb would be handed in with, folders included, and the starter on top of it.
    """
    plumb = root / language / PLUMB
    with (plumb / MANIFEST).open("rb") as file:
        included = tomllib.load(file).get("include", [])
    files = {path: plumb / path for path in source_files(plumb)}
    for beside in included:
        folder = plumb / beside
        name = PurePosixPath(PurePosixPath(beside).name)
        files |= {name / path: folder / path for path in source_files(folder)}
    starter = root / language / STARTER
    return files | {path: starter / path for path in source_files(starter)}


def source_files(folder: Path) -> Iterator[PurePosixPath]:
    """Yields the files of `folder` that somebody wrote, in order: not what its builds have made.

    Which those are stands in the folder's own .gitignore; where it has none, nothing is built.
    """
    ignored = _ignored(folder / _IGNORING)
    for parent, names, files in os.walk(folder):
        place = PurePosixPath(Path(parent).relative_to(folder).as_posix())
        names[:] = sorted(name for name in names if not _is_ignored(place / name, ignored))
        yield from (
            place / name for name in sorted(files) if not _is_ignored(place / name, ignored)
        )


def _ignored(path: Path) -> Sequence[str]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _is_ignored(path: PurePosixPath, patterns: Sequence[str]) -> bool:
    """Says whether a pattern of a .gitignore, in the forms that samples use, is one of `path`.

    >>> [_is_ignored(PurePosixPath(path), ["/bot", "target/", "*.o"])
    ...     for path in ("bot", "src/bot", "target", "x/target", "x/y.o", "x/y.c")]
    [True, False, True, True, True, False]
    """
    if path.name in _SKIPPED:
        return True
    for pattern in patterns:
        name = pattern.rstrip("/")
        whole = name.removeprefix("/")
        if fnmatchcase(str(path), whole) if "/" in name else fnmatchcase(path.name, name):
            return True
    return False
