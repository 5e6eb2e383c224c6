"""What operators do by hand: on record, undoable, and followed by every table to the last digit."""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.config import settings_text
from arena.errors import ConfigError
from arena.league import (
    League,
    annul,
    benched_entrants,
    disqualified_entrants,
    disqualify,
    exported_lines,
    find_revision,
    find_revisions,
    missing_fixtures,
    outlook_of,
    save_standings,
    standing_interventions,
    standings_of,
    undo_annul,
    undo_disqualify,
    undo_withdraw,
    withdraw,
)
from arena.ratings import BoardResult, MatchResult, Prefix, Standings, standings
from arena.record import Verdict
from arena.store import AttemptState, InterventionKind, Result
from tests.in_memory import AtTables, add_entrant, new_league, new_settings, play_out

NAMES = ("ann", "bob", "cid", "dan")
MATCHES = 24
"""Of four entrants: four meetings of two boards in three rotations."""


@pytest.fixture(scope="module")
def whole() -> Iterator[Path]:
    """A league of four in which all is played; e4 forfeits whatever it can."""
    with TemporaryDirectory() as name:
        directory = Path(name) / "league"
        with new_league(directory, NAMES) as league:
            play_out(league, AtTables({"e4": Verdict.TIMEOUT}))
        yield directory


@pytest.fixture
def league(whole: Path, tmp_path: Path) -> Iterator[League]:
    with opened(Path(shutil.copytree(whole, tmp_path / "league"))) as league:
        yield league


def opened(directory: Path) -> League:
    return League.open_exclusive(directory, new_settings(), "test")


def again(league: League) -> list[str]:
    """Plays what is missing; returns which matches that were."""
    executor = AtTables({"e4": Verdict.TIMEOUT})
    play_out(league, executor)
    return executor.played


def meeting_without(league: League, entrant: str) -> str:
    (meeting,) = [each.id for each in league.store.meetings() if entrant not in each.party]
    return meeting


def outcome(league: League) -> tuple[str, list[str]]:
    """Returns the ratings table and the export, to the last digit."""
    return repr(standings_of(league)), list(exported_lines(league))


# --- annul ------------------------------------------------------------------------------------


def test_an_annulled_match_does_not_count_and_is_missing(league: League) -> None:
    before = league.store.find_record("m2.b1.r3")

    made = annul(league, "m2.b1.r3", "the engine hung")

    assert (made.kind, made.target, made.attempt) == (InterventionKind.ANNUL, "m2.b1.r3", 1)
    assert league.store.find_result("m2.b1.r3") is None
    assert [each.match for each in missing_fixtures(league, {})] == ["m2.b1.r3"]
    assert not any('"m2.b1.r' in line and '"m2.b1"' in line for line in exported_lines(league))
    (attempt,) = league.store.attempts("m2.b1.r3")
    assert attempt.state is AttemptState.ANNULLED
    assert attempt.cause == "the operator annulled it: the engine hung"
    counts = league.store.counts()
    assert (counts.results, counts.annulled, counts.annulled_by_hand) == (MATCHES - 1, 0, 1)
    assert before is not None


def test_an_annulled_match_is_played_again_with_the_same_cards(league: League) -> None:
    before, table = league.store.find_record("m2.b1.r3"), outcome(league)
    annul(league, "m2.b1.r3", "x")
    assert outcome(league) != table

    assert again(league) == ["m2.b1.r3"]

    assert league.store.find_record("m2.b1.r3") == before
    assert outcome(league) == table
    states = [attempt.state for attempt in league.store.attempts("m2.b1.r3")]
    assert states == [AttemptState.ANNULLED, AttemptState.FINISHED]


def test_an_undone_annulment_leaves_no_trace_in_the_table(league: League) -> None:
    table, attempts = outcome(league), league.store.attempts("m1.b2.r1")
    evidence = league.store.find_evidence("m1.b2.r1")
    annul(league, "m1.b2.r1", "x")

    undone = undo_annul(league, "m1.b2.r1", None)

    assert undone.reason == "x"
    assert outcome(league) == table
    assert league.store.attempts("m1.b2.r1") == attempts
    assert league.store.find_evidence("m1.b2.r1") == evidence
    assert again(league) == []


def test_what_was_played_again_stands(league: League) -> None:
    """A result is only brought back to a place that is free, the latest one first."""
    annul(league, "m1.b1.r1", "one")
    again(league)

    with pytest.raises(
        ConfigError, match=r"played again since it was annulled, .* attempt 2 count"
    ):
        undo_annul(league, "m1.b1.r1", None)

    annul(league, "m1.b1.r1", "two")
    assert undo_annul(league, "m1.b1.r1", None).attempt == 2
    with pytest.raises(ConfigError, match="annul that one first"):
        undo_annul(league, "m1.b1.r1", None)
    annul(league, "m1.b1.r1", "three")
    assert [each.attempt for each in standing_interventions(league)] == [1, 2]


