import signal
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from arena.deals import commitment
from arena.errors import ArenaError, ConfigError, HostError, SandboxError
from arena.league import (
    League,
    exported_lines,
    outlook_of,
    playing,
    rooms,
    standings_of,
)
from arena.record import Verdict
from arena.runner import Halt
from arena.schedule import Kind, full
from arena.store import NewEntrant, SandboxKind
from tests.in_memory import AtTables, add_entrant, new_league, new_settings, play_out

FIVE = ("ann", "bob", "cid", "dan", "eve")


def exported(league: League) -> list[str]:
    return list(exported_lines(league))


# --- making and opening ------------------------------------------------------------------------


def test_a_new_league_has_a_secret_that_only_its_owner_reads(tmp_path: Path) -> None:
    with new_league(tmp_path / "league") as league:
        secret = league.directory.secret

        assert stat.S_IMODE(secret.stat().st_mode) == 0o600
        assert league.made.commitment == commitment(bytes.fromhex(secret.read_text()))


def test_no_two_leagues_share_a_secret_or_an_id(tmp_path: Path) -> None:
    with new_league(tmp_path / "one") as one, new_league(tmp_path / "other") as other:
        assert one.made.commitment != other.made.commitment
        assert one.made.id != other.made.id


def test_a_league_is_never_made_over_another(tmp_path: Path) -> None:
    with new_league(tmp_path) as league:
        before = league.directory.secret.read_text()

        with pytest.raises(ConfigError, match="holds a league already"):
            new_league(tmp_path)

        assert league.directory.secret.read_text() == before


def test_another_secret_is_refused(tmp_path: Path) -> None:
    with new_league(tmp_path) as league:
        league.directory.secret.write_text("00" * 32)

        with pytest.raises(HostError, match="not the secret that this league was made with"):
            league.dice()


@pytest.mark.parametrize("content", ["", "zz", "00", None])
def test_a_damaged_secret_is_told_in_words(tmp_path: Path, content: str | None) -> None:
    with new_league(tmp_path) as league:
        league.directory.secret.unlink()
        if content is not None:
            league.directory.secret.write_text(content)

        with pytest.raises(HostError, match="secret"):
            league.dice()


def test_what_is_fixed_cannot_be_changed(tmp_path: Path) -> None:
    new_league(tmp_path).close()

    with pytest.raises(ConfigError) as raised:
        League.open(tmp_path, replace(new_settings(boards=3, length="deals:2"), name="x"))

    assert "name is 'x' there and was " in str(raised.value)
    assert "rules.length is 'deals:2' there and was 'deals:1'" in str(raised.value)
    assert "schedule.boards is 3 there and was 2" in str(raised.value)


def test_what_may_change_is_read_again(tmp_path: Path) -> None:
    new_league(tmp_path).close()
    settings = new_settings()
    changed = replace(settings, play=replace(settings.play, jobs=9, tables=1))

    with League.open(tmp_path, changed) as league:
        assert league.settings.play.jobs == 9


def test_one_at_a_time_changes_a_league_and_the_other_is_told_who(tmp_path: Path) -> None:
    with new_league(tmp_path), pytest.raises(HostError, match="in use by 'arena init'"):
        League.open_exclusive(tmp_path, new_settings(), "arena run")


def test_nobody_else_looks_into_a_league(tmp_path: Path) -> None:
    """Bots that are processes have users of their own, and boards are still being played."""
    with new_league(tmp_path / "league") as league:
        play_out(league, AtTables(halt_after=1))
        inside = [league.directory.database, league.directory.secret]
        folders = [league.directory.path, league.directory.submissions]

    assert {stat.S_IMODE(path.stat().st_mode) for path in inside} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}


# --- the schedule -----------------------------------------------------------------------------


def test_a_schedule_needs_three_entrants(tmp_path: Path) -> None:
    with new_league(tmp_path, ("ann", "bob")) as league:
        with pytest.raises(ConfigError, match="2 entrants so far and a table needs 3"):
            league.extend_schedule()

        assert league.store.counts().meetings == 0


def test_who_comes_late_is_appended_and_the_rest_stays(tmp_path: Path) -> None:
    with new_league(tmp_path) as league:
        first = league.extend_schedule()
        league.store.add_entrant(  # as it was once done: without its meetings
            NewEntrant("dan", None, SandboxKind.PROCESS, None, "d", ("bot",), {})
        )

        added = league.extend_schedule()
        meetings = tuple(league.store.meetings())

        assert meetings == first + added
        assert all("e4" in meeting.party for meeting in added)
        assert {frozenset(meeting.party) for meeting in meetings} == {
            frozenset(meeting.party) for meeting in full(["e1", "e2", "e3", "e4"], 0)
        }


