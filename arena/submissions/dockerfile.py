"""What a Dockerfile may ask for: commands, in containers that have limits.

What the engine would do by itself, from the machine's own network or with no limit on the disk, is
refused: fetch and run another builder, fetch or unpack what an ADD names, fill a VOLUME.
An image by its id is refused too.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from arena.errors import SubmissionError
from arena.sandbox.builders import check_builder
from arena.submissions.bases import check_bases

DOCKERFILE = "Dockerfile"

IGNORED = ".dockerignore"

_LARGEST = 262_144
_LARGEST_IGNORED = 16_384
_MOST_IGNORED = 100
_LONGEST_SHOWN = 60
_SET = re.compile(r"\[!?[A-Za-z0-9_.]+\]")
_REFUSED = {
    "ADD": "the engine carries that out by itself and without limits: use COPY, and fetch and "
    "unpack by a RUN",
    "VOLUME": "a bot has none, and the engine copies what lies there again and again: leave it out",
}
_ESCAPE = re.compile(r"^[^\S\n]*#[^\S\n]*escape[^\S\n]*=", re.IGNORECASE | re.MULTILINE)
# What goes on in the next line: to some builders also what ends in two of that sign, to others not.
_CONTINUED = (re.compile(r"\\[ \t]*$"), re.compile(r"(?<!\\)\\[ \t]*$"))
_CONTINUED_OTHERWISE = (re.compile(r"`[ \t]*$"), re.compile(r"(?<!`)`[ \t]*$"))


def check_dockerfile(path: Path, otherwise: str) -> None:
    """Raises SubmissionError unless there is a Dockerfile that may be built.

    `otherwise` says what somebody can do who has none.
    """
    if path.is_symlink() or not path.is_file():
        raise SubmissionError(
            f"the bot has no {DOCKERFILE}, from which its image is built: add one, {otherwise}"
        )
    if path.stat().st_size > _LARGEST:
        raise SubmissionError(f"the {DOCKERFILE} has more than {_LARGEST:,} bytes: make it smaller")
    content = path.read_bytes()
    check_builder(content)
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    if "\r" in text:
        raise SubmissionError(
            f"the {DOCKERFILE} has carriage returns within lines: save it with usual line ends"
        )
    for continued in (*_CONTINUED, *(_CONTINUED_OTHERWISE if _ESCAPE.search(text) else ())):
        instructions = [*_instructions(text, continued)]
        for name, _ in instructions:
            if name in _REFUSED:
                raise SubmissionError(f"the {DOCKERFILE} says {name}, and {_REFUSED[name]}")
        check_bases(instructions)


def check_ignored(path: Path) -> None:
    """Raises SubmissionError if a .dockerignore is none, or takes long to compare with names.

    What reads it makes regular expressions of its lines: of some of these a single one, and one
    long name, would keep the whole arena busy for hours.
    """
    if not path.is_symlink() and not path.exists():
        return
    if path.is_symlink() or not path.is_file() or path.stat().st_size > _LARGEST_IGNORED:
        raise SubmissionError(
            f"{IGNORED} has to be a plain file of {_LARGEST_IGNORED:,} bytes at most: mend it, or "
            "say what is to be left out by exclude in bot.toml"
        )
    try:
        lines = path.read_bytes().decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise SubmissionError(f"{IGNORED} is not UTF-8: save it as that") from None
    patterns = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    if len(patterns) > _MOST_IGNORED:
        raise SubmissionError(f"{IGNORED} has more than {_MOST_IGNORED} lines: use fewer")
    for pattern in patterns:
        if not _is_simple(pattern):
            raise SubmissionError(
                f"{IGNORED} has the line {pattern[:_LONGEST_SHOWN]!a}: use one * between two "
                "slashes, one ** in a line, and no ranges, or exclude in bot.toml"
            )


def _is_simple(pattern: str) -> bool:
    """Says whether a pattern is compared with a name in one go, whatever the name is."""
    parts = _SET.sub("", pattern).split("/")
    are_few = all(part == "**" or part.count("*") <= 1 for part in parts)
    return are_few and parts[:-1].count("**") <= 1 and not any("[" in part for part in parts)


def _instructions(text: str, continued: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yields the name of each instruction, in capitals, and the rest of it, lines joined.

    What an ONBUILD keeps for later counts as if it stood there by itself.
    """
    for command in _commands(text, continued):
        name, rest = _first_word(command)
        while name == "ONBUILD":
            name, rest = _first_word(rest)
        yield name, rest


def _commands(text: str, continued: re.Pattern[str]) -> Iterator[str]:
    """Yields each command on one line; comments and empty lines in its midst do not end it."""
    parts: list[str] = []
    for line in text.split("\n"):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        end = continued.search(line)
        parts.append(line[: end.start()] if end else line)
        if end is None:
            yield "".join(parts)
            parts = []
    yield "".join(parts)


def _first_word(text: str) -> tuple[str, str]:
    word, *rest = text.split(maxsplit=1) or [""]
    return word.upper(), "".join(rest)