def test_an_attempt_that_was_interrupted_is_no_obstacle_to_undoing(league: League) -> None:
    table = outcome(league)
    annul(league, "m1.b1.r1", "x")
    play_out(league, AtTables(halt_after=0))

    undo_annul(league, "m1.b1.r1", None)

    assert outcome(league) == table
    states = [attempt.state for attempt in league.store.attempts("m1.b1.r1")]
    assert states == [AttemptState.FINISHED, AttemptState.INTERRUPTED]


@pytest.mark.parametrize(
    ("match", "words"),
    [
        # of the schedule, but not to be annulled
        ("m1.b1.r1", "is annulled already (x)"),
        ("m4.b1.r1", "has no result yet"),
        # of no schedule
        ("m5.b1.r1", "there is no match m5.b1.r1"),
        ("m1.b3.r1", "there is no match m1.b3.r1"),
        # no match at all
        ("m1.b1", "'m1.b1' is no match"),
        ("m01.b1.r1", "'m01.b1.r1' is no match"),
        ("m1.b1.r1\n", r"'m1.b1.r1\n' is no match"),
        ("m" + "9" * 5000 + ".b1.r1", "is no match"),
        ("", "'' is no match"),
    ],
)
def test_what_cannot_be_annulled_is_told_in_a_sentence(
    league: League, match: str, words: str
) -> None:
    annul(league, "m1.b1.r1", "x")
    with league.store._writing() as connection:
        connection.exec_driver_sql("DELETE FROM records WHERE match = 'm4.b1.r1'")
        connection.exec_driver_sql("DELETE FROM results WHERE match = 'm4.b1.r1'")

    with pytest.raises(ConfigError) as caught:
        annul(league, match, "y")

    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(league.store.interventions()) == 1


def test_there_is_nothing_to_undo_twice(league: League) -> None:
    annul(league, "m1.b1.r1", "x")
    undo_annul(league, "m1.b1.r1", "a mistake")

    with pytest.raises(ConfigError, match=r"m1\.b1\.r1 is not annulled: there is nothing to undo"):
        undo_annul(league, "m1.b1.r1", None)
    (made,) = league.store.interventions()
    assert made.undone_at is not None
    assert made.undone_because == "a mistake"


# --- disqualify -------------------------------------------------------------------------------


def test_nothing_of_a_disqualified_entrant_counts(league: League) -> None:
    """The table is that of a league in which it never was."""
    chosen = find_revision(league, "dan")

    disqualify(league, chosen, "it is ann's as well")

    table = standings_of(league)
    assert {row.entrant for row in table.rows} == {"e1", "e2", "e3"}
    assert {row.matches for row in table.rows} == {6}
    assert disqualified_entrants(league) == {"e4": "it is ann's as well"}
    exported = [json.loads(line)["meeting"] for line in exported_lines(league)]
    assert exported == [meeting_without(league, "e4")] * 6


def test_an_undone_disqualification_leaves_no_trace(league: League) -> None:
    table, benched = outcome(league), benched_entrants(league)
    chosen = find_revision(league, "e2")
    disqualify(league, chosen, "x")
    assert outcome(league) != table

    undo_disqualify(league, chosen, None)

    assert outcome(league) == table
    assert benched_entrants(league) == benched
    assert list(benched) == ["e4"]


def test_missing_meetings_of_a_disqualified_entrant_are_dropped(tmp_path: Path) -> None:
    with new_league(tmp_path / "league", NAMES) as league:
        play_out(league, AtTables(halt_after=3))
        disqualify(league, find_revision(league, "dan"), "x")
        outlook = outlook_of(league)

        assert outlook.missing + outlook.dropped == MATCHES - 3
        assert outlook.missing in {3, 4, 5, 6}
        without = meeting_without(league, "e4")
        assert all(match.startswith(f"{without}.") for match in again(league))

        undo_disqualify(league, find_revision(league, "dan"), None)
        again(league)
        assert league.store.counts().results == MATCHES


def test_a_disqualified_entrant_is_not_waited_for_when_others_are_benched(tmp_path: Path) -> None:
    """An unfinished meeting stops the scan of its three entrants; one that is out stops nobody."""
    with new_league(tmp_path / "league", ("ann", "bob", "cid", "dan", "eve")) as league:
        executor = AtTables({"e1": Verdict.CRASHED}, halt_after=1)
        play_out(league, executor)
        disqualify(league, find_revision(league, "e5"), "x")
        play_out(league, AtTables({"e1": Verdict.CRASHED}))

        assert "e1" in benched_entrants(league)


