"""A league of a thousand matches of real bots, judged by a checker that shares no line with it."""

import json
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.checker import check_league, check_record, record_lines
from tests.test_cli_leagues import SAMPLES, arena

BOTS = ("plumb", "random", "bold", "careful")
MEETINGS = 4
BOARDS = 84
MATCHES = MEETINGS * BOARDS * 3


@pytest.mark.slow
def test_a_checker_finds_no_fault_in_a_thousand_matches() -> None:
    """Some reach the target, some go into overtime, some end at the cap."""
    with TemporaryDirectory(prefix="arena-") as name:
        league = Path(name) / "league"
        rules = ("--rule", "target=50", "--rule", "max_deals=3", "--boards", BOARDS)
        arena("init", league, *rules, "--sandbox", "process")
        for bot in BOTS:
            arena("submit", "--league", league, SAMPLES / bot)
        arena("run", "--league", league)
        lines = record_lines(arena("export", "--league", league))

    records = [json.loads(line) for line in lines]
    assert len(records) == MATCHES
    assert {len(record["deals"]) for record in records} == {1, 2, 3}
    assert [finding for record in records for finding in check_record(record)] == []
    assert check_league(lines) == []
    seats = Counter(
        (seat, who["entrant"]) for record in records for seat, who in enumerate(record["seats"])
    )
    assert len(set(seats.values())) == 1  # everybody sits in every seat equally often
