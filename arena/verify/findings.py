"""What a verification finds."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it comes out when it is worked out again."""

    where: str
    """A match, or what else the league has."""
    text: str
    """What stands there, and what was expected."""
    deal: int | None = None
    """The deal of the match, from 1."""

    def __str__(self) -> str:
        deal = "" if self.deal is None else f", deal {self.deal}"
        return f"{self.where}{deal}: {self.text}"


Report = Callable[[Finding], None]
"""Takes each finding as it comes, in the order of the league."""


def shown(value: object) -> str:
    r"""Returns a value from anywhere as text that is short and forges nothing.

    >>> print(shown("a\n\u202eb"))
    "a\n\u202eb"
    """
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = ascii(type(value).__name__)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def first_difference(stands: Sequence[str], expected: Sequence[str]) -> int:
    """Returns the first index at which two sequences differ."""
    pairs = zip(stands, expected, strict=False)
    return next(
        (index for index, (one, other) in enumerate(pairs) if one != other),
        min(len(stands), len(expected)),
    )