def test_an_entrant_is_disqualified_once(league: League) -> None:
    chosen = find_revision(league, "ann")
    with pytest.raises(ConfigError, match="e1 is not disqualified: there is nothing to undo"):
        undo_disqualify(league, chosen, None)
    disqualify(league, chosen, "one")

    with pytest.raises(ConfigError, match=r"is disqualified already \(one\)"):
        disqualify(league, chosen, "two")


def test_a_name_with_two_revisions_is_no_one_entrant(league: League) -> None:
    add_entrant(league, "ann", "another digest")

    with pytest.raises(ConfigError, match=r"'ann' has 2 revisions.*e1 \(revision 1\), e5 "):
        find_revision(league, "ann")
    assert find_revision(league, "e5").revision == 2
    assert find_revision(league, "ann (revision 1)").id == "e1"
    with pytest.raises(ConfigError, match="there is no entrant 'eve'"):
        find_revision(league, "eve")


def test_no_name_stands_for_the_id_or_the_revision_of_another(league: League) -> None:
    """Names of that form are refused at the door; a league may have taken one before."""
    add_entrant(league, "e6", "a digest")
    add_entrant(league, "e2", "another digest")
    add_entrant(league, "e1", "a third digest")
    add_entrant(league, "ann", "a fourth digest")
    add_entrant(league, "ann (revision 2)", "a fifth digest")

    for each in ("e1", "e2", "e5", "e6"):
        assert find_revision(league, each).id == each
    for find in (find_revision, find_revisions):
        with pytest.raises(ConfigError, match=r"^2 entrants are called .*by its id, e8, e9$"):
            find(league, "ann (revision 2)")


# --- freeze -----------------------------------------------------------------------------------


def test_a_frozen_league_has_no_room(league: League) -> None:
    league.store.freeze("the final begins")

    with pytest.raises(ConfigError, match=r"is frozen \(the final begins\) and takes no more bots"):
        league.check_room()
    with pytest.raises(ConfigError, match="is frozen already"):
        league.store.freeze(None)

    league.store.undo(InterventionKind.FREEZE)
    league.check_room()
    with pytest.raises(ConfigError, match="the league is not frozen"):
        league.store.undo(InterventionKind.FREEZE)


