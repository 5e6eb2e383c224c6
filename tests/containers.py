"""The scripted bot in containers: on a stage, or in a league of which one match is to be played."""

import asyncio
import gc
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import docker

from arena.clock import Clock
from arena.league import League, Settings
from arena.league.admission import new_terms
from arena.league.playing import Progress, play_league
from arena.runner import Contestant, Halt, Terms, play_sitting, run
from arena.sandbox import DEFAULT_URL
from arena.sandbox.docker import DockerSandbox
from arena.sandbox.engine import Engine, EngineError
from arena.sandbox.images import BuildLimits, build
from arena.schedule import Fixture
from arena.store import NewEntrant, Result, SandboxKind
from tests.bots import bot_folder
from tests.bots.sittings import CLOCK, Stage
from tests.doubles import no_task_is_left
from tests.in_memory import new_settings

PATIENT = Clock(start=20.0, per_decision=0.5, bank=10.0, grace=0.3)
_MOMENT = 0.02
_MOMENTS = 100
BOTS = ("e1", "e2", "e3")


def build_scripted() -> str:
    """Builds the image of the scripted bot and returns its id."""
    engine, limits = Engine(), BuildLimits(network="host")
    labels = {"arena.test": secrets.token_hex(8)}  # so that it is nobody else's image
    try:
        with TemporaryDirectory(prefix="arena-") as name:
            folder = bot_folder(Path(name), "scripted", [])
            return asyncio.run(
                build(engine, folder, labels=labels, limits=limits, on_line=lambda _line: None)
            )
    finally:
        engine.close()


class ContainerStage(Stage):
    """The stage of test_faults.py, with containers on it."""

    def __init__(self, directory: Path, image: str, clock: Clock = CLOCK) -> None:
        super().__init__(directory, clock)
        self._image = image
        self.runtime = ""

    def _add(
        self, entrant: str, folder: Path, command: Sequence[str], *, is_stdio: bool = False
    ) -> None:
        del folder
        self._contestants[entrant] = Contestant(
            entrant, tuple(command), None, self._image, is_stdio
        )

    def play(self, fixtures: Sequence[Fixture], halt: Halt | None = None) -> None:
        async def main() -> None:
            sandbox = DockerSandbox(self.token, runtime=self.runtime)
            try:
                await play_sitting(
                    fixtures, self._contestants, sandbox, self.terms, self.kept, halt or Halt()
                )
            finally:
                await sandbox.close()

        run(main)

    def leftovers(self) -> list[str]:
        return super().leftovers() + containers_of(self.token)


def containers_of(league: str, url: str = DEFAULT_URL) -> list[str]:
    """Returns the containers of a league that an engine still has."""
    client = docker.DockerClient(base_url=url)
    try:
        left = client.api.containers(all=True, filters={"label": f"arena.league={league}"})
        return [f"container {each['Names'][0]} {each['Status']}" for each in left]
    finally:
        client.close()


