"""Plays what is missing of a league, sitting by sitting, and keeps every result as it comes.

What a sitting leaves unplayed is planned again, until nothing is missing. Faults of ours annul
attempts; when sittings in a row bring no result at all, the league stops and says why.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from json import dumps

from arena.errors import ArenaError, HostError, SandboxError
from arena.league.files import ensure_files
from arena.league.kept import check_kept
from arena.league.league import League, version
from arena.league.outlook import OVERLOAD
from arena.league.patience import Outcome, Patience, Wait, wait_or_halt
from arena.league.standing import benched_entrants, missing_fixtures, save_standings
from arena.moments import Moment, reached
from arena.record import LifeEnd, evidence_to_json
from arena.runner import (
    INTERRUPTED,
    Contestant,
    Halt,
    Journal,
    Overload,
    Pace,
    Played,
    Terms,
    play_sitting,
)
from arena.sandbox import Sandbox
from arena.schedule import Fixture, Sitting
from arena.store import Result, SandboxKind

HORIZON = 6_000
"""How many matches are planned at once, so that a long schedule is never in memory as a whole."""

Executor = Callable[
    [Sequence[Fixture], Mapping[str, Contestant], Sandbox, Terms, Journal, Halt], Awaitable[None]
]
"""Plays a sitting, here or elsewhere; `play_sitting` plays it here."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is."""

    played: int
    """Matches that this run has finished."""
    missing: int
    """Matches that are left."""
    annulled: int
    """Attempts of this run that do not count."""
    slowed_to: int = 0
    """How few bots may think at once while the machine is overloaded; 0 while it is not."""
    setback: str = ""
    """What failed, and when it is tried again, while the run waits for that."""


class _Journal:
    """Keeps what a sitting tells in the store, and tells whoever watches."""

    def __init__(self, league: League, watch: Callable[[Progress], None]) -> None:
        self.played = 0
        self.annulled = 0
        self.missing = 0
        self.sitting = ""
        self.has_forfeits = False
        self.has_trouble = False
        self.finished: set[str] = set()
        self.cause: str | None = None
        self.pace: Pace | None = None
        self._store = league.store
        self._watch = watch
        self._fixtures: dict[str, Fixture] = {}

    def enter(self, sitting: str) -> None:
        """Begins a sitting, in which nothing has happened yet."""
        self.sitting = sitting
        self.has_forfeits = self.has_trouble = False
        self.finished = set()
        self.cause = None

    def begin(self, fixtures: Sequence[Fixture]) -> None:
        self._store.begin_attempts(fixtures, self.sitting)
        self._fixtures |= {fixture.match: fixture for fixture in fixtures}

    def finish(self, played: Played) -> None:
        record = played.record
        fixture = self._fixtures.pop(played.match)
        result = Result(
            fixture=fixture,
            places=tuple(place for place in record.places if place is not None),
            scores=record.scores,
            verdicts=tuple(verdict.value for verdict in record.verdicts),
            deals=record.deals_played,
        )
        evidence = [evidence_to_json(evidence) for evidence in played.evidence]
        self._store.add_result(result, record.to_text(), dumps(evidence, ensure_ascii=False))
        self.finished.add(played.match)
        self.played += 1
        self.missing -= 1
        if any(record.forfeits):
            self.has_forfeits = True
        self.tell()

    def annul(self, match: str, cause: str) -> None:
        del self._fixtures[match]
        if cause == INTERRUPTED:
            self._store.interrupt_attempt(match, cause)
            return
        self._store.annul_attempt(match, cause)
        self.annulled += 1
        self.cause = cause
        self.tell()

    def ended(self, entrant: str, end: LifeEnd) -> None:
        self._store.add_life(self.sitting, entrant, end)

    def tell(self, setback: str = "") -> None:
        pace = self.pace
        slowed_to = pace.limit if pace is not None and pace.overload is not None else 0
        self._watch(Progress(self.played, self.missing, self.annulled, slowed_to, setback))

    def tell_overload(self, overload: Overload) -> None:
        """Keeps a time of overload that is over."""
        self._store.add_note(OVERLOAD, overload_text(overload))
        self.tell()