# --- crashes ----------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from arena.cli import run_command
left = [int(sys.argv[1])]
def strike(event, details):
    if event == "arena.moment" and details[0] in ("commit-due", "committed"):
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(strike)
sys.exit(run_command(sys.argv[2:]))
"""


@pytest.mark.parametrize(
    "words",
    [
        ("annul", "MEETING.b1.r2", "--reason", "x"),
        ("annul", "MEETING.b2.r2", "--undo"),
        ("disqualify", "e1", "--reason", "x"),
        ("disqualify", "e2", "--undo"),
    ],
)
@pytest.mark.slow
def test_a_kill_leaves_an_intervention_made_or_not_made(
    whole: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """Killed before and after each commit, the table is that before or that after, to the digit."""
    start = Path(shutil.copytree(whole, tmp_path / "start"))
    with opened(start) as league:
        (start / "league.toml").write_text(settings_text(league.settings), encoding="utf-8")
        meeting = meeting_without(league, "e2")
        annul(league, f"{meeting}.b2.r2", "y")
        disqualify(league, find_revision(league, "e2"), "y")
        before = outcome(league)
    named = [word.replace("MEETING", meeting) for word in words]
    outcomes = []
    for blow in range(1, 20):
        struck = Path(shutil.copytree(start, tmp_path / f"struck-{blow}"))
        typed = [sys.executable, "-c", KILLED, str(blow), *named, "--league", str(struck)]
        ended = subprocess.run(typed, capture_output=True, text=True, check=False)
        with opened(struck) as league:
            found = outcome(league)
            with league.store._writing() as connection:
                connection.exec_driver_sql("DELETE FROM checkpoints")
            assert outcome(league) == found  # what was kept of the fold agrees with the results
        outcomes.append(found)
        if ended.returncode == 0:
            break
        assert ended.returncode == -signal.SIGKILL, ended.stderr
    after = outcomes[-1]

    assert after != before
    assert len(outcomes) > 4
    turned = outcomes.index(after)
    assert outcomes == [before] * turned + [after] * (len(outcomes) - turned)


# --- in any order -----------------------------------------------------------------------------

CHOSEN = ("m1.b1.r1", "m1.b2.r3", "m2.b1.r2", "m4.b2.r3")
OPERATIONS = st.one_of(
    st.tuples(st.sampled_from(["annul", "undo-annul"]), st.sampled_from(CHOSEN)),
    st.tuples(st.sampled_from(["disqualify", "undo-disqualify"]), st.sampled_from(["e1", "e4"])),
    st.tuples(st.sampled_from(["withdraw", "undo-withdraw"]), st.sampled_from(["e1", "e3"])),
    st.tuples(st.sampled_from(["play", "fold", "reopen"]), st.just("")),
)


@dataclass
class Model:
    """What stands, and the table that follows, by a fold of its own over results of its own."""

    results: list[Result]
    schedule: list[tuple[str, tuple[str, ...]]]
    missing: set[str] = field(default_factory=set)
    annulled: dict[str, int] = field(default_factory=dict)
    """How often each match was annulled without that being undone."""
    out: set[str] = field(default_factory=set)
    withdrawn: set[str] = field(default_factory=set)

    def allows(self, operation: str, target: str) -> bool:
        match operation:
            case "annul":
                return target not in self.missing
            case "undo-annul":
                return self.annulled.get(target, 0) > 0 and target in self.missing
            case "disqualify" | "undo-disqualify":
                return (target in self.out) is operation.startswith("undo")
            case "withdraw" | "undo-withdraw":
                return (target in self.withdrawn) is operation.startswith("undo")
            case _:
                return True

    def apply(self, operation: str, target: str) -> None:
        match operation:
            case "annul":
                self.missing.add(target)
                self.annulled[target] = self.annulled.get(target, 0) + 1
            case "undo-annul":
                self.missing.remove(target)
                self.annulled[target] -= 1
            case "disqualify":
                self.out.add(target)
            case "undo-disqualify":
                self.out.remove(target)
            case "withdraw":
                self.withdrawn.add(target)
            case "undo-withdraw":
                self.withdrawn.remove(target)
            case "play":
                seated = {each.fixture.match: each.fixture.seating for each in self.results}
                idle = self.out | self.withdrawn
                self.missing = {each for each in self.missing if idle & set(seated[each])}
            case _:
                pass

    def table(self) -> Standings:
        boards: dict[str, dict[str, list[MatchResult]]] = {}
        for result in self.results:
            fixture = result.fixture
            if fixture.match not in self.missing:
                of_meeting = boards.setdefault(fixture.meeting, {})
                of_meeting.setdefault(fixture.board, []).append(_match_result(result))
        complete = {
            meeting: [
                BoardResult(board, meeting, tuple(matches))
                for board, matches in of_meeting.items()
                if len(matches) == 3
            ]
            for meeting, of_meeting in boards.items()
        }
        schedule = [Met(*each) for each in self.schedule if not self.out & set(each[1])]
        ids = [entrant for entrant in ("e1", "e2", "e3", "e4") if entrant not in self.out]
        return standings(schedule, complete, ids, prefix=Prefix(withdrawn=self.withdrawn))


@dataclass(frozen=True)
class Met:
    id: str
    party: tuple[str, ...]


def _match_result(result: Result) -> MatchResult:
    forfeits = tuple(verdict != "ok" for verdict in result.verdicts)
    return MatchResult(
        result.fixture.match,
        result.fixture.seating,
        result.places,
        result.scores,
        forfeits,
        result.deals,
    )


def _do(league: League, operation: str, target: str) -> None:
    match operation:
        case "annul":
            annul(league, target, "x")
        case "undo-annul":
            undo_annul(league, target, None)
        case "disqualify":
            disqualify(league, find_revision(league, target), "x")
        case "undo-disqualify":
            undo_disqualify(league, find_revision(league, target), None)
        case "withdraw":
            withdraw(league, [find_revision(league, target)], None)
        case "undo-withdraw":
            undo_withdraw(league, [find_revision(league, target)], None)
        case "play":
            again(league)
        case _:
            save_standings(league)


@settings(max_examples=25, deadline=None)
@given(operations=st.lists(OPERATIONS, max_size=8))
def test_any_order_of_interventions_gives_the_table_of_what_stands(
    whole: Path, operations: list[tuple[str, str]]
) -> None:
    with TemporaryDirectory() as name:
        directory = Path(shutil.copytree(whole, Path(name) / "league"))
        league = opened(directory)
        schedule = [(meeting.id, meeting.party) for meeting in league.store.meetings()]
        model = Model(list(league.store.results()), schedule)
        try:
            for operation, target in operations:
                if not model.allows(operation, target):
                    with pytest.raises(ConfigError):
                        _do(league, operation, target)
                elif operation == "reopen":
                    league.close()
                    league = opened(directory)
                else:
                    _do(league, operation, target)
                    model.apply(operation, target)
                assert standings_of(league) == model.table(), (operation, target)
        finally:
            league.close()
