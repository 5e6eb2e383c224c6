"""What a Dockerfile may ask for: commands, in containers that have limits.

What the engine would do by itself, from the machine's own network or with no limit on the disk, is
refused: fetch and run another builder, fetch or unpack what an ADD names, fill a VOLUME.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from arena.errors import SubmissionError

DOCKERFILE = "Dockerfile"

IGNORED = ".dockerignore"

_LARGEST = 262_144
_LARGEST_IGNORED = 16_384
_MOST_IGNORED = 100
_LONGEST_SHOWN = 60
_SET = re.compile(r"\[!?[A-Za-z0-9_.]+\]")
# The forms in which builders take a line as the name of another builder, to be fetched and run.
_SYNTAX = re.compile(
    rb"^(?:\xef\xbb\xbf)?[ \t]*(?:#|//)[ \t]*syntax[ \t]*="
    rb"|\A(?:\xef\xbb\xbf)?(?:#![^\n]*\n)?\s*\{",
    re.IGNORECASE | re.MULTILINE,
)
_REFUSED = {
    "ADD": "the engine carries that out by itself and without limits: use COPY, and fetch and "
    "unpack by a RUN",
    "VOLUME": "a bot has none, and the engine copies what lies there again and again: leave it out",
}
_INSTRUCTION = re.compile(
    rf"^\s*(?:onbuild\s+)?({'|'.join(_REFUSED)})\s", re.IGNORECASE | re.MULTILINE
)
_COMMENT = re.compile(r"^[ \t]*#[^\n]*\n?", re.MULTILINE)
_CONTINUED = re.compile(r"\\[ \t]*\n\s*")
_CONTINUED_OTHERWISE = re.compile(r"`[ \t]*\n\s*")
_ESCAPE = re.compile(r"^\ufeff?[ \t]*#[ \t]*escape[ \t]*=", re.IGNORECASE | re.MULTILINE)


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
    if _SYNTAX.search(content):
        raise SubmissionError(
            f"the {DOCKERFILE} asks for another builder by a syntax line: remove that line"
        )
    text = content.decode("utf-8-sig", "replace").replace("\r\n", "\n")
    for lines in _readings(text):
        if found := _INSTRUCTION.search(lines):
            name = found[1].upper()
            raise SubmissionError(f"the {DOCKERFILE} says {name}, and {_REFUSED[name]}")


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


def _readings(text: str) -> Iterator[str]:
    """Yields the text with continued lines joined.

    Where it says which sign continues a line, in all ways in which a builder may read it.
    """
    plain = _COMMENT.sub("", text)
    yield _CONTINUED.sub("", plain)
    if _ESCAPE.search(text):
        yield plain
        yield _CONTINUED_OTHERWISE.sub("", plain)