@dataclass
class Last:
    """A league of which one match is left to play, and what becomes of it."""

    league: League
    rooms: Path
    image: str
    url: str
    """The engine that it is played with."""
    direct: str = DEFAULT_URL
    """The same engine, past any proxy."""
    clock: Clock = PATIENT
    flags: Mapping[str, Sequence[str]] = field(default_factory=lambda: {"e3": ["--late-exit"]})
    """What the scripted bot of each entrant does: unless told otherwise, one has to be killed."""
    lines: str = "e2"
    """Who speaks by its standard streams, without flags."""
    ask_seconds: int = 2
    on_wait: Callable[[], None] = lambda: None  # a field
    """What happens while it waits after a sitting that brought nothing."""
    waits: list[float] = field(default_factory=list)
    seconds: float = 0.0
    _bots: dict[str, Contestant] = field(default_factory=dict)

    @classmethod
    def make(cls, directory: Path, rooms: Path, image: str, url: str) -> "Last":
        league = League.create(directory / "league", _settings(), "")
        kind = SandboxKind.DOCKER
        for number in range(3):
            league.add_entrant(NewEntrant(f"bot {number}", None, kind, image, "d", ("x",), {}))
        league.extend_schedule()
        *others, _ = league.fixtures()
        sitting = league.store.begin_sitting(kind, "0.1.0")
        league.store.begin_attempts(others, sitting)
        for fixture in others:
            league.store.add_result(
                Result(fixture, (1, 2, 2), (20, 9, 9), ("ok", "ok", "ok"), 1), "{}", "[]"
            )
        league.store.end_sitting(sitting)
        return cls(league, rooms, image, url)

    @property
    def match(self) -> str:
        return [fixture.match for fixture in self.league.fixtures()][-1]

    def play(self, finish: Callable[[], None] = lambda: None) -> None:
        """Plays the match; no time passes while the league waits, and nothing may be left.

        `finish` returns once whoever disturbs it is done.
        """
        before = _footprint()
        try:
            run(self._play)
        except EngineError as error:
            if "which the next run removes" not in str(error):
                raise
            asyncio.run(self._sweep())
        finish()
        for _ in range(_MOMENTS):  # a proxy's thread closes its side, an engine still removes
            left = [each for each in _footprint() if each not in before]
            if not (left := left + containers_of(self.league.made.id, self.direct)):
                break
            time.sleep(_MOMENT)
        assert left == [], left
        assert [*self.rooms.iterdir()] == []

    async def _play(self) -> None:
        begun = time.monotonic()
        bots = self._bots
        bots.update({each: self._contestant(each) for each in BOTS})
        engine = Engine(self.url, ask_seconds=self.ask_seconds)
        sandbox = DockerSandbox(self.league.made.id, engine=engine, starts_at_once=3)
        try:
            await sandbox.sweep()  # as every run begins
            await play_league(
                self.league, bots, sandbox, self._terms(), Halt(), _ignore, play_sitting, self._wait
            )
        finally:
            await sandbox.close()
            self.seconds = time.monotonic() - begun
        await no_task_is_left()

    def _contestant(self, entrant: str) -> Contestant:
        if entrant == self.lines and entrant not in self.flags:
            return Contestant(entrant, ("python3", "lines_bot.py"), None, self.image, is_stdio=True)
        command = ("python3", "scripted_bot.py", *self.flags.get(entrant, ()))
        return Contestant(entrant, command, None, self.image)

    async def _sweep(self) -> None:
        """Does what the next run begins with."""
        sandbox = DockerSandbox(self.league.made.id, engine=Engine(self.direct))
        try:
            await sandbox.sweep()
        finally:
            await sandbox.close()

    async def _wait(self, seconds: float, _halt: Halt) -> None:
        self.waits.append(seconds)
        await asyncio.to_thread(self.on_wait)
        self._bots.update({each: self._contestant(each) for each in BOTS})

    def _terms(self) -> Terms:
        terms = new_terms(self.league.settings, self.league.dice(), self.rooms)
        return replace(terms, clock=self.clock, jobs=3)

    def has_result(self) -> bool:
        """Says whether the match has been played; asked from another thread."""
        with League.open(self.league.directory.path, self.league.settings) as league:
            return any(each.fixture.match == self.match for each in league.store.results())

    def verdicts(self) -> tuple[str, ...]:
        results = {each.fixture.match: each for each in self.league.store.results()}
        return results[self.match].verdicts

    def seat_of(self, entrant: str) -> int:
        (fixture,) = (each for each in self.league.fixtures() if each.match == self.match)
        return fixture.seating.index(entrant)

    def attempts(self) -> list[tuple[str, str | None]]:
        """Returns what became of each attempt at the match, and why."""
        return [(each.state.value, each.cause) for each in self.league.store.attempts(self.match)]

    def causes(self) -> list[str]:
        """Returns why sittings failed, and why attempts were annulled."""
        sittings = [each.cause for each in self.league.store.sittings()]
        return [cause for cause in (*sittings, *(why for _, why in self.attempts())) if cause]


def _settings() -> Settings:
    return new_settings(1)


def _ignore(_progress: Progress) -> None: ...


def _footprint() -> list[str]:
    """Returns this process's sockets, and its threads that ask an engine or listen to one."""
    gc.collect()  # gRPC keeps a pair of sockets for as long as anything of it is about
    links = []
    for path in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # it has just been closed
            links.append(str(path.readlink()))
    sockets = [link for link in links if link.startswith("socket:")]
    threads = [each.name for each in threading.enumerate() if each.name.startswith("docker")]
    return sorted([*sockets, *threads])
