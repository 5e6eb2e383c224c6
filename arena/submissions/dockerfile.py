"""What a Dockerfile may ask for: commands, in containers that have limits.

What the engine would do by itself, from the machine's own network or with no limit on the disk, is
refused: fetch and run another builder, fetch or unpack what an ADD names, fill a VOLUME.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from arena.errors import SubmissionError

DOCKERFILE = "Dockerfile"

_LARGEST = 262_144
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


def _readings(text: str) -> Iterator[str]:
    """Yields the text with continued lines joined.

    Where it says which sign continues a line, in all ways in which a builder may read it.
    """
    plain = _COMMENT.sub("", text)
    yield _CONTINUED.sub("", plain)
    if _ESCAPE.search(text):
        yield plain
        yield _CONTINUED_OTHERWISE.sub("", plain)
