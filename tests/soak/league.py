"""A long league in containers, some of its lives hostile, and what is seen of it.

Everything is the arena's own code but for the executor, which sets before each sitting which bots
of it are hostile, and hears what became of each seat.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from arena.clock import Clock
from arena.config import default_settings
from arena.games import parse_rules
from arena.league import League, ScheduleSettings
from arena.league.admission import contestant_of, new_terms
from arena.league.playing import Progress, play_league
from arena.league.rooms import open_sandbox, run_directory
from arena.record import LifeEnd, Verdict
from arena.runner import Contestant, Halt, Journal, Played, Terms, play_sitting, run
from arena.sandbox import Sandbox
from arena.sandbox.engine import Engine
from arena.sandbox.images import BuildLimits, build, remove_image
from arena.schedule import Fixture
from arena.store import NewEntrant, SandboxKind
from tests.bots import bot_folder
from tests.soak.deeds import DEEDS
from tests.soak.samples import Sample, Sampler

ENTRANTS = 12
BOARDS = 8
"""220 meetings of 8 boards in three rotations are 5,280 matches."""
MEETINGS_PER_SITTING = 8
CLOCK = Clock(start=20.0, per_decision=0.1, bank=3.0, grace=0.5)
COMMAND = ("python3", "scripted_bot.py")
SECONDS_BETWEEN_LINES = 30.0


@dataclass(slots=True)
class Story:
    """What a soak has seen."""

    samples: list[Sample] = field(default_factory=list)
    sittings: int = 0
    lives: int = 0
    deeds: Counter[str] = field(default_factory=Counter)
    """Hostile lives by what they did."""
    earned: Counter[tuple[str, Verdict]] = field(default_factory=Counter)
    """Verdicts of the seats of hostile lives."""
    wrong: list[str] = field(default_factory=list)
    """Honest seats with a fault, hostile ones with another verdict than their deed earns."""
    annulled: list[str] = field(default_factory=list)
    """Why attempts did not count."""
    overloads: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Hostilities:
    """An executor: turns some lives of each sitting hostile, and plays it as always."""

    def __init__(self, story: Story, sampler: Sampler, end: "End", share: float) -> None:
        self._story, self._sampler, self._end, self._share = story, sampler, end, share
        self._dice = Random(20)
        self._deeds = list(DEEDS)
        self._drawn = 0
        self._matches = 0

    async def __call__(  # noqa: PLR0913, PLR0917  # the interface of an executor
        self,
        fixtures: Sequence[Fixture],
        contestants: Mapping[str, Contestant],
        sandbox: Sandbox,
        terms: Terms,
        journal: Journal,
        halt: Halt,
    ) -> None:
        seated = sorted({entrant for fixture in fixtures for entrant in fixture.seating})
        hostile = self._draw(seated)
        sent = {
            entrant: replace(each, command=(*COMMAND, *DEEDS[hostile[entrant]].flags))
            if entrant in hostile
            else each
            for entrant, each in contestants.items()
        }
        hearing = Hearing(journal, self._story, hostile)
        async with _together(self._sampler.watch()):
            await play_sitting(fixtures, sent, sandbox, terms, hearing, halt)
        self._matches += hearing.played
        self._story.sittings += 1
        self._story.lives += len(seated)
        await self._sampler.look(self._matches)
        if self._end.is_reached(self._matches, self._story.sittings):
            halt.request()

    def _draw(self, seated: Sequence[str]) -> dict[str, str]:
        """Returns who is hostile, each by chance, with one deed after the other from the list."""
        drawn = {}
        for entrant in seated:
            if self._dice.random() < self._share:
                drawn[entrant] = self._deeds[self._drawn % len(self._deeds)]
                self._drawn += 1
        self._story.deeds.update(drawn.values())
        return drawn


@dataclass(slots=True)
class Hearing:
    """A journal that hands on what it is told, and checks the verdicts of one sitting."""

    journal: Journal
    story: Story
    hostile: Mapping[str, str]
    played: int = 0
    seatings: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def begin(self, fixtures: Sequence[Fixture]) -> None:
        self.journal.begin(fixtures)
        self.seatings |= {fixture.match: fixture.seating for fixture in fixtures}

    def finish(self, played: Played) -> None:
        self.journal.finish(played)
        self.played += 1
        seating = self.seatings.pop(played.match)
        for entrant, verdict in zip(seating, played.record.verdicts, strict=True):
            deed = self.hostile.get(entrant)
            allowed = {Verdict.OK}
            if deed is not None:
                self.story.earned[deed, verdict] += 1
                allowed |= DEEDS[deed].verdicts
            if verdict not in allowed:
                told = "; ".join(f"seat {each.seat}: {each.text}" for each in played.evidence)
                who = f"a bot told to {deed!r}" if deed else "an honest bot"
                self.story.wrong.append(f"{played.match}: {verdict.value} of {who} ({told})")

    def annul(self, match: str, cause: str) -> None:
        self.journal.annul(match, cause)
        self.story.annulled.append(f"{match}: {cause}")

    def ended(self, entrant: str, end: LifeEnd) -> None:
        self.journal.ended(entrant, end)


@dataclass(frozen=True, slots=True)
class End:
    """When to stop: after so many matches, or after so long if there is enough to tell from."""

    matches: int
    seconds: float
    least_sittings: int = 4
    begun: float = field(default_factory=time.monotonic)

    def is_reached(self, matches: int, sittings: int) -> bool:
        is_late = time.monotonic() - self.begun >= self.seconds and sittings >= self.least_sittings
        return matches >= self.matches or is_late


@asynccontextmanager
async def _together(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Has `work` done beside what is done within, and not after it."""
    task = asyncio.ensure_future(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@contextmanager
def soaked_league(directory: Path, image: str, boards: int = BOARDS) -> Iterator[League]:
    """Makes a league whose entrants all have one image."""
    rules = parse_rules("spades", {"length": "deals:1"})
    usual = default_settings("soak", rules, os.environ)
    settings = replace(
        usual,
        clock=CLOCK,
        schedule=ScheduleSettings(boards=boards, meetings_per_sitting=MEETINGS_PER_SITTING),
        play=replace(usual.play, sandbox=SandboxKind.DOCKER),
    )
    with League.create(directory, settings, "") as league:
        for number in range(1, ENTRANTS + 1):
            name = f"bot {number}"
            digest = f"{number:064x}"
            league.add_entrant(
                NewEntrant(name, None, SandboxKind.DOCKER, image, digest, COMMAND, {"name": name})
            )
        league.extend_schedule()
        yield league


@contextmanager
def image_of_bots() -> Iterator[str]:
    """Builds the image of the scripted bot, and removes it in the end."""
    rules = parse_rules("spades", {"length": "deals:1"})
    limits = BuildLimits(
        network=default_settings("soak", rules, os.environ).play.build_network.value
    )
    engine = Engine()
    try:
        with tempfile.TemporaryDirectory(prefix="soak-") as name:
            folder = bot_folder(Path(name), "scripted")
            image = asyncio.run(
                build(engine, folder, labels={"arena.test": "soak"}, limits=limits, on_line=_mute)
            )
        try:
            yield image
        finally:
            asyncio.run(remove_image(engine, image))
    finally:
        engine.close()


def _mute(_line: str) -> None:
    """Says nothing of a build."""


def soak(league: League, end: End, share: float) -> Story:
    """Plays `league` to `end` with `share` of all lives hostile; returns what was seen."""
    story = Story()
    label = f"arena.league={league.made.id}"
    bots = {each.id: contestant_of(league, each) for each in league.store.entrants()}
    begun = time.monotonic()
    with run_directory(league.settings, league.made.id) as rooms:
        sampler = Sampler(league.directory.path, rooms, label)
        executor = Hostilities(story, sampler, end, share)
        terms = new_terms(league.settings, league.dice(), rooms)

        play = league.settings.play

        async def played() -> None:
            async with open_sandbox(SandboxKind.DOCKER, rooms, league.made.id, play) as sandbox:
                await play_league(league, bots, sandbox, terms, Halt(), Told(end), executor)

        try:
            run(played)
        finally:
            sampler.close()
    story.seconds = time.monotonic() - begun
    story.samples = sampler.samples
    story.overloads = [note.text for note in league.store.notes() if note.kind == "overload"]
    return story


class Told:
    """Says on standard error how far a soak is, now and then."""

    def __init__(self, end: End) -> None:
        self._end = end
        self._told = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._told >= SECONDS_BETWEEN_LINES:
            self._told = now
            passed = now - self._end.begun
            slowed = f", {progress.slowed_to} at once" if progress.slowed_to else ""
            sys.stderr.write(f"{progress.played:,} matches in {passed:.0f} s{slowed}\n")
