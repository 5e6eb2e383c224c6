"""The arena at play, as the benchmarks drive it: sittings by the runner, timed by its journal."""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from arena.clock import Clock
from arena.config import default_settings
from arena.deals import Dice
from arena.errors import ArenaError
from arena.record import LifeEnd, Record
from arena.runner import Contestant, Halt, Played, Terms, play_sitting, run
from arena.sandbox import Limits, Sandbox
from arena.sandbox.docker import DockerSandbox
from arena.sandbox.engine import Engine
from arena.sandbox.images import BuildLimits, build
from arena.sandbox.process import ProcessSandbox
from arena.schedule import Fixture, Meeting, fixtures
from tests.bench.exchange import bench_rules

ENTRANTS = ("e1", "e2", "e3")
COMMAND = ("python3", "kit", "bot.py")
LINES = ("python3", "lines.py")


@dataclass(slots=True)
class Stopwatch:
    """A journal that keeps when matches began and ended, and how many decisions they took."""

    begun: list[float] = field(default_factory=list)
    finished: list[float] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)

    def begin(self, fixtures: Sequence[Fixture]) -> None:
        self.begun += [time.perf_counter()] * len(fixtures)

    def finish(self, played: Played) -> None:
        assert not played.record.faults, played.evidence
        self.finished.append(time.perf_counter())
        self.decisions.append(decision_count(played.record))

    def annul(self, match: str, cause: str) -> None:
        raise AssertionError(f"{match} was annulled: {cause}")

    def ended(self, entrant: str, end: LifeEnd) -> None:
        assert end.verdict is None, f"{entrant} failed: {end}"


def decision_count(record: Record) -> int:
    """Returns how many bids and cards a record holds."""
    count = 0
    for deal in record.deals:
        bids, tricks = deal["bids"], deal["tricks"]
        assert isinstance(bids, list | tuple)
        assert isinstance(tricks, list | tuple)
        count += len(bids) * (1 + len(tricks))
    return count


@contextmanager
def run_directory() -> Iterator[Path]:
    """Yields a folder that bots of other users may pass through."""
    with tempfile.TemporaryDirectory(prefix="b-") as folder:
        path = Path(folder)
        path.chmod(0o711)
        yield path


def bench_terms(place: Path, deals: int, tables: int) -> Terms:
    return Terms(
        rules=bench_rules(deals),
        clock=Clock(),
        dice=Dice(bytes(32), "bench"),
        limits=Limits(),
        jobs=len(os.sched_getaffinity(0)),
        tables=tables,
        run_directory=place,
        league="bench",
    )


@dataclass(frozen=True, slots=True)
class Kind:
    """What bots run in, and the one that runs there."""

    name: str
    sandbox: Callable[[Path], Sandbox]
    """Makes the sandbox, given a folder of the run."""
    command: tuple[str, ...]
    folder: Path | None
    image: str | None
    is_stdio: bool = False

    def by_lines(self) -> "Kind":
        """Returns the same with the bot that speaks by its standard streams."""
        return replace(self, command=LINES, is_stdio=True)


@contextmanager
def kinds(bot: Path) -> Iterator[list[Kind]]:
    """Yields what the stored `bot` can run in here; says on standard error what it cannot."""
    found = [Kind("processes", lambda place: ProcessSandbox(place / "p"), COMMAND, bot, None)]
    engine = Engine()
    try:
        image = asyncio.run(_built(engine, bot))
    except ArenaError as error:
        sys.stderr.write(f"containers are left out: {error}\n")
        image = None
    try:
        if image is not None:
            found.append(Kind("containers", lambda _: DockerSandbox("bench"), (), None, image))
        yield found
    finally:
        if image is not None:
            engine.client().images.remove(image, force=True)
        engine.close()


async def _built(engine: Engine, bot: Path) -> str:
    settings = default_settings("bench", bench_rules(), os.environ)
    limits = BuildLimits(network=settings.play.build_network)
    return await build(engine, bot, labels={}, limits=limits, on_line=lambda _: None)


def play(kind: Kind, matches: int, tables: int, deals: int) -> Stopwatch:
    """Plays a sitting of `matches` between three bots alike, `tables` at once."""
    watch = Stopwatch()
    chosen = [next(fixtures(Meeting(f"m{number + 1}", ENTRANTS))) for number in range(matches)]
    contestants = {
        name: Contestant(name, kind.command, kind.folder, kind.image, kind.is_stdio)
        for name in ENTRANTS
    }
    with run_directory() as place:
        terms = bench_terms(place, deals, tables)

        async def sitting() -> None:
            sandbox = kind.sandbox(place)
            try:
                await play_sitting(chosen, contestants, sandbox, terms, watch, Halt())
            finally:
                await sandbox.close()

        run(sitting)
    return watch


def one_table_rate(watch: Stopwatch) -> float:
    """Returns the decisions a second of a sitting of one table, without its first match."""
    return sum(watch.decisions[1:]) / (watch.finished[-1] - watch.finished[0])


def batch_rate(watch: Stopwatch) -> float:
    """Returns the decisions a second of a sitting whose matches are played all at once."""
    return sum(watch.decisions) / (watch.finished[-1] - watch.begun[0])
