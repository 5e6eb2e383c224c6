"""Which images a Dockerfile takes from: by names, and never by ids, which may be another's bot.

An engine takes any beginning of an id that is no name. What cannot be told without being the
builder, such as an ARG in quotes or half of a name by default, is refused as well.
"""

import re
from collections.abc import Iterable, Iterator

from arena.errors import SubmissionError

_QUOTES = "\"'\\`"
_UNQUOTED = str.maketrans(dict.fromkeys(_QUOTES))
_ARG = re.compile(r"(\w+)(?:=([\"']?)([^\s\"'\\`]*)\2)?", re.ASCII)
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))", re.ASCII)
_ID = re.compile(r"sha256:.*|[0-9a-f]+", re.IGNORECASE)
_STAGE_NUMBER = re.compile(r"[0-9]{1,9}")
_LONGEST = 1_000
"""Characters of a name; defaults of ARGs that double each other soon have more."""
_SHOWN = 60


def check_bases(instructions: Iterable[tuple[str, str]]) -> None:
    """Raises SubmissionError if one of the instructions takes from an image by its id."""
    known: dict[str, str | None] = {}
    stages: set[str] = set()
    current: str | None = None  # a stage cannot be copied from while it is built
    for name, rest in instructions:
        if name == "ARG" and current is None:
            _learn(known, rest.split())
        elif name == "FROM":
            stages |= {current or ""}
            words = [word for word in rest.split() if not word.startswith("--")]
            image = _image(rest, words[0] if words else "", known)
            _check(image, stages)
            is_named = len(words) > 2 and words[1].upper() == "AS"  # noqa: PLR2004  # FROM x AS y
            current = words[2].lower() if is_named else ""
        elif name in {"COPY", "RUN"}:
            for source in _sources(rest):
                if not _STAGE_NUMBER.fullmatch(source):
                    _check(source, stages)


def _check(image: str, stages: set[str]) -> None:
    if _ID.fullmatch(image) and image.lower() not in stages:
        raise SubmissionError(
            f"the Dockerfile takes the image {image[:_SHOWN]!a} by its id, which may be that of "
            "another's bot: name it with its tag, as in debian:bookworm-slim"
        )


def _learn(known: dict[str, str | None], words: list[str]) -> None:
    """Adds the defaults of an ARG: None for what is given twice; nothing is known of odd ones."""
    for word in words:
        if found := _ARG.fullmatch(word):
            name = found[1]
            known[name] = None if name in known else _expanded(found[3] or "", known)
        else:
            known[""] = None


def _image(rest: str, word: str, known: dict[str, str | None]) -> str:
    """Returns the name of the image of a FROM; raises SubmissionError if it cannot be told."""
    image = None if any(quote in rest for quote in _QUOTES) else _expanded(word, known)
    if image is None:
        raise SubmissionError(
            f"the Dockerfile says FROM {rest[:_SHOWN]!a}, of which it cannot be told which image "
            "that is: name it, or say ${BASE} and above it ARG BASE=debian:bookworm-slim"
        )
    return image


def _expanded(word: str, known: dict[str, str | None]) -> str | None:
    """Returns a word with the defaults in it; None if what it comes to cannot be told."""
    if "$" not in word:
        return word
    named = [found[1] or found[2] for found in _VARIABLE.finditer(word[:_LONGEST])]
    values = {name: known.get(name, "") for name in named}
    if "" in known or None in values.values() or len(word) > _LONGEST:
        return None
    expanded = _VARIABLE.sub(lambda found: values[found[1] or found[2]] or "", word)
    return None if "$" in expanded or len(expanded) > _LONGEST else expanded


def _sources(rest: str) -> Iterator[str]:
    """Yields what the flags of a COPY or a RUN take from, which no builder expands."""
    for word in rest.translate(_UNQUOTED).split():
        if word.startswith("--from="):
            yield word.removeprefix("--from=")
        elif word.startswith("--mount="):
            for part in word.removeprefix("--mount=").split(","):
                if part.startswith("from="):
                    yield part.removeprefix("from=")
