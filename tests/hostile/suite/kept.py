"""What the arena keeps of what hostile bots say: texts for people, clean and of bounded length."""

import unicodedata
from collections.abc import Iterator
from itertools import chain

from arena.sandbox.sandbox import STDERR_BYTES
from tests.doubles import MemoryJournal

LONGEST_SENTENCE = 2_048
"""Characters of what the arena says of a fault."""
_UNWANTED = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Controls, direction marks and other signs without a face, surrogates, line and page breaks."""


def unclean(kept: MemoryJournal) -> list[str]:
    """Returns what is wrong with any text that was kept, in words."""
    found = []
    for where, text, limit, allowed in _texts(kept):
        if len(text) > limit:
            found.append(f"{where} has {len(text)} characters, expected at most {limit}")
        bad = {char for char in text if unicodedata.category(char) in _UNWANTED} - {*allowed}
        if bad:
            found.append(f"{where} holds {', '.join(sorted(map(ascii, bad)))}: {text[:200]!r}")
    return found


def _texts(kept: MemoryJournal) -> Iterator[tuple[str, str, int, str]]:
    """Yields where a text is kept, the text, its longest length, and what controls it may hold."""
    for played in kept.played.values():
        for piece in played.evidence:
            yield "the evidence", piece.text, LONGEST_SENTENCE, ""
    for end in chain.from_iterable(kept.lives.values()):
        yield "the end of a life", end.text, LONGEST_SENTENCE, ""
        yield "the error output of a life", end.stderr, STDERR_BYTES, "\n\t"
