"""Plays one case once, with honest bots in the other seats, and checks all that must hold.

After every case: one result for the match and the expected verdict, nothing annulled, the honest
bots' moves as they would have been and their banks untouched, nothing left of any bot on the host
or in the engine, and the arena itself as it was.
"""

import asyncio
import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arena.deals import Dice
from arena.errors import ArenaError
from arena.games import parse_rules
from arena.record import Verdict
from arena.runner import Contestant, Halt, Terms, play_sitting, run
from arena.sandbox.docker import DockerSandbox
from arena.sandbox.engine import Engine
from arena.sandbox.life import DockerLife
from arena.sandbox.process import ProcessSandbox
from arena.schedule import Fixture, Meeting, fixtures, sittings
from tests.bots.sittings import SECRET, findings, strayed
from tests.doubles import MemoryJournal, no_task_is_left
from tests.hostile.suite.bots import Images, make_folder
from tests.hostile.suite.case import Case, Sandboxes, Sitting
from tests.hostile.suite.disturbance import Scene, disturbed
from tests.hostile.suite.kept import unclean
from tests.hostile.suite.leftovers import (
    Footprint,
    left_in_engine,
    left_on_host,
    peak_watched,
    settled,
)
from tests.hostile.suite.needs import unmet
from tests.hostile.suite.quiet import quiet
from tests.hostile.suite.watched import WatchedLife, WatchedSandbox

SEATS = 3
_SITTINGS = 9
"""More than a meeting needs."""
_TABLES = 8
_HOSTILE = ("x", "y")


@dataclass(slots=True)
class Outcome:
    """How one playing of a case went."""

    case: Case
    sandbox: Sandboxes
    seat: int
    verdict: Verdict | None = None
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)
    unverified: str | None = None
    """Why it was not played."""
    first: list[str] = field(default_factory=list)
    """What was wrong when it was played before, where it was played again for that."""

    @property
    def is_breach(self) -> bool:
        """Whether an attack got through."""
        return any(problem.startswith("BREACH") for problem in self.problems)

    @property
    def is_passed(self) -> bool:
        return self.unverified is None and not self.problems


def play(case: Case, sandbox: Sandboxes, seat: int, directory: Path, images: Images) -> Outcome:
    """Plays a case with the hostile bot in `seat`; `directory` is fresh and has a short path."""
    outcome = Outcome(case, sandbox, seat)
    needs = case.needs + (("docker",) if sandbox is Sandboxes.DOCKER else ())
    outcome.unverified = unmet(needs)
    if outcome.unverified is None:
        playing = _Playing(case, sandbox, seat, directory, images, outcome)
        before = Footprint.now()
        begun = time.monotonic()
        with quiet(outcome.problems):
            playing.play()
        outcome.seconds = time.monotonic() - begun
        outcome.problems += settled(before)
    return outcome


