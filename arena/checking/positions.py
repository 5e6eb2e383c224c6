"""Decisions that are hard to get right, out of matches that are played here by dice alone.

The matches are real ones, from the first deal to the final score, by the game's own engine. Their
dice depend on the rules and nothing else: every bot is asked the same, on every machine, and no
card of a league is among them.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from statistics import mean

from arena.deals import Dice
from arena.games.cards import Seat
from arena.games.game import Action, Match, Rules, View

_MATCHES = 4
"""How many matches are played to their end, by a rule of thumb."""
_LONGEST = 40
"""Deals after which such a match is broken off."""
_SELDOM = 0.05
"""How likely an answer of theirs is the dice's."""
_LUCK = (0.2, 1.0, 0.5)
"""The same for deals that begin in standings of all kinds, for one after the other."""
_RUN = 3
"""How many deals are played from such a standing, at most."""
_MOST_DEALS = 2_000
"""After so many deals what has not come about is left out."""
_EACH = 20
"""How often every trait is to come about, at the least."""


@dataclass(frozen=True, slots=True)
class Position:
    """A decision in the middle of a match."""

    match: Match
    """The match as it stands; nobody plays on in it, but in copies."""
    seat: Seat
    traits: tuple[str, ...]

    @property
    def view(self) -> View:
        return self.match.view(self.seat)


@dataclass(frozen=True, slots=True)
class Positions:
    """What a bot is asked, in order, and what it is made of."""

    chosen: Sequence[Position]
    answers: Sequence[Action]
    """Answers of every kind that there is, each legal somewhere."""
    decisions: float
    """How many decisions a seat has in a match, on the average."""

    @property
    def counts(self) -> dict[str, int]:
        """How many of them have each trait, in the order of the rules' traits; 0 for none."""
        (first, *_) = self.chosen
        counted = Counter(trait for position in self.chosen for trait in position.traits)
        return {trait: counted[trait] for trait in first.match.rules.traits}


def hard_positions(rules: Rules, count: int) -> Positions:
    """Returns `count` decisions, in which every trait of the rules comes about if it can."""
    pool = _Pool(rules, count)
    for _ in range(_MATCHES):
        pool.add_match()
    while not pool.is_full:
        pool.add_deals()
    return Positions(pool.choose(), pool.answers, pool.decisions)


@dataclass(slots=True)
class _Pool:
    """All decisions that were met so far, in order."""

    rules: Rules
    count: int
    _met: list[Position] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)
    _answers: dict[Action, None] = field(default_factory=dict)
    _deals: int = 0
    _starts: int = 0
    _lengths: list[float] = field(default_factory=list)
    _name: str = ""
    _random: Random = field(default_factory=Random)

    def __post_init__(self) -> None:
        self._name = json.dumps(self.rules.to_json(), sort_keys=True)
        self._random = Random(self._name)  # noqa: S311  # no secret: everybody is asked the same

    @property
    def answers(self) -> Sequence[Action]:
        """Returns every answer that was given."""
        return [*self._answers]

    @property
    def decisions(self) -> float:
        """How many decisions a seat has in a match that is played by a rule of thumb."""
        return mean(self._lengths)

    @property
    def is_full(self) -> bool:
        if self._deals >= _MOST_DEALS:
            return True
        is_rare = any(self._counts[trait] < _EACH for trait in self.rules.traits)
        return len(self._met) >= self.count and not is_rare

    def add_match(self) -> None:
        """Plays a match to its end and takes in its decisions."""
        dice = self._dice()
        match = self.rules.new_match(dice.first_dealer("m1", 1, self.rules.seats))
        actions = 0
        while not match.is_over and match.deal_number < _LONGEST:
            actions += self._deal(match, dice, _SELDOM)
        self._lengths.append(actions / self.rules.seats)

    def add_deals(self) -> None:
        """Plays some deals from each standing and takes in their decisions."""
        for match in self.rules.standings():
            dice, luck = self._dice(), _LUCK[self._starts % len(_LUCK)]
            for _ in range(_RUN):
                if not match.is_over:
                    self._deal(match, dice, luck)

    def _dice(self) -> Dice:
        self._starts += 1
        return Dice(sha256(self._name.encode()).digest(), f"check {self._starts}")

    def _deal(self, match: Match, dice: Dice, luck: float) -> int:
        match.start_deal(dice.deal("m1", 1, match.deal_number + 1, self.rules.pack))
        self._deals += 1
        return self._play(match, luck)

    def _play(self, match: Match, luck: float) -> int:
        """Plays a deal to its end and takes in its decisions; returns how many there were."""
        dice, actions = self._random, 0
        while (seat := match.seat) is not None:
            view = match.view(seat)
            traits = tuple(self.rules.traits_of(view))
            if traits:
                self._counts.update(traits)
                self._met.append(Position(match.copy(), seat, traits))
            is_lucky = dice.random() < luck
            action = dice.choice(view.legal) if is_lucky else self.rules.guess(view)
            self._answers[action] = None
            match.act(action)
            actions += 1
        return actions

    def choose(self) -> Sequence[Position]:
        """Returns decisions in which what is rare comes first to be chosen, then shuffled."""
        chosen: dict[int, Position] = {}
        order = [*range(len(self._met))]
        self._random.shuffle(order)
        for trait in sorted(self.rules.traits, key=lambda trait: self._counts[trait]):
            chosen.update(self._having(trait, order))
        for at in order:
            if len(chosen) >= self.count:
                break
            chosen[at] = self._met[at]
        positions = [*chosen.values()]
        self._random.shuffle(positions)
        return positions[: self.count]

    def _having(self, trait: str, order: Sequence[int]) -> Iterator[tuple[int, Position]]:
        """Yields decisions with a trait, an even share of all that are to be chosen."""
        having = [at for at in order if trait in self._met[at].traits]
        share = self.count // len(self.rules.traits)
        return ((at, self._met[at]) for at in having[:share])
