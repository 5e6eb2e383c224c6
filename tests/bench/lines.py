"""What a decision costs by the standard streams, beside the same over gRPC in the same rounds.

Both bots are Python and answer alike; a round plays both, so the ratio says more than the rates.
"""

from functools import partial

from tests.bench.arena_play import Kind, batch_rate, kinds, one_table_rate, play
from tests.bench.exchange import stored_bot
from tests.bench.measure import Row, Sample, interleaved

TABLES = 32
ROUNDS = 5
_MICRO = 1_000_000


def rows() -> list[Row]:
    with stored_bot() as bot, kinds(bot) as found:
        subjects = {}
        for kind in found:
            for tables in (1, TABLES):
                subjects[f"{kind.name}, {tables}, gRPC"] = partial(_rate, kind, tables)
                subjects[f"{kind.name}, {tables}, lines"] = partial(_rate, kind.by_lines(), tables)
        samples = interleaved(subjects, rounds=ROUNDS)
    return [
        row
        for kind in found
        for tables in (1, TABLES)
        for row in _rows(
            f"{kind.name}, {tables} table{'s' * (tables > 1)}",
            samples[f"{kind.name}, {tables}, gRPC"],
            samples[f"{kind.name}, {tables}, lines"],
        )
    ]


def _rate(kind: Kind, tables: int) -> float:
    if tables == 1:
        return one_table_rate(play(kind, matches=3, tables=1, deals=10))
    return batch_rate(play(kind, matches=tables, tables=tables, deals=6))


def _rows(what: str, grpc: Sample, lines: Sample) -> list[Row]:
    costs = Sample(tuple(_MICRO / run for run in lines.runs))
    return [
        Row(
            f"by lines, {what}",
            lines.median,
            "decisions/s",
            "gRPC",
            lines.median / grpc.median,
            spread=lines.spread,
        ),
        Row(
            f"one decision by lines, {what}",
            costs.median,
            "µs",
            "gRPC",
            costs.median * grpc.median / _MICRO,
            spread=costs.spread,
        ),
    ]