KILLED = """
import os, signal, sys
from pathlib import Path
from arena.store import Store
from tests.leagues import new_entrant

with Store.open_exclusive(Path(sys.argv[1]), command="test") as store:
    store.add_entrant(new_entrant("dan"), lambda _: os.kill(os.getpid(), signal.SIGKILL))
"""


def test_who_is_killed_while_somebody_comes_late_has_lost_nothing(tmp_path: Path) -> None:
    """Killed between the entrant and its meetings: neither is there; sent again, both are."""
    with new_league(tmp_path) as league:
        first = league.extend_schedule()
    ended = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)

    with League.open_exclusive(tmp_path, new_settings(), "test") as league:
        assert ended.returncode == -signal.SIGKILL
        assert len(league.store.entrants()) == 3
        assert tuple(league.store.meetings()) == first
        add_entrant(league, "dan")
        assert tuple(league.store.meetings())[:1] == first
        assert len(tuple(league.store.meetings())) == 4


def test_a_schedule_that_has_everybody_is_not_extended(tmp_path: Path) -> None:
    with new_league(tmp_path) as league:
        league.extend_schedule()

        assert league.extend_schedule() == ()


@pytest.mark.parametrize(
    ("entrants", "kind"), [(12, Kind.FULL), (13, Kind.BALANCED), (3, Kind.FULL)]
)
def test_auto_takes_the_kind_that_the_number_of_entrants_allows(entrants: int, kind: Kind) -> None:
    assert new_settings().schedule.kind.of(entrants, 3) is kind


def test_revisions_are_told_apart_by_name(tmp_path: Path) -> None:
    with new_league(tmp_path) as league:
        add_entrant(league, "ann", "another")

        assert list(league.names().values()) == [
            "ann (revision 1)",
            "bob",
            "cid",
            "ann (revision 2)",
        ]


# --- playing ----------------------------------------------------------------------------------


def test_every_match_is_played_once(tmp_path: Path) -> None:
    executor = AtTables()
    with new_league(tmp_path, FIVE) as league:
        told = play_out(league, executor)

        assert sorted(executor.played) == sorted(fix.match for fix in league.fixtures())
        assert len(executor.played) == 60
        assert (told[0].missing, told[-1].missing, told[-1].played) == (60, 0, 60)
        assert outlook_of(league).missing == 0


def test_a_long_schedule_is_planned_bit_by_bit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "HORIZON", 7)
    executor = AtTables()
    with new_league(tmp_path, FIVE) as league:
        told = play_out(league, executor)

        assert sorted(executor.played) == sorted(fix.match for fix in league.fixtures())
        assert [progress.missing for progress in told if not progress.played] == [60]
        assert told[-1].missing == 0


def test_a_halted_league_goes_on_with_exactly_what_is_missing(tmp_path: Path) -> None:
    first, second = AtTables(halt_after=17), AtTables()
    with new_league(tmp_path, FIVE) as league:
        play_out(league, first)
        halted = league.store.counts()
        play_out(league, second)

        assert (halted.results, halted.annulled) == (17, 0)
        assert halted.interrupted > 0
        assert len(first.played) == 17
        assert len(second.played) == 43
        assert not set(first.played) & set(second.played)


def test_a_halt_before_the_start_plays_nothing(tmp_path: Path) -> None:
    halt, executor = Halt(), AtTables()
    halt.request()
    with new_league(tmp_path) as league:
        play_out(league, executor, halt)

    assert executor.played == []


def test_the_order_of_arrival_changes_nothing(tmp_path: Path) -> None:
    """The same results, in three orders of arrival: one table to the last digit, one export."""
    tables, exports = [], []
    for number, halt_after in enumerate((None, None, 25)):
        with new_league(tmp_path / str(number), FIVE) as league:
            secret = bytes(32)
            league.directory.secret.write_text(secret.hex())
            same = replace(
                league, made=replace(league.made, id="7" * 16, commitment=commitment(secret))
            )
            play_out(same, AtTables(is_reversed=number > 0, halt_after=halt_after))
            play_out(same, AtTables())
            tables.append(standings_of(same))
            exports.append(exported(same))

    assert tables[0] == tables[1] == tables[2]
    assert exports[0] == exports[1] == exports[2]


