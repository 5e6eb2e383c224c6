"""The boards that every sample plays, in all seats at once, and what is written down of them."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from arena.deals import Dice
from arena.games import parse_rules
from arena.games.game import Json
from arena.league import Settings, record_to_json
from arena.league.admission import new_terms
from arena.record import LifeEnd
from arena.runner import Contestant, Halt, Played, Transcript, play_sitting
from arena.sandbox import Sandbox
from arena.schedule import Fixture, Meeting, fixtures
from tests.bench.arena_play import decision_count

_DICE = Dice(bytes(32), "languages")


@dataclass(frozen=True, slots=True)
class Plan:
    """A sitting that every sample plays: rules, how many matches, and how many at once."""

    name: str
    game: str
    options: Mapping[str, object]
    matches: int
    tables: int
    is_spoiled: bool = False
    """Whether the last entrant breaks the rules wherever it can, so that the others see it."""

    def settings(self, base: Settings) -> Settings:
        rules = parse_rules(self.game, self.options)
        return replace(base, rules=rules, play=replace(base.play, tables=self.tables))


ONE_TABLE = Plan("spades, 1 table", "spades", {"length": "deals:4"}, matches=4, tables=1)
BATCH = Plan("spades, 32 tables", "spades", {"length": "deals:2"}, matches=32, tables=32)
PLANS = (
    ONE_TABLE,
    BATCH,
    Plan(
        "spades, 4 seats and all options",
        "spades",
        {"seats": 4, "blind_nil": True, "renege": "fail-bid", "length": "deals:8"},
        matches=8,
        tables=8,
        is_spoiled=True,
    ),
    Plan("euchre, 32 tables", "euchre", {"length": "deals:4"}, matches=32, tables=32),
    Plan(
        "euchre with the joker",
        "euchre",
        {"deck": 25, "stick_the_dealer": True, "length": "deals:6"},
        matches=8,
        tables=8,
        is_spoiled=True,
    ),
)
"""All fields of both games' views occur in them; test_languages.py looks."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays, and where."""

    bot: Contestant
    spoiler: Contestant
    sandbox: Sandbox
    place: Path
    """The run directory."""


@dataclass(slots=True)
class Sheet:
    """A journal that keeps records as they are exported, when they came, and what went wrong."""

    begun: float = 0.0
    records: dict[str, Json] = field(default_factory=dict)
    at: list[tuple[float, int]] = field(default_factory=list)
    """When each match was done, and how many decisions it took; counted in Spades alone."""
    problems: list[str] = field(default_factory=list)

    def begin(self, fixtures: Sequence[Fixture]) -> None:  # noqa: ARG002  # the runner's interface
        self.begun = self.begun or time.perf_counter()

    def finish(self, played: Played) -> None:
        count = decision_count(played.record) if played.record.game == ONE_TABLE.game else 0
        self.at.append((time.perf_counter(), count))
        fixture = Fixture(played.match, "", "", 1, 1, ())
        self.records[played.match] = record_to_json(fixture, played.record, "", [])

    def annul(self, match: str, cause: str) -> None:
        self.problems.append(f"{match} was annulled: {cause}")

    def ended(self, entrant: str, end: LifeEnd) -> None:
        if end.verdict is not None:
            self.problems.append(f"{entrant} ended with {end.verdict.value}: {end.text}")

    @property
    def rate(self) -> float:
        """Decisions a second from the first match's end on, or from the start where all overlap."""
        times = [at for at, _ in self.at]
        if any(later - earlier < (times[0] - self.begun) / 2 for earlier, later in pairwise(times)):
            return sum(count for _, count in self.at) / (times[-1] - self.begun)
        return sum(count for _, count in self.at[1:]) / (times[-1] - times[0])

    def equal_to(self, expected: "Sheet") -> int:
        """Returns how many of the expected records are the same here."""
        return sum(self.records.get(match) == each for match, each in expected.records.items())


async def play(
    plan: Plan, table: Table, settings: Settings, transcript: Transcript | None = None
) -> Sheet:
    """Plays `plan`, each seat a life of its own, under the league's limits."""
    chosen = plan.settings(settings)
    entrants = tuple(f"e{seat + 1}" for seat in range(chosen.rules.seats))
    meetings = [Meeting(f"m{number + 1}", entrants) for number in range(plan.matches)]
    matches = [next(fixtures(meeting)) for meeting in meetings]
    bots = {entrant: replace(table.bot, entrant=entrant) for entrant in entrants}
    if plan.is_spoiled:
        bots[entrants[-1]] = replace(table.spoiler, entrant=entrants[-1])
    terms = replace(new_terms(chosen, _DICE, table.place), transcript=transcript)
    sheet = Sheet()
    await play_sitting(matches, bots, table.sandbox, terms, sheet, Halt())
    return sheet


def differences(sheet: Sheet, expected: Sheet) -> list[str]:
    """Returns what is not as in `expected`, a line for each match."""
    lines = [*sheet.problems]
    for match, record in expected.records.items():
        found = sheet.records.get(match)
        if found is None:
            lines.append(f"{match} has no result")
        elif found != record:
            lines.append(f"{match}: {_first_difference(found, record)}")
    return lines


def _first_difference(found: object, expected: object, where: str = "") -> str:
    """Returns the place of the first thing that is not as expected, and both sides of it."""
    if isinstance(found, Mapping) and isinstance(expected, Mapping):
        for key in expected:
            if found.get(key) != expected[key]:
                return _first_difference(found.get(key), expected[key], f"{where} {key}")
    if isinstance(found, list | tuple) and isinstance(expected, list | tuple):
        for number, (one, other) in enumerate(zip(found, expected, strict=False), start=1):
            if one != other:
                return _first_difference(one, other, f"{where} {number}")
    return f"{where.strip()} is {found!s:.300}, expected {expected!s:.300}"
