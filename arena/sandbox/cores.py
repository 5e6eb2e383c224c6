"""Which processors bots are held to: one for each life, and no two on one while there are more."""

import os

from arena.errors import SandboxError


class Cores:
    """The processors for bots; each life is lent the one that fewest have."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        if not numbers:
            raise SandboxError("there is no processor to hold bots to")
        self._lives = dict.fromkeys(numbers, 0)

    def lend(self) -> int:
        """Returns the processor with fewest lives, the first of equals."""
        core = min(self._lives, key=self._lives.__getitem__)
        self._lives[core] += 1
        return core

    def give_back(self, core: int) -> None:
        """Takes note that a life on `core` is over."""
        self._lives[core] -= 1


def own_processors() -> tuple[int, ...]:
    """Returns those that this process may use."""
    return tuple(sorted(os.sched_getaffinity(0)))


def parse_processors(text: str) -> tuple[int, ...]:
    """Returns the processors that a setting names.

    >>> parse_processors("0-2,7")
    (0, 1, 2, 7)
    """
    numbers: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return tuple(sorted(numbers))
