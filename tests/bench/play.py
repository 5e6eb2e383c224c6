"""Decisions a second of the arena, beside a bare gRPC exchange of the same messages."""

from tests.bench.exchange import bare_rate, bench_rules, captured_script, stored_bot
from tests.bench.measure import Row, interleaved


def rows() -> list[Row]:
    script = captured_script(bench_rules())
    with stored_bot() as bot:
        samples = interleaved({"bare": lambda: bare_rate(bot, script)})
    bare = samples["bare"]
    return [Row("bare exchange, three bots in turn", bare.median, "turns/s", spread=bare.spread)]
