"""A new bot: what plumb has in a language, with a first strategy, under a name of its own."""

import json
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from arena.errors import ConfigError
from arena.samples import languages, new_bot_files, samples_root
from arena.store import is_for_another, parse_name
from arena.submissions.manifest import MANIFEST

README = "README.md"
PLACEHOLDER = "BOT-NAME"
"""What stands for the bot's name in the manifest and in the README of a starter."""

_LONGEST_FOLDER = 255
_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+!|~&])")


def known_languages() -> list[str]:
    """Returns the languages in which a bot can be begun; raises ConfigError if there are none."""
    root = samples_root()
    known = [*languages(root)]
    if not known:
        raise ConfigError(
            f"there are no sample bots in {root}: install the arena again, or run it from its "
            "source tree"
        )
    return known


def find_language(text: str) -> str:
    """Returns the language that was typed; raises ConfigError, with all there are, for another."""
    known = known_languages()
    typed = text.strip().lower()
    if typed in known:
        return typed
    near = get_close_matches(typed, known, n=1, cutoff=0.5)
    hint = f" (did you mean {near[0]}?)" if near else ""
    raise ConfigError(
        f"there is no sample in the language {text[:50]!r}{hint}: choose one of "
        f"{', '.join(known)}; for any other, see docs/adding-a-language.md"
    )


def folder_for(name: str) -> Path:
    """Returns the folder that a bot of that name has; raises ConfigError if none can have it."""
    if name in {".", ".."} or "/" in name or len(os.fsencode(name)) > _LONGEST_FOLDER:
        raise ConfigError(
            f"no folder can be called {name!r}: say with --directory where the bot is to be"
        )
    return Path(name)


def begin_bot(name: str, language: str, folder: Path) -> Path:
    """Writes a bot of that name, in a language that there is, to `folder`; returns that.

    The folder may be there if it is empty. Raises ConfigError, with nothing left behind, for a name
    that no bot can have and where nothing can be written.
    """
    name = parse_name(name, "name of a bot")
    if is_for_another(name):
        raise ConfigError(
            f"no bot can be called {name!r}, which has the form in which a league names its "
            "entrants by id or by revision: choose another name"
        )
    files = new_bot_files(samples_root(), language)
    made: list[Path] = []
    try:
        _make_folder(folder, made)
        for place, source in files.items():
            _write(folder / place, _named(place, source, name), source, made)
    except OSError as error:
        _remove(made)
        raise ConfigError(
            f"the bot cannot be written to {str(folder)!r} ({error.strerror}): name another folder "
            "with --directory"
        ) from None
    except BaseException:
        _remove(made)
        raise
    return folder


def first_commands(readme: str) -> list[str]:
    """Returns the commands of the first block of a README that has some."""
    block = re.search(r"^```console[^\n]*\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    lines = block[1].splitlines() if block else []
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Makes the folder and those above it; raises ConfigError if there is something already."""
    if os.path.lexists(folder):
        if not folder.is_dir() or any(folder.iterdir()):
            raise ConfigError(
                f"{str(folder)!r} is there already, and nothing is written over: name another "
                "folder with --directory"
            )
        return
    _make_parents(folder / MANIFEST, made)


def _make_parents(path: Path, made: list[Path]) -> None:
    missing = [parent for parent in path.parents if not parent.exists()]
    for parent in reversed(missing):
        parent.mkdir()
        made.append(parent)


def _write(target: Path, content: bytes, source: Path, made: list[Path]) -> None:
    """Writes a file that is not there yet; it is a program if its source is."""
    _make_parents(target, made)
    with target.open("xb") as file:
        made.append(target)
        file.write(content)
    if source.stat().st_mode & 0o100:
        target.chmod(target.stat().st_mode | 0o111)


def _remove(made: list[Path]) -> None:
    """Removes what was made, and nothing else."""
    with suppress(OSError):
        for path in reversed(made):
            path.rmdir() if path.is_dir() else path.unlink()


def _named(place: PurePosixPath, source: Path, name: str) -> bytes:
    """Returns the content of a file, with the bot's name where a starter leaves room for it."""
    content = source.read_bytes()
    fill = _FILLS.get(str(place))
    return fill(content.decode(), name).encode() if fill else content


def _in_manifest(text: str, name: str) -> str:
    r"""Returns a manifest with a name in it: what JSON makes of a text, TOML reads as well.

    >>> print(_in_manifest('name = "BOT-NAME"', 'the "best"'))
    name = "the \"best\""
    """
    return text.replace(f'"{PLACEHOLDER}"', json.dumps(name, ensure_ascii=False))


def _in_readme(text: str, name: str) -> str:
    r"""Returns a page with a name in it, no part of which is taken for markup.

    >>> print(_in_readme("# BOT-NAME", "<b>*x*"))
    # \<b\>\*x\*
    """
    return text.replace(PLACEHOLDER, _MARKUP.sub(r"\\\1", name))


_FILLS: Mapping[str, Callable[[str, str], str]] = {MANIFEST: _in_manifest, README: _in_readme}
