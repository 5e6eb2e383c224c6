"""How long a bot takes from its start to its end, with nothing but a greeting between."""

from functools import partial
from pathlib import Path

from arena.runner import Contestant, run, try_start
from tests.bench.arena_play import Kind, bench_terms, kinds, run_directory
from tests.bench.exchange import stored_bot
from tests.bench.measure import Row, interleaved, rate

STARTS = 3


def rows() -> list[Row]:
    with stored_bot() as bot, kinds(bot) as found:
        samples = interleaved({kind.name: partial(_starts, kind) for kind in found})
    return [
        Row(f"{name}, start to goodbye", sample.median, "starts/s", spread=sample.spread)
        for name, sample in samples.items()
    ]


def _starts(kind: Kind) -> float:
    with run_directory() as place:
        return rate(lambda: _start_some(kind, place))


def _start_some(kind: Kind, place: Path) -> int:
    terms = bench_terms(place, deals=1, tables=1)
    contestant = Contestant("e1", kind.command, kind.folder, kind.image)

    async def start() -> None:
        sandbox = kind.sandbox(place)
        try:
            for _ in range(STARTS):
                await try_start(contestant, sandbox, terms)
        finally:
            await sandbox.close()

    run(start)
    return STARTS