def test_a_fault_of_ours_annuls_and_the_match_is_played_again(tmp_path: Path) -> None:
    with new_league(tmp_path) as league:
        told = play_out(league, AtTables(failures=["the engine hung", "the engine hung"]))

        assert told[-1].annulled == league.store.counts().annulled == 4
        assert league.store.counts().results == 6
        assert [attempt.state for attempt in league.store.attempts("m1.b1.r1")] == [
            "annulled",
            "annulled",
            "finished",
        ]


@pytest.mark.parametrize("is_raising", [True, False])
def test_faults_of_ours_without_end_stop_the_league(tmp_path: Path, *, is_raising: bool) -> None:
    executor = AtTables(failures=["the engine hung"] * 9, is_raising=is_raising)
    with new_league(tmp_path) as league:
        with pytest.raises(SandboxError, match=r"6 sittings in a row .* because .*the engine hung"):
            play_out(league, executor)

        assert league.store.counts().results == 0
        assert league.store.counts().annulled == 12
        assert len(league.store.sittings()) == 6


def test_a_league_that_gets_nowhere_stops(tmp_path: Path) -> None:
    class Idle(AtTables):
        async def __call__(self, *_: object) -> None:
            """Plays nothing and says nothing."""

    with (
        new_league(tmp_path) as league,
        pytest.raises(ArenaError, match="6 sittings in a row brought no result"),
    ):
        play_out(league, Idle())


def test_a_league_is_marked_once_a_match_ran_as_processes(tmp_path: Path) -> None:
    with new_league(tmp_path) as league:
        play_out(league, AtTables(halt_after=2), sandbox=SandboxKind.DOCKER)
        assert not outlook_of(league).is_unsandboxed

        play_out(league, AtTables(halt_after=1))
        play_out(league, AtTables(), sandbox=SandboxKind.DOCKER)
        assert outlook_of(league).is_unsandboxed


def test_how_lives_ended_is_kept_by_sitting(tmp_path: Path) -> None:
    with new_league(tmp_path) as league:
        play_out(league, AtTables(forfeiting={"e2": Verdict.OOM}))
        lives = league.store.lives_of("e2")
        sittings = [sitting.id for sitting in league.store.sittings()]

    assert [life.sitting for life in lives] == sittings
    assert {life.end.verdict for life in lives} == {Verdict.OOM}


# --- benching ---------------------------------------------------------------------------------


def test_who_forfeits_three_meetings_in_a_row_is_benched(tmp_path: Path) -> None:
    """Six entrants meet in 20 trios, each in 10; nobody plays with eve after her third."""
    executor = AtTables(forfeiting={"e5": Verdict.CRASHED})
    with new_league(tmp_path, (*FIVE, "fay")) as league:
        play_out(league, executor)
        outlook = outlook_of(league)
        meetings = [meeting.id for meeting in league.store.meetings() if "e5" in meeting.party]
        table = {row.entrant: row for row in standings_of(league).rows}

        assert outlook.benched == {"e5": meetings[2]}
        assert outlook.missing == 0
        assert outlook.dropped + outlook.counts.results == outlook.matches
        assert outlook.dropped > 0
        assert table["e5"].benched_from == meetings[2]
        assert (table["e5"].matches, table["e5"].faults) == (18, 18)


# --- where bots live --------------------------------------------------------------------------


def test_a_run_directory_is_entered_by_all_and_gone_afterwards(run_directory: Path) -> None:
    settings = new_settings()
    settings = replace(settings, play=replace(settings.play, run_directory=str(run_directory)))

    with rooms.run_directory(settings, "7") as path:
        mode = stat.S_IMODE(path.stat().st_mode)

    assert mode == 0o711
    assert path == run_directory / "arena-7"
    assert list(run_directory.iterdir()) == []


def test_a_run_directory_that_is_somebody_elses_is_refused(run_directory: Path) -> None:
    settings = new_settings()
    settings = replace(settings, play=replace(settings.play, run_directory=str(run_directory)))
    (run_directory / "elsewhere").mkdir()
    (run_directory / "arena-7").symlink_to(run_directory / "elsewhere")

    with (
        pytest.raises(HostError, match="belongs to somebody else"),
        rooms.run_directory(settings, "7"),
    ):
        pass


def test_a_run_directory_that_is_too_long_for_sockets_is_told_at_once(run_directory: Path) -> None:
    settings = new_settings()
    place = str(run_directory / ("x" * 80))
    settings = replace(settings, play=replace(settings.play, run_directory=place))

    with pytest.raises(HostError, match="too long for sockets"), rooms.run_directory(settings, "7"):
        pass
