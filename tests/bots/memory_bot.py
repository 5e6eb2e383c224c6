"""A bot that remembers every card it was ever shown, and looks for cards it should not know.

It plays on the samples' kit. When a view shows cards that it has seen before in another match, or
in another life if that left notes, it prints a line with LEAK and ends with an error, so that the
leak is a fault in the league's results as well.
"""

import itertools
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from arena.v1.spades_pb2 import SpadesRules, SpadesView

SEATS = 3
ENOUGH = 14
"""So many cards, all at the same seats in two deals, are no chance: below 1 in 10^10."""
NOTE = ".arena-memory.jsonl"
FOLDER = Path(__file__).resolve().parent


class Key(NamedTuple):
    """Which deal of which match: `seed` is the same in all decisions of a match and seat."""

    life: str
    seed: int
    deal: int


@dataclass(slots=True)
class Memory:
    """The cards of each seat, as bits, as far as they have been shown."""

    known: dict[Key, tuple[int, ...]] = field(default_factory=dict)

    def add(self, key: Key, held: tuple[int, ...]) -> str:
        """Remembers; returns why it should not have been possible, empty when it is fine."""
        before = self.known.get(key, (0,) * SEATS)
        if any(old & ~new for old, new in zip(before, held, strict=True)):
            return f"{key} is dealt again to the same process"
        self.known[key] = held
        if before == held:
            return ""
        for other, cards in self.known.items():
            if other != key and is_same_deal(held, cards):
                return f"{key} has the cards of {other}"
        return ""


def is_same_deal(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Tells whether two deals, as far as both are known, agree seat by seat, or turned round."""
    for turn in range(SEATS):
        turned = second[turn:] + second[:turn]
        common = sum((own & other).bit_count() for own, other in zip(first, turned, strict=True))
        apart = any(
            own & turned[other]
            for (seat, own), other in itertools.product(enumerate(first), range(SEATS))
            if seat != other
        )
        if common >= ENOUGH and not apart:
            return True
    return False


def cards_of(view: SpadesView) -> tuple[int, ...]:
    """Returns the cards that the view shows to have been dealt to each seat, as bits."""
    held = [0] * SEATS
    for card in view.hand:
        held[view.seat - 1] |= 1 << card
    for place, card in enumerate(view.played):
        trick, order = divmod(place, SEATS)
        held[(view.leaders[trick] - 1 + order) % SEATS] |= 1 << card
    return tuple(held)


def places() -> Iterator[Path]:
    """Yields every directory in which a bot might leave something for a later life."""
    named = [os.environ.get(name, "") for name in ("HOME", "TMPDIR", "XDG_RUNTIME_DIR")]
    socket = os.environ.get("ARENA_SOCKET", "").removeprefix("unix://")
    yield from (Path(name) for name in named if name)
    yield from map(Path, (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm", "/run", "/"))  # noqa: S108  # it looks everywhere
    yield from (FOLDER, *FOLDER.parents, Path.cwd())
    if socket:
        yield from Path(socket).parents


class Notes:
    """What is left for other lives, in every one of `places` that can be written."""

    def __init__(self, life: str, places: Iterable[Path]) -> None:
        self._life = life
        self._places = sorted(set(places))

    def read(self) -> dict[Key, tuple[int, ...]]:
        """Returns what other lives have left anywhere."""
        found = {}
        for place in self._places:
            with suppress(OSError, ValueError):
                for line in (place / NOTE).read_text(encoding="utf-8").splitlines():
                    life, seed, deal, *held = json.loads(line)
                    if life != self._life:
                        found[Key(life, seed, deal)] = tuple(held)
        return found

    def write(self, key: Key, held: tuple[int, ...]) -> None:
        for place in self._places:
            with suppress(OSError), (place / NOTE).open("a", encoding="utf-8") as file:
                file.write(json.dumps([*key, *held]) + "\n")


class Bot:
    """Answers with the first legal action while it compares."""

    def __init__(self, _rules: SpadesRules) -> None:
        self._life = os.urandom(8).hex()
        is_writing = (FOLDER / "keep-notes").exists()
        self._notes = Notes(self._life, places() if is_writing else ())
        self._memory = Memory(self._notes.read())

    def choose(self, view: SpadesView, seed: int) -> int:
        key, held = Key(self._life, seed, view.deal), cards_of(view)
        if view.legal_bids:
            self._memory.known.update(self._notes.read())
        leak = self._memory.add(key, held)
        self._notes.write(key, held)
        if leak:
            raise SystemExit(f"LEAK {leak}")
        return (view.legal_bids or view.legal_cards)[0]
