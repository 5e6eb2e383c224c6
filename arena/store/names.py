"""Names that people type: what may be in them, and which two are the same."""

import re
import unicodedata

from arena.errors import ConfigError

LONGEST_NAME = 200
"""In characters, after normalisation."""

_BIDIRECTIONAL_MARKS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_FORBIDDEN_CATEGORIES = {
    "Cc": "a control character",
    "Cs": "half of a surrogate pair",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}
# Code points that Unicode calls default ignorable and that are no format characters.
_IGNORABLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}

_OF_ANOTHER = re.compile(r"e\d+|.*\(revision \d+\)", re.DOTALL)


def parse_name(text: str, what: str = "name") -> str:
    """Returns `text` in NFC; raises ConfigError if it may not be a name.

    `what` says in the message what the text was meant to be. All that the rule does not forbid
    survives: colons, commas, quotes, emoji, spaces at either end.
    """
    for character in text:
        if reason := _reason_against(character):
            raise ConfigError(f"{what} {text!r} holds {reason}: leave it out")
    name = unicodedata.normalize("NFC", text)
    if not name_key(name).strip():
        raise ConfigError(f"{what} {text!r} shows nothing: use at least one visible character")
    if len(name) > LONGEST_NAME:
        start = repr(name[:20])
        raise ConfigError(
            f"{what} that starts {start} has {len(name)} characters: use at most {LONGEST_NAME}"
        )
    return name


def name_key(name: str) -> str:
    """Returns what is the same for all names that count as one: Unicode's NFKC case folding.

    >>> name_key("Straße")
    'strasse'
    """
    return _folded(_folded(name))


def is_for_another(name: str) -> bool:
    """Says whether a bot of that name could be taken for an entrant by its id or its revision.

    >>> is_for_another("E2"), is_for_another("ann (revision 2)"), is_for_another("e2e4")
    (True, True, False)
    """
    return _OF_ANOTHER.fullmatch(name_key(name).strip()) is not None


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    visible = "".join(character for character in folded if not _is_ignorable(character))
    return unicodedata.normalize("NFKC", visible)


def _is_ignorable(character: str) -> bool:
    return character in _IGNORABLE or unicodedata.category(character) == "Cf"


def _reason_against(character: str) -> str | None:
    code = f"U+{ord(character):04X}"
    if character in _BIDIRECTIONAL_MARKS:
        return f"a bidirectional mark ({code})"
    reason = _FORBIDDEN_CATEGORIES.get(unicodedata.category(character))
    return reason and f"{reason} ({code})"
