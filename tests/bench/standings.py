"""How long the standings of 100,000 stored matches take, as `arena ratings` computes them."""

import tempfile
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path
from random import Random

from sqlalchemy import create_engine

from arena.config import default_settings, settings_text
from arena.games import parse_rules
from arena.league import League, save_standings, standings_of
from arena.record import Verdict
from arena.schedule import Meeting, fixtures
from arena.store import AttemptState, NewEntrant, Result, SandboxKind
from arena.store.rows import result_row
from arena.store.schema import attempts, results
from tests.bench.measure import Row, interleaved, seconds
from tests.bench.ratings import DEALS, ENTRANTS, random_match

MATCHES = 100_000
NEW_MEETINGS = 50
"""Finished since the checkpoint was saved: some sittings' worth."""
BOARDS = 2
FLOOR = 1.0


def rows() -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        settings = default_settings("bench", parse_rules("spades", {}), {})
        path = Path(folder) / "league"
        with League.create(path, settings, settings_text(settings)) as league:
            schedule = _fill(league)
            first = seconds(lambda: save_standings(league))
            _store(league, schedule[-NEW_MEETINGS:])
            samples = interleaved({"table": lambda: seconds(lambda: standings_of(league))})
    table = samples["table"]
    return [
        Row("the first fold over all of them", first, "s"),
        Row(
            f"standings of {MATCHES:,} matches",
            table.median,
            "s",
            floor=f"< {FLOOR:.0f} s",
            met=table.median < FLOOR,
            spread=table.spread,
        ),
    ]


def _fill(league: League) -> list[Meeting]:
    """Stores the matches of all meetings but the last few, and returns the schedule."""
    ids = [league.store.add_entrant(_entrant(number)).id for number in range(ENTRANTS)]
    count = MATCHES // (3 * BOARDS) + 1
    trios = islice(_repeated(ids), count)
    schedule = [Meeting(f"m{number}", trio) for number, trio in enumerate(trios, start=1)]
    league.store.add_meetings(schedule)
    _store(league, schedule[:-NEW_MEETINGS])
    return schedule


def _repeated(ids: list[str]) -> Iterator[tuple[str, str, str]]:
    while True:
        yield from combinations(ids, 3)


def _entrant(number: int) -> NewEntrant:
    return NewEntrant(
        name=f"bot {number}",
        author=None,
        sandbox=SandboxKind.PROCESS,
        image=None,
        digest=f"{number:064x}",
        command=("true",),
        manifest={},
    )


def _store(league: League, meetings: list[Meeting]) -> None:
    """Writes results past the store's verbs, which would take a transaction for each."""
    dice = Random(1)
    sitting = league.store.begin_sitting(SandboxKind.PROCESS, "bench")
    engine = create_engine(f"sqlite:///{league.directory.path / 'league.db'}")
    chosen = [fixture for meeting in meetings for fixture in fixtures(meeting, BOARDS)]
    played = [random_match(fixture.match, list(fixture.seating), dice) for fixture in chosen]
    with engine.begin() as connection:
        begun = {"number": 1, "sitting": sitting, "state": AttemptState.FINISHED, "begun_at": 0.0}
        connection.execute(attempts.insert(), [begun | {"match": each.match} for each in chosen])
        stored = [
            Result(fixture, match.places, match.scores, (Verdict.OK,) * 3, DEALS)
            for fixture, match in zip(chosen, played, strict=True)
        ]
        connection.execute(
            results.insert(),
            [result_row(result, int(result.fixture.meeting[1:]), 1) for result in stored],
        )
    engine.dispose()
