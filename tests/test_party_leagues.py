"""Leagues of tables with two and four seats: made, played, killed, resumed, shown and exported."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena.cli.words import NUMBERS
from arena.config import settings_text
from arena.deals import Dice
from arena.errors import ConfigError
from arena.league import (
    League,
    ScheduleKind,
    annul,
    check_match,
    exported_lines,
    outlook_of,
    standings_of,
)
from arena.moments import Moment
from arena.record import Record, Verdict, replay
from arena.store import SandboxKind
from tests.checker import record_lines
from tests.crash.arena import Blow, Strike
from tests.crash.judging import remains
from tests.crash.leagues import Ground, open_ground, outcome_of, typed
from tests.in_memory import AtTables, add_entrant, new_settings, play_out

SEATS = (2, 4)
odd_tables = pytest.mark.parametrize("seats", SEATS)
FIVE = ("ann", "bob", "cid", "dan", "eve")
MEETINGS = {2: 10, 4: 5}
"""Of five entrants."""
DICE = Dice(bytes(32), "0123456789abcdef")


def league_of(directory: Path, seats: int, bots: Sequence[str] = FIVE) -> League:
    """Makes a league of one-deal matches whose cards are known."""
    settings = new_settings(seats=seats, length="deals:1")
    league = League.create(directory, settings, settings_text(settings), DICE)
    for name in bots:
        add_entrant(league, name)
    return league


# In memory


@odd_tables
def test_a_league_is_played_to_its_end(tmp_path: Path, seats: int) -> None:
    with league_of(tmp_path, seats) as league:
        play_out(league)
        outlook, results = outlook_of(league), list(league.store.results())

        assert (outlook.counts.meetings, outlook.missing) == (MEETINGS[seats], 0)
        assert outlook.matches == outlook.counts.results == MEETINGS[seats] * 2 * seats
        assert next(iter(league.store.meetings())).party == results[0].fixture.seating
        assert {len(each.scores) for each in results} == {len(each.places) for each in results}
        for row in standings_of(league).rows:
            assert row.matches == outlook.matches * seats / len(FIVE)
            assert sum(row.shares[:seats]) == pytest.approx(1)


@odd_tables
def test_who_comes_late_gets_the_full_schedule_of_its_meetings(tmp_path: Path, seats: int) -> None:
    with league_of(tmp_path, seats, FIVE[:4]) as league:
        before = league.extend_schedule()
        late = add_entrant(league, "eve")
        meetings = tuple(league.store.meetings())

        assert meetings[: len(before)] == before
        assert len(meetings) == MEETINGS[seats]
        assert all(late in meeting.party for meeting in meetings[len(before) :])
        play_out(league)
        assert outlook_of(league).missing == 0


@odd_tables
def test_standings_are_the_same_in_any_order_of_arrival(tmp_path: Path, seats: int) -> None:
    executors = (
        AtTables({"e5": Verdict.TIMEOUT}),
        AtTables({"e5": Verdict.TIMEOUT}, is_reversed=True),
    )
    tables = []
    for number, executor in enumerate(executors):
        with league_of(tmp_path / str(number), seats) as league:
            play_out(league, executor)
            tables.append(standings_of(league))

    assert executors[0].played != executors[1].played
    assert tables[0] == tables[1]


@odd_tables
def test_a_league_that_was_stopped_plays_just_what_is_missing(tmp_path: Path, seats: int) -> None:
    with league_of(tmp_path, seats) as league:
        first = AtTables(halt_after=7)
        play_out(league, first)
        assert outlook_of(league).counts.results == 7
        rest = AtTables()
        play_out(league, rest)

        fixtures = [fixture.match for fixture in league.fixtures()]
        assert Counter(first.played + rest.played) == Counter(fixtures)


@odd_tables
def test_a_board_is_exported_with_its_last_rotation(tmp_path: Path, seats: int) -> None:
    with league_of(tmp_path, seats) as league:
        play_out(league)
        whole = [json.loads(line) for line in exported_lines(league)]
        annul(league, f"m1.b2.r{seats}", "a trial")
        left = [json.loads(line) for line in exported_lines(league)]

    assert [each["match"] for each in whole[:seats]] == [
        f"m1.b1.r{rotation}" for rotation in range(1, seats + 1)
    ]
    assert [each for each in whole if each["board"] != "m1.b2"] == left
    for match in whole:
        assert len(match["seats"]) == len(match["places"]) == seats
        check_replay(match)


def check_replay(match: dict[str, object]) -> None:
    """Asserts that the cards and calls of an exported match give what it says."""
    record = Record.parse(json.dumps(match))
    again = replay(record)
    assert [deal.to_json() for deal in again.deals] == list(record.deals)


@odd_tables
def test_three_forfeited_meetings_in_a_row_bench(tmp_path: Path, seats: int) -> None:
    with league_of(tmp_path, seats) as league:
        play_out(league, AtTables({"e5": Verdict.CRASHED}))
        mine = [meeting.id for meeting in league.store.meetings() if "e5" in meeting.party]
        outlook = outlook_of(league)

        assert outlook.benched == {"e5": mine[2]}
        assert outlook.counts.results + outlook.dropped == outlook.matches
        assert not outlook.missing


@odd_tables
def test_a_match_is_named_by_a_rotation_that_there_is(tmp_path: Path, seats: int) -> None:
    with league_of(tmp_path, seats) as league:
        league.extend_schedule()
        check_match(league, f"m1.b1.r{seats}")
        for match in (f"m1.b1.r{seats + 1}", f"m1.b3.r{seats}", "m99.b1.r1"):
            with pytest.raises(ConfigError, match=f"no match {match} in the schedule"):
                check_match(league, match)


@odd_tables
def test_too_few_entrants_for_a_table_are_told_how_many_it_needs(
    tmp_path: Path, seats: int
) -> None:
    with (
        league_of(tmp_path, seats, FIVE[: seats - 1]) as league,
        pytest.raises(ConfigError, match=rf"so far and a table needs {seats}: "),
    ):
        league.extend_schedule()


@odd_tables
def test_a_balanced_schedule_is_refused_when_the_league_is_made(tmp_path: Path, seats: int) -> None:
    settings = new_settings(seats=seats)
    schedule = replace(settings.schedule, kind=ScheduleKind.BALANCED)
    wanted = rf"schedule.kind is 'balanced', .* three seats alone, .* have {seats}: choose 'full'"
    with pytest.raises(ConfigError, match=wanted):
        League.create(tmp_path, replace(settings, schedule=schedule), "")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("seats", "limit"), [(2, 141), (4, 23)])
def test_a_league_takes_no_more_entrants_than_can_be_scheduled(
    tmp_path: Path, seats: int, limit: int
) -> None:
    names = [f"bot {number}" for number in range(limit)]
    with league_of(tmp_path, seats, names[:-1]) as league:
        league.check_room()
        add_entrant(league, names[-1])
        wanted = f"every {seats} entrants meet, and it has {limit} entrants, the most for that"
        with pytest.raises(ConfigError, match=wanted):
            league.check_room()


# Pages


@odd_tables
def test_pages_have_as_many_places_seats_and_rotations_as_the_table(
    tmp_path: Path, seats: int
) -> None:
    with league_of(tmp_path, seats) as league:
        play_out(league)
    at = ("--league", tmp_path)

    places = re.findall(r"\b[1-9](?:st|nd|rd|th)\b", typed("ratings", *at))
    rows = json.loads(typed("ratings", *at, "--json"))
    board, match = typed("show", *at, "m1.b1"), typed("show", *at, f"m1.b1.r{seats}")

    assert places == ["1st", "2nd", "3rd", "4th"][:seats]
    keys = ["firsts", "seconds", "thirds", "fourths"]
    assert [key for key in rows[0] if key in keys] == keys[:seats]
    assert sum(rows[0][key] for key in keys[:seats]) == pytest.approx(1)
    assert f"the same cards in {NUMBERS[seats]} rotations" in board
    for number in range(1, 6):
        assert (f"rotation {number}" in board) is (f"seat {number}" in board) is (number <= seats)
    assert sum(name in match for name in FIVE) == seats
    typed("show", *at, f"m1.b1.r{seats + 1}", code=2)


# With bots as processes


@pytest.fixture(scope="module", params=SEATS)
def ground(request: pytest.FixtureRequest) -> Iterator[Ground]:
    """A ground for leagues of one entrant more than seats."""
    seats: int = request.param
    with open_ground(SandboxKind.PROCESS) as ground:
        rules = ("--rule", f"seats={seats}", "--rule", "length=deals:2", "--boards", "2")
        yield replace(ground, names=FIVE[: seats + 1], rules=rules)


@pytest.mark.slow
def test_a_league_killed_twice_ends_as_if_nothing_had_been(ground: Ground) -> None:
    last = len(ground.names) + 1
    expected = outcome_of(ground.fresh(last + 1))
    league = ground.fresh(last)
    command = ground.commands(league)[last]

    for strike in (Strike(Moment.IN_DEAL, 5), Strike(Moment.RESULT_STORED, 6)):
        assert ground.arena(*command, strikes=[strike]).is_killed
    stopped = ground.arena(*command, strikes=[Strike(Moment.RESULT_STORED, 2, Blow.INTERRUPT)])
    ground.carried_out(*command)

    assert stopped.code == 130
    assert outcome_of(league) == expected
    assert remains(league) == []
    for line in record_lines(expected.export):
        check_replay(json.loads(line))
    status = json.loads(typed("status", "--league", league, "--json"))
    assert (status["missing"], status["interrupted"] > 0) == (0, True)