class _Journal(MemoryJournal):
    """A journal that tells a scene when it is set."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def begin(self, fixtures: Sequence[Fixture]) -> None:
        super().begin(fixtures)
        self._scene.begun.set()


class _Playing:
    """One playing of a case."""

    def __init__(  # noqa: PLR0913, PLR0917  # what a playing is made of
        self,
        case: Case,
        sandbox: Sandboxes,
        seat: int,
        directory: Path,
        images: Images,
        outcome: Outcome,
    ) -> None:
        self._case, self._sandbox, self._seat = case, sandbox, seat
        self._directory, self._outcome = directory, outcome
        self._token = secrets.token_hex(8)
        self._fixtures = _fixtures(case, seat)
        self._watched = WatchedSandbox(self._new_sandbox())
        self._containers: list[str] = []
        is_docker = sandbox is Sandboxes.DOCKER
        self._image = images.of(case.dockerfile) if is_docker else None
        self._honest_image = images.of(()) if is_docker else None
        self._folder = None if is_docker else make_folder(directory, case)
        self._hostile = self._command(case.program, *case.arguments)
        if case.dockerfile:
            self._hostile = ()
        self._terms = Terms(
            rules=parse_rules("spades", {"length": f"deals:{case.deals}"}),
            clock=case.clock,
            dice=Dice(SECRET, self._token),
            limits=case.limits,
            jobs=2,
            tables=32,
            run_directory=directory / "run",
            league=self._token,
        )
        self._terms.run_directory.mkdir(mode=0o711)
        self._scene = Scene(self._hostile_containers)
        self._kept = _Journal(self._scene)

    def play(self) -> None:
        try:
            run(self._main)
        except TimeoutError:
            self._outcome.problems.append(f"it took longer than {self._case.seconds:g} s")
        except ArenaError as error:
            self._outcome.problems.append(f"the arena failed: {error}")
        self._check_matches()
        self._check_proof()
        self._outcome.problems += unclean(self._kept)
        self._outcome.problems += [
            f"{left} is left"
            for left in left_on_host(self._directory, self._token, self._containers)
        ]

    async def _main(self) -> None:
        problems = self._outcome.problems
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: problems.append(str(context)))
        try:
            async with (
                asyncio.timeout(self._case.seconds),
                peak_watched(problems),
                disturbed(self._case.disturb, self._scene),
            ):
                await self._play_out()
        finally:
            self._containers = self._containers_of(self._watched.lives)
            await self._watched.close()
        if self._sandbox is Sandboxes.DOCKER:
            engine = Engine()
            problems += [f"{left} is left" for left in await left_in_engine(engine, self._token)]
            engine.close()
        await no_task_is_left()

    async def _play_out(self) -> None:
        """Plays sittings until every match has a result; one is enough unless it is a meeting."""
        for _ in range(_SITTINGS):
            missing = [each for each in self._fixtures if each.match not in self._kept.played]
            if not missing or (self._kept.annulled and not self._case.annulled):
                return
            sitting = sittings(missing, 12, 32)[0]
            bots = {entrant: self._contestant(entrant) for entrant in ("x", "y", "a", "b")}
            await play_sitting(
                sitting.fixtures, bots, self._watched, self._terms, self._kept, Halt()
            )

    def _hostile_containers(self) -> list[str]:
        lives = [life for life in self._watched.lives if life.launch.command == self._hostile]
        return self._containers_of(lives)

    @staticmethod
    def _containers_of(lives: Sequence[WatchedLife]) -> list[str]:
        return [each.life.container for each in lives if isinstance(each.life, DockerLife)]

    def _new_sandbox(self) -> DockerSandbox | ProcessSandbox:
        if self._sandbox is Sandboxes.DOCKER:
            return DockerSandbox(self._token)
        return ProcessSandbox(self._directory / "lives")

    def _command(self, program: str, *arguments: str) -> tuple[str, ...]:
        return ("python3", "kit/start.py", program, *arguments, self._token)

    def _contestant(self, entrant: str) -> Contestant:
        honest = self._command("kit/honest.py")
        if entrant in _HOSTILE:
            is_stdio = self._case.protocol == "stdio"
            return Contestant(entrant, self._hostile, self._folder, self._image, is_stdio)
        return Contestant(entrant, honest, self._folder, self._honest_image)

    # --- what must hold --------------------------------------------------------------------------

    def _check_matches(self) -> None:
        kept, problems = self._kept, self._outcome.problems
        problems += self._annulments()
        for fixture in self._fixtures:
            played = kept.played.get(fixture.match)
            if played is None:
                problems.append(f"{fixture.match} has no result")
                continue
            record = played.record
            honest = [seat for seat in range(SEATS) if fixture.seating[seat] not in _HOSTILE]
            problems += findings(fixture, record)
            problems += strayed(fixture, record, honest)
            for seat in range(SEATS):
                if seat in honest:
                    self._check_honest(record.verdicts[seat], played.overdrawn[seat])
                else:
                    told = [piece.text for piece in played.evidence if piece.seat == seat]
                    self._check_hostile(record.verdicts[seat], "; ".join(told))

    def _annulments(self) -> list[str]:
        """Returns what is wrong with what was annulled, or was not."""
        wanted, annulled = self._case.annulled, self._kept.annulled
        found = [
            f"{match} was annulled: {cause}"
            for match, cause in annulled
            if not wanted or not re.search(wanted, cause)
        ]
        if wanted and not annulled:
            found.append("nothing was annulled")
        if self._case.disturb and not self._scene.was_disturbed:
            found.append("the match was over before it was disturbed")
        return found

    def _check_honest(self, verdict: Verdict, overdrawn: float) -> None:
        if verdict is not Verdict.OK:
            self._outcome.problems.append(f"an honest bot has verdict {verdict}")
        if overdrawn > self._case.clock.bank / 4:
            self._outcome.problems.append(f"an honest bot lost {overdrawn:.3f} s of its bank")

    def _check_hostile(self, verdict: Verdict, told: str) -> None:
        self._outcome.verdict = verdict
        if verdict not in self._case.verdicts:
            wanted = " or ".join(self._case.verdicts)
            self._outcome.problems.append(f"its verdict is {verdict} ({told}), expected {wanted}")

    def _check_proof(self) -> None:
        printed = self._watched.printed(self._hostile)
        told = "\n".join(
            piece.text
            for played in self._kept.played.values()
            for piece in played.evidence
            if piece.forfeited
        )
        self._outcome.problems += self._watched.unclean()
        if "BREACH" in printed:
            self._outcome.problems.append(printed[printed.index("BREACH") :].strip()[:300])
        shown = f"{printed}\n{told}"
        if self._case.proof and not re.search(self._case.proof, shown):
            self._outcome.problems.append(
                f"no {self._case.proof!r} in what it printed and what is told: {shown[-300:]!r}"
            )
        alike = re.findall(self._case.differ, printed) if self._case.differ else []
        if len({*alike}) != len(alike):
            self._outcome.problems.append(f"it printed one of {alike} twice")
        if self._case.evidence and not re.search(self._case.evidence, told):
            self._outcome.problems.append(
                f"no {self._case.evidence!r} in the evidence: {told[-300:]!r}"
            )


def _fixtures(case: Case, seat: int) -> list[Fixture]:
    match case.sitting:
        case Sitting.MATCH:
            return [_match(("x", "a", "b"), seat)]
        case Sitting.PARTNERS:
            return [_match(("x", "y", "a"), seat)]
        case Sitting.TABLES:
            trio = _turned(("x", "a", "b"), seat)
            boards = [(f"m{number}", f"m{number}.b1") for number in range(1, _TABLES + 1)]
            return [Fixture(f"{board}.r1", of, board, 1, 1, trio) for of, board in boards]
        case Sitting.MEETING:
            trio = _turned(("x", "a", "b"), seat)
            return list(fixtures(Meeting("m1", trio), 2))


def _match(trio: tuple[str, str, str], seat: int) -> Fixture:
    return Fixture("m1.b1.r1", "m1", "m1.b1", 1, 1, _turned(trio, seat))


def _turned(trio: tuple[str, str, str], seat: int) -> tuple[str, str, str]:
    """Returns the trio with its first in `seat`."""
    first, second, third = (trio[(place - seat) % SEATS] for place in range(SEATS))
    return first, second, third
