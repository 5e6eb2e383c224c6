"""An executor that plays at tables in the test's own process, and leagues to try it on."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from arena.config import settings_text
from arena.deals import commitment
from arena.errors import SandboxError
from arena.games import parse_rules
from arena.games.cards import Seat
from arena.games.game import View
from arena.league import (
    Directory,
    EntryCheck,
    EntrySettings,
    League,
    ScheduleSettings,
    Settings,
)
from arena.league.playing import Progress, play_league
from arena.record import Ender, Evidence, LifeEnd, Verdict
from arena.runner import INTERRUPTED, Contestant, Halt, Journal, Played, Terms, run
from arena.sandbox import Sandbox
from arena.schedule import Fixture
from arena.store import NewEntrant, NewLeague, SandboxKind, Store
from arena.table import Setup, Table
from tests.doubles import LoopSandbox, new_terms

_MOST_BID = 6


class Sandboxed(LoopSandbox):
    """Stands for either kind of sandbox; nothing is started in it."""

    def __init__(self, kind: SandboxKind = SandboxKind.PROCESS) -> None:
        super().__init__({})
        self.name = kind.value


@dataclass
class AtTables:
    """Plays sittings at tables; each entrant answers from its id and the view alone."""

    forfeiting: Mapping[str, Verdict] = field(default_factory=dict)
    """Entrants that forfeit every match before their first answer."""
    is_reversed: bool = False
    """Whether matches come about in the other order."""
    halt_after: int | None = None
    """How many matches come about before somebody presses Ctrl-C twice."""
    failures: list[str] = field(default_factory=list)
    """What goes wrong of ours in the next sittings: every match is annulled for it."""
    is_raising: bool = True
    """Whether that is raised too, as when a bot could not be started."""
    on_sitting: Callable[[], None] = lambda: None  # a field
    """What is done before each sitting."""
    played: list[str] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    """The seconds that it was to wait between sittings."""

    async def wait(self, seconds: float, _halt: Halt) -> None:
        self.waited.append(seconds)

    async def __call__(  # the interface of an executor
        self,
        fixtures: Sequence[Fixture],
        _contestants: Mapping[str, Contestant],
        _sandbox: Sandbox,
        terms: Terms,
        journal: Journal,
        halt: Halt,
    ) -> None:
        self.on_sitting()
        journal.begin(fixtures)
        waiting = list(reversed(fixtures) if self.is_reversed else fixtures)
        if self.failures:
            cause = self.failures.pop(0)
            for fixture in waiting:
                journal.annul(fixture.match, cause)
            if self.is_raising:
                raise SandboxError(cause)
            return
        for fixture in waiting:
            if self.halt_after is not None and len(self.played) >= self.halt_after:
                halt.request()
                halt.request()
            if halt.is_immediate:
                journal.annul(fixture.match, INTERRUPTED)
                continue
            journal.finish(self._match(fixture, terms))
            self.played.append(fixture.match)
        for entrant in sorted({entrant for fixture in fixtures for entrant in fixture.seating}):
            journal.ended(entrant, self._end(entrant))

    def _end(self, entrant: str) -> LifeEnd:
        verdict = self.forfeiting.get(entrant)
        if verdict is None:
            return LifeEnd(Ender.ITSELF, "all tables are done", None, 2.5, 51, 0)
        printed = f"I am {entrant}:\nI was told to"
        return LifeEnd(Ender.ARENA, "it was told to", verdict, 0.5, 0, 137, stderr=printed)

    def _match(self, fixture: Fixture, terms: Terms) -> Played:
        table = Table(_setup(fixture, terms))
        evidence = []
        for seat, entrant in enumerate(fixture.seating):
            if verdict := self.forfeiting.get(entrant):
                table.forfeit(Seat(seat), verdict)
                evidence.append(Evidence(Seat(seat), verdict, "it was told to", 1, 0))
        while (seat_due := table.seat) is not None:
            view = table.view(seat_due)
            choices = view.legal[: _MOST_BID + 1]
            table.answer(choices[_taste(fixture.seating[seat_due], view) % len(choices)])
        return Played(fixture.match, table.record(), tuple(evidence))


def _setup(fixture: Fixture, terms: Terms) -> Setup:
    deal, seats = partial(terms.dice.deal, fixture.meeting, fixture.board_number), terms.rules.seats
    return Setup(
        rules=terms.rules,
        first_dealer=terms.dice.first_dealer(fixture.meeting, fixture.board_number, seats),
        shuffled_pack=lambda number: deal(number, terms.rules.pack),
        seeds=tuple(range(1, seats + 1)),
        bank=1.0,
    )


def _taste(entrant: str, view: View) -> int:
    """Returns a number that differs from one entrant and decision to the next.

    Only the answers have a part in it: what else a view holds may grow.
    """
    return sum(f"{entrant} {view.seat} {' '.join(each.text for each in view.legal)}".encode())


def new_league(
    directory: Path,
    bots: Iterable[str] = ("ann", "bob", "cid"),
    boards: int = 2,
    **rules: object,
) -> League:
    """Makes a league with one-deal matches, or `rules`, and entrants that are never started."""
    settings = new_settings(boards, **rules)
    league = League.create(directory, settings, "")
    for name in bots:
        add_entrant(league, name)
    return league


def new_settings(boards: int = 2, **rules: object) -> Settings:
    return Settings(
        name="test",
        rules=parse_rules("spades", rules or {"length": "deals:1"}),
        schedule=ScheduleSettings(boards=boards, meetings_per_sitting=3),
        entry=EntrySettings(check=EntryCheck.START),
    )


def add_entrant(league: League, name: str, digest: str = "") -> str:
    """Admits a bot without looking at it; returns its id."""
    kind = SandboxKind.PROCESS
    new = NewEntrant(name, None, kind, None, digest or f"digest of {name}", ("bot",), {})
    return league.add_entrant(new).id


def play_out(
    league: League,
    executor: AtTables | None = None,
    halt: Halt | None = None,
    sandbox: SandboxKind = SandboxKind.PROCESS,
    contestants: Mapping[str, Contestant] | None = None,
) -> list[Progress]:
    """Plays what is missing, with no time passing; returns what was told of the progress."""
    league.extend_schedule()
    terms = replace(new_terms(Path()), rules=league.settings.rules, dice=league.dice())
    told: list[Progress] = []
    tables = executor or AtTables()
    run(
        lambda: play_league(
            league,
            contestants or {},
            Sandboxed(sandbox),
            terms,
            halt or Halt(),
            told.append,
            tables,
            tables.wait,
        )
    )
    return told


def make_known_league(directory: Path, names: Iterable[str]) -> None:
    """Makes a league whose id, secret and moments are known, so that all it prints is."""
    secret = bytes(32)
    settings = replace(new_settings(), name="friends: “all” of 🂡")
    place = Directory(directory)
    place.make()
    place.write(settings_text(settings), secret)
    made = NewLeague(
        id="0123456789abcdef",
        name=settings.name,
        game="spades",
        rules=settings.rules.to_json(),
        commitment=commitment(secret),
        settings={"schedule.kind": "auto", "schedule.boards": 2},
        arena="0.1.0",
    )
    with Store.create(directory, made, clock=lambda: 1_800_000_000.0) as store:
        for number, name in enumerate(names):
            kind = SandboxKind.DOCKER if number else SandboxKind.PROCESS
            image = None if kind is SandboxKind.PROCESS else "sha256:" + "1" * 64
            store.add_entrant(
                NewEntrant(name, "somebody", kind, image, str(number) * 64, ("bot",), {})
            )
