"""What comes of a league: its standings, and its export."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from arena.league import (
    League,
    differences,
    exported_lines,
    outlook_of,
    save_standings,
    standings_of,
)
from arena.ratings import BoardResult, MatchResult, standings
from arena.record import Verdict
from arena.store import SandboxKind
from tests.checker import check_league, check_record
from tests.in_memory import AtTables, new_league, play_out
from tests.leagues import result_of

FIVE = ("ann", "bob", "cid", "dan", "eve")


def exported(league: League) -> list[str]:
    return list(exported_lines(league))


# --- standings --------------------------------------------------------------------------------


def test_the_checkpoint_changes_no_digit(tmp_path: Path) -> None:
    with new_league(tmp_path, FIVE) as league:
        play_out(league, AtTables(halt_after=40))
        save_standings(league)
        play_out(league, AtTables(halt_after=12))

        checkpoint = league.store.find_checkpoint("ratings, boards 2")
        assert checkpoint is not None
        assert 0 < checkpoint.prefix < 10
        assert standings_of(league) == _from_the_beginning(league)


def test_a_checkpoint_that_cannot_be_read_is_made_again(tmp_path: Path) -> None:
    with new_league(tmp_path, FIVE) as league:
        play_out(league)
        checkpoint = league.store.find_checkpoint("ratings, boards 2")
        assert checkpoint is not None
        league.store.save_checkpoint(replace(checkpoint, state='{"format": "older"}'))

        assert standings_of(league) == _from_the_beginning(league)


def _from_the_beginning(league: League) -> object:
    matches: dict[str, list[MatchResult]] = {}
    meeting_of = {}
    for result in league.store.results():
        fixture = result.fixture
        meeting_of[fixture.board] = fixture.meeting
        forfeits = tuple(verdict != "ok" for verdict in result.verdicts)
        matches.setdefault(fixture.board, []).append(
            MatchResult(
                fixture.match,
                fixture.seating,
                result.places,
                result.scores,
                forfeits,
                result.deals,
            )
        )
    boards: dict[str, list[BoardResult]] = {}
    for board, played in matches.items():
        if len(played) == 3:
            whole = BoardResult(board, meeting_of[board], tuple(played))
            boards.setdefault(meeting_of[board], []).append(whole)
    ids = [entrant.id for entrant in league.store.entrants()]
    return standings(tuple(league.store.meetings()), boards, ids)


def test_the_checkpoint_moves_on_while_a_league_is_played(tmp_path: Path) -> None:
    """So that looking at a long league takes no longer the longer it has been running."""
    prefixes = []
    with new_league(tmp_path, FIVE) as league:

        def look() -> None:
            checkpoint = league.store.find_checkpoint("ratings, boards 2")
            prefixes.append(checkpoint.prefix if checkpoint else 0)

        play_out(league, AtTables(on_sitting=look))

    assert prefixes == sorted(prefixes)
    assert max(prefixes) >= 6


def test_differences_are_over_shared_boards(tmp_path: Path) -> None:
    with new_league(tmp_path, FIVE) as league:
        play_out(league)

        ahead = differences(league, "e1")
        behind = differences(league, "e2")

        assert list(ahead) == ["e2", "e3", "e4", "e5"]
        assert {difference.boards for difference in ahead.values()} == {6}
        assert ahead["e2"].mean == -(behind["e1"].mean or 0.0)


SEEDED = """
import sys
from pathlib import Path
from arena.config import read_settings
from arena.league import League, differences, exported_lines, standings_of
from arena.record import Verdict
from tests.in_memory import AtTables, make_known_league, play_out

make_known_league(Path(sys.argv[1]), "gfedcba")
with League.open_exclusive(Path(sys.argv[1]), read_settings(Path(sys.argv[1]), {}), "x") as league:
    executor = AtTables({"e4": Verdict.TIMEOUT, "e6": Verdict.CRASHED})
    play_out(league, executor)
    print(executor.played, *league.store.meetings(), standings_of(league))
    print(differences(league, "e2"), *exported_lines(league), sep="\\n")
"""


def test_nothing_depends_on_the_order_of_sets(tmp_path: Path) -> None:
    """Texts hash differently in each process unless a seed is given; nobody may notice."""
    told = [
        subprocess.run(
            [sys.executable, "-c", SEEDED, str(tmp_path / seed)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2", "3")
    ]

    assert told[0] == told[1] == told[2]
    assert "benched_from='m" in told[0]


# --- export -----------------------------------------------------------------------------------


def test_an_export_passes_the_checker_that_shares_no_line_with_the_arena(tmp_path: Path) -> None:
    with new_league(tmp_path, FIVE) as league:
        play_out(league, AtTables(forfeiting={"e3": Verdict.ILLEGAL}))

        lines = exported(league)

    assert len(lines) >= 42  # cid is benched after three meetings of six matches
    assert check_league(lines) == []
    assert [finding for line in lines for finding in check_record(json.loads(line))] == []


def test_only_complete_boards_are_exported(tmp_path: Path) -> None:
    with new_league(tmp_path, FIVE) as league:
        play_out(league, AtTables(halt_after=25))
        complete = [
            fixture.match
            for fixture in league.fixtures()
            if len(league.store.board_results(fixture.board)) == 3
        ]

        lines = exported(league)

    assert 0 < len(complete) < 25
    assert [json.loads(line)["match"] for line in lines] == complete


def test_an_export_has_its_keys_in_their_order_and_any_name(tmp_path: Path) -> None:
    names = ('a: "b", c', "🂡, l’as", "[bold]cid[/bold]")
    with new_league(tmp_path, names) as league:
        play_out(league)

        record = json.loads(exported(league)[0])

    assert list(record) == [
        "format",
        "match",
        "meeting",
        "board",
        "rotation",
        "game",
        "rules",
        "commitment",
        "seats",
        "first_dealer",
        "deals",
        "scores",
        "places",
        "verdicts",
        "faults",
    ]
    assert sorted(seat["entrant"] for seat in record["seats"]) == sorted(names)


# --- outlook ----------------------------------------------------------------------------------


def test_the_pace_is_that_of_sittings_that_have_ended(tmp_path: Path) -> None:
    """Results of a sitting that still plays, or was killed, have no length to go with them."""
    with new_league(tmp_path, FIVE) as league:
        play_out(league, AtTables(halt_after=17))
        pace = outlook_of(league).seconds_per_match
        store = league.store
        fixture = next(iter(store.missing(league.fixtures())))
        store.begin_attempts([fixture], store.begin_sitting(SandboxKind.PROCESS, "0.1.0"))
        store.add_result(result_of(fixture), "{}", "[]")

        assert pace is not None
        assert outlook_of(league).seconds_per_match == pace
