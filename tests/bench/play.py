"""Decisions a second of the arena, beside a bare gRPC exchange of the same messages."""

from collections.abc import Mapping
from functools import partial

from tests.bench.arena_play import Kind, batch_rate, kinds, one_table_rate, play
from tests.bench.exchange import bare_rate, bench_rules, captured_script, stored_bot
from tests.bench.measure import Row, Sample, interleaved

TABLES = 32
ROUNDS = 7
ONE_TABLE = 0.75
"""The floor of one table, as a share of the bare exchange."""
BARE = "bare"
CONTAINERS = 0.95
"""The floor of play in containers, as a share of play in processes."""
MANY_TABLES = 6.0
"""The floor of 32 tables, as a multiple of one."""


def rows() -> list[Row]:
    script = captured_script(bench_rules())
    with stored_bot() as bot, kinds(bot) as found:
        subjects = {BARE: partial(bare_rate, bot, script)}
        for kind in found:
            subjects[f"1, {kind.name}"] = partial(_one, kind)
            subjects[f"{TABLES}, {kind.name}"] = partial(_many, kind)
        samples = interleaved(subjects, rounds=ROUNDS)
        names = [kind.name for kind in found]
    bare = samples[BARE]
    shown = [Row("bare exchange, three bots in turn", bare.median, "turns/s", spread=bare.spread)]
    for name in names:
        shown += _rows(name, bare, samples[f"1, {name}"], samples[f"{TABLES}, {name}"])
    if "containers" in names:
        shown += [_beside_processes(samples, count) for count in (1, TABLES)]
    return shown


def _beside_processes(samples: Mapping[str, Sample], tables: int) -> Row:
    share = samples[f"{tables}, containers"].median / samples[f"{tables}, processes"].median
    return Row(
        f"containers beside processes, {_count(tables)}",
        share,
        "×",
        floor=f"≥ {CONTAINERS}",
        met=share >= CONTAINERS,
    )


def _one(kind: Kind) -> float:
    return one_table_rate(play(kind, matches=3, tables=1, deals=10))


def _many(kind: Kind) -> float:
    return batch_rate(play(kind, matches=TABLES, tables=TABLES, deals=6))


def _count(tables: int) -> str:
    return "1 table" if tables == 1 else f"{tables} tables"


def _rows(kind: str, bare: Sample, one: Sample, many: Sample) -> list[Row]:
    share, multiple = one.median / bare.median, many.median / one.median
    return [
        Row(
            f"arena, {_count(1)}, {kind}",
            one.median,
            "decisions/s",
            "bare",
            share,
            f"≥ {ONE_TABLE:.2f} × bare",
            share >= ONE_TABLE,
            one.spread,
        ),
        Row(
            f"arena, {_count(TABLES)}, {kind}",
            many.median,
            "decisions/s",
            "bare",
            many.median / bare.median,
            spread=many.spread,
        ),
        Row(
            f"{_count(TABLES)} beside 1, {kind}",
            multiple,
            "×",
            floor=f"≥ {MANY_TABLES:.0f}",
            met=multiple >= MANY_TABLES,
        ),
    ]