async def play_league(  # noqa: PLR0913, PLR0917  # what a run is made of
    league: League,
    contestants: Mapping[str, Contestant],
    sandbox: Sandbox,
    terms: Terms,
    halt: Halt,
    watch: Callable[[Progress], None],
    executor: Executor = play_sitting,
    wait: Wait = wait_or_halt,
) -> None:
    """Plays until nothing is missing or `halt` is requested.

    Raises SandboxError when sittings in a row bring nothing, in spite of the time that `wait` lets
    pass between them.
    """
    journal = _Journal(league, watch)
    pace = Pace(terms.jobs, on_change=journal.tell, on_end=journal.tell_overload)
    journal.pace = pace
    terms = replace(terms, pace=pace)
    try:
        await _play(_Run(league, contestants, sandbox, terms, halt, journal, executor, wait))
    finally:
        pace.finish()


async def _play(run: "_Run") -> None:
    league = run.league
    save_standings(league)
    await run.check()
    patience = Patience()
    while plan := run.plan(patience):
        for sitting in plan:
            outcome = await run.play(sitting)
            save_standings(league)
            if run.is_over:
                return
            seconds = patience.take(outcome)
            if seconds:
                run.journal.tell(f"{outcome.cause or 'no result'}; trying again in {seconds:g} s")
                await run.wait(seconds, run.halt)
            if run.is_outdated(outcome):
                break


@dataclass(frozen=True, slots=True)
class _Run:
    """All that playing a league needs."""

    league: League
    contestants: Mapping[str, Contestant]
    sandbox: Sandbox
    terms: Terms
    halt: Halt
    journal: _Journal
    executor: Executor
    wait: Wait

    @property
    def is_over(self) -> bool:
        return self.halt.is_requested

    async def check(self) -> None:
        """Raises HostError if somebody who is to play is not what was handed in any more.

        Raises it too if the arena may not open as many files as a sitting may need.
        """
        missing = missing_fixtures(self.league, benched_entrants(self.league))
        playing = {entrant for fixture in missing for entrant in fixture.seating}
        chosen = [each for entrant, each in self.contestants.items() if entrant in playing]
        most = self.league.settings.schedule.bots_per_sitting
        ensure_files(min(most, len(playing)))
        await check_kept(self.league, chosen, SandboxKind(self.sandbox.name))
        reached(Moment.KEPT_CHECKED)

    def plan(self, patience: Patience) -> list[Sitting]:
        """Returns the first of what is missing as sittings; none after a halt."""
        if self.is_over:
            return []
        missing = missing_fixtures(self.league, benched_entrants(self.league))
        first = list(islice(missing, HORIZON))
        self.journal.missing = len(first) + sum(1 for _ in missing)
        self.journal.tell()
        return [*patience.plan(first, self.league.settings.schedule)]

    async def play(self, sitting: Sitting) -> Outcome:
        """Plays a sitting, after what a failed one may have left is removed."""
        journal, store = self.journal, self.league.store
        kind = SandboxKind(self.sandbox.name)
        had_trouble = journal.has_trouble
        journal.enter(store.begin_sitting(kind, version()))
        cause: str | None = "the arena failed in it"
        failure: SandboxError | None = None
        try:
            if had_trouble:
                await self.sandbox.sweep()
            await self.executor(
                sitting.fixtures, self.contestants, self.sandbox, self.terms, journal, self.halt
            )
            cause = INTERRUPTED if self.halt.is_requested else None
        except SandboxError as error:
            failure, cause = error, str(error)
            journal.has_trouble = True
        except ArenaError as error:
            cause = str(error)
            raise
        except OSError as error:
            cause = f"the machine failed the arena ({error}): see to that and run again"
            raise HostError(f"{cause}, nothing is lost") from error
        finally:
            store.end_sitting(journal.sitting, cause)
        played = frozenset(journal.finished)
        return Outcome(sitting.fixtures, played, cause or journal.cause, failure)

    def is_outdated(self, outcome: Outcome) -> bool:
        """Says whether the rest of the plan may be wrong after a sitting."""
        return len(outcome.played) < len(outcome.fixtures) or self.journal.has_forfeits


def overload_text(overload: Overload) -> str:
    """Returns what is kept of a time of overload."""
    since, until = (
        datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
        for moment in (overload.since, overload.until)
    )
    fewest = f"{overload.fewest} of {overload.jobs} bots"
    text = (
        f"{since} to {until}: for {overload.lag:.1f} s of {overload.seconds:.1f} s of play the "
        f"machine did not let the arena run, up to {overload.longest:.1f} s at a time; "
        f"{fewest} thought at once"
    )
    if overload.pressure is not None:
        text += f"; something waited for a processor {overload.pressure:.0%} of the time"
    return text
