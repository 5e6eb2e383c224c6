"""Entrants that were withdrawn: nothing more of them is played, and what was played counts."""

import io
import json
import re
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from arena.config import settings_text
from arena.deals import Dice
from arena.errors import ConfigError
from arena.league import (
    League,
    annul,
    benched_entrants,
    close_league,
    disqualify,
    exported,
    exported_lines,
    find_revision,
    find_revisions,
    missing_fixtures,
    outlook_of,
    standings_of,
    undo_annul,
    undo_withdraw,
    withdraw,
)
from arena.record import Verdict
from arena.store import InterventionKind, NewEntrant, SandboxKind
from arena.verify import Finding, verify_export, verify_league
from tests import snapshots
from tests.in_memory import AtTables, add_entrant, new_league, new_settings, play_out
from tests.printed import Printed

NAMES = ("ann", "bob", "cid", "dan")


@pytest.fixture(scope="module")
def half(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league of four of which m1 is played, and of m2 one board and two matches of the other."""
    directory = tmp_path_factory.mktemp("half") / "league"
    dice = Dice(bytes(range(32)), "0123456789abcdef")  # so that the same meet each time
    with League.create(directory, new_settings(), "", dice) as league:
        for name in NAMES:
            add_entrant(league, name)
        play_out(league, AtTables({"e4": Verdict.TIMEOUT}))
        text = settings_text(league.settings)
        with league.store._writing() as connection:
            for table in ("records", "results", "attempts"):
                connection.exec_driver_sql(
                    f"DELETE FROM {table} WHERE match LIKE 'm3%' OR match LIKE 'm4%' "  # noqa: S608  # of this test
                    "OR match = 'm2.b2.r3'"
                )
            connection.exec_driver_sql("DELETE FROM lives")
            connection.exec_driver_sql("DELETE FROM checkpoints")
    (directory / "league.toml").write_text(text, encoding="utf-8")
    return directory


@pytest.fixture
def league(half: Path, tmp_path: Path) -> Iterator[League]:
    with opened(Path(shutil.copytree(half, tmp_path / "league"))) as league:
        yield league


def opened(directory: Path) -> League:
    return League.open_exclusive(directory, new_settings(), "test")


def out(league: League, entrant: str) -> None:
    withdraw(league, [find_revision(league, entrant)], None)


def missing(league: League) -> set[str]:
    """Returns the meetings of which something is missing."""
    return {each.meeting for each in missing_fixtures(league, benched_entrants(league))}


def without(league: League, *entrants: str) -> set[str]:
    meetings = league.store.meetings()
    return {each.id for each in meetings if not set(entrants) & set(each.party)}


def findings(league: League) -> list[Finding]:
    """Returns what verify finds, in the store and in the export."""
    found: list[Finding] = []
    verify_league(league, None, found.append)
    text = "".join(f"{line}\n" for line in exported(league)).encode()
    outcome = verify_export(
        io.BytesIO(text), "export", league.directory.read_secret(), found.append
    )
    assert outcome.missing == len([*missing_fixtures(league, benched_entrants(league))])
    return found


def test_nothing_more_is_played_and_all_that_was_counts(league: League) -> None:
    table, records = standings_of(league), list(exported_lines(league))
    before = missing(league)

    out(league, "e1")

    assert missing(league) == before & without(league, "e1")
    assert (standings_of(league), list(exported_lines(league))) == (table, records)
    play_out(league, executor := AtTables({"e4": Verdict.TIMEOUT}))
    assert {match.partition(".")[0] for match in executor.played} == before & without(league, "e1")
    assert missing(league) == set()
    assert outlook_of(league).missing == 0
    assert findings(league) == []


def test_withdrawing_outlives_the_arena_and_its_undoing_brings_everything_back(
    league: League,
) -> None:
    before, directory = missing(league), league.directory.path
    out(league, "e1")
    league.close()

    with opened(directory) as again:
        assert missing(again) == before & without(again, "e1")
        undo_withdraw(again, find_revisions(again, "ann"), None)
        assert missing(again) == before
        play_out(again, AtTables({"e4": Verdict.TIMEOUT}))
        assert findings(again) == []
        assert standings_of(again).boards == 8


def test_a_board_that_was_begun_does_not_count_and_stays_sealed(league: League) -> None:
    begun = next(each for each in league.store.meetings() if each.id == "m2")

    out(league, begun.party[0])
    play_out(league, AtTables({}))

    lines = list(exported_lines(league))
    assert any('"board":"m2.b1"' in line for line in lines)
    assert not any('"board":"m2.b2"' in line for line in lines)
    assert league.store.find_result("m2.b2.r1") is not None
    assert findings(league) == []


def test_who_is_withdrawn_twice_is_told_so(league: League) -> None:
    withdraw(league, find_revisions(league, "ann"), "her wish")

    with pytest.raises(
        ConfigError, match=r"^entrant e1 is withdrawn already \(her wish\): there is nothing to do$"
    ):
        out(league, "e1")
    with pytest.raises(ConfigError, match="entrant e2 is not withdrawn: there is nothing to undo"):
        undo_withdraw(league, find_revisions(league, "e2"), None)


def test_several_are_withdrawn_together_or_not_at_all(league: League) -> None:
    out(league, "e2")

    with pytest.raises(ConfigError, match="entrant e2 is withdrawn already: there"):
        withdraw(league, [find_revision(league, each) for each in ("e1", "e2")], None)

    kinds = [(each.kind, each.target) for each in league.store.interventions()]
    assert kinds == [(InterventionKind.WITHDRAW, "e2")]


def test_a_withdrawn_name_comes_back_as_a_new_revision(league: League) -> None:
    out(league, "ann")
    new = NewEntrant("ann", None, SandboxKind.PROCESS, None, "another digest", ("bot",), {})

    again = league.add_entrant(new)
    play_out(league, AtTables({}))

    assert (again.id, again.revision) == ("e5", 2)
    results = [each.fixture for each in league.store.results()]
    assert any("e5" in each.seating for each in results)
    assert not any({"e1", "e5"} <= {*each.seating} for each in results)
    assert missing(league) == set()
    assert findings(league) == []


def test_meetings_that_are_never_finished_hide_nobody_from_the_bench(tmp_path: Path) -> None:
    """What is missing stops the scan of a bench, what never comes does not."""
    with new_league(tmp_path / "league", (*NAMES, "eve")) as league:
        league.extend_schedule()
        first = next(each for each in league.store.meetings() if "e4" in each.party)
        out(league, next(each for each in first.party if each != "e4"))
        play_out(league, AtTables({"e4": Verdict.CRASHED}))

        assert set(benched_entrants(league)) == {"e4"}
        assert first.id not in {each.fixture.meeting for each in league.store.results()}
        assert findings(league) == []


def test_what_was_played_between_two_withdrawals_counts(league: League) -> None:
    """No fold that was kept from the first one is gone on with."""
    out(league, "e1")
    undo_withdraw(league, find_revisions(league, "e1"), None)
    play_out(league, AtTables({"e4": Verdict.TIMEOUT}))
    table = standings_of(league)

    out(league, "e1")

    assert standings_of(league) == table
    assert findings(league) == []


def test_an_annulled_match_of_one_who_is_withdrawn_is_not_played_again(league: League) -> None:
    table, match = standings_of(league), "m1.b1.r1"
    out(league, next(iter(league.store.meetings())).party[0])
    annul(league, match, "x")

    play_out(league, executor := AtTables({}))

    assert match not in executor.played
    assert standings_of(league) != table
    assert findings(league) == []
    undo_annul(league, match, None)
    assert league.store.find_result(match) is not None


def test_who_is_disqualified_may_be_withdrawn_as_well(league: League) -> None:
    disqualify(league, find_revision(league, "e1"), "x")
    out(league, "e1")

    assert [row.entrant for row in standings_of(league).rows if row.entrant == "e1"] == []
    assert findings(league) == []


def test_a_league_that_lacks_only_what_nobody_plays_can_be_closed(league: League) -> None:
    for entrant in ("e1", "e2"):
        out(league, entrant)
    assert missing(league) == set()

    close_league(league, is_unfinished=False)

    assert findings(league) == []
    with pytest.raises(ConfigError, match="the league is closed"):
        out(league, "e3")


@pytest.mark.parametrize("spoil", ["drop", "add", "stranger"])
def test_an_export_that_tells_otherwise_who_was_withdrawn_is_found_out(
    league: League, spoil: str
) -> None:
    out(league, "e1")
    close_league(league, is_unfinished=True)
    lines = [json.loads(line) for line in exported(league)]
    assert lines[0]["withdrawn"] == ["e1"]
    lines[0]["withdrawn"] = {"drop": [], "add": ["e1", "e2"], "stranger": ["e9"]}[spoil]
    told = [json.dumps(line, separators=(",", ":"), ensure_ascii=False) for line in lines]
    text = "".join(f"{line}\n" for line in told).encode()
    found: list[Finding] = []

    if spoil == "stranger":
        with pytest.raises(ConfigError, match="somebody is withdrawn who is no entrant"):
            verify_export(io.BytesIO(text), "export", None, found.append)
        return
    verify_export(io.BytesIO(text), "export", None, found.append)
    places = {each.where for each in found}
    assert "export" in places  # the last line binds it
    assert ("schedule" in places) is (spoil == "drop")


def test_an_export_of_an_arena_that_knew_no_withdrawals_is_right(league: League) -> None:
    close_league(league, is_unfinished=True)
    *lines, end = exported(league)
    lines[0] = lines[0].replace(',"withdrawn":[]', "")
    assert "withdrawn" not in lines[0]
    text = "".join(f"{line}\n" for line in lines)
    last = {**json.loads(end), "sha256": sha256(text.encode()).hexdigest()}
    found: list[Finding] = []

    file = io.BytesIO(f"{text}{json.dumps(last, separators=(',', ':'))}\n".encode())
    verify_export(file, "export", None, found.append)

    assert {each.where for each in found} == {"schedule"}  # it is unfinished


# --- the commands -----------------------------------------------------------------------------


def test_the_commands_tell_it_in_a_line_each(
    half: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = Path(shutil.copytree(half, tmp_path / "league"))
    told = []
    for words in (
        "withdraw ann",
        "withdraw nobody --yes",
        "withdraw ann --yes --reason tired",
        "withdraw ann --yes",
        "withdraw e1 --yes",
        "entrants",
        "status",
        "withdraw ann --undo",
        "withdraw ann --undo",
    ):
        printed = Printed(capsys, *words.split(), "--league", directory)
        if words == "status":
            notes = Printed(capsys, "ratings", "--league", directory).out.splitlines()
            assert [line.endswith("  withdrawn: plays no more") for line in notes].count(True) == 1
        told.append(f"$ arena {words}\n{printed.out}{printed.err}exit code {printed.code}\n\n")

    text = "".join(told).replace(str(directory), "LEAGUE")
    with opened(directory) as league:
        for secret in (league.made.id, league.made.commitment):
            text = text.replace(secret, "…")
    snapshots.check("withdrawals", _steady(text))


def _steady(text: str) -> str:
    text = re.sub(r"time left   about \d+ s", "time left   about 0 s", text)
    return re.sub(r"\d{4}-\d\d-\d\d( \d\d:\d\d UTC)?", "MOMENT", text)


def test_the_revisions_of_a_name_are_withdrawn_together_or_one_by_one(
    half: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = Path(shutil.copytree(half, tmp_path / "league"))
    with opened(directory) as league:
        for digest in ("2" * 64, "3" * 64):
            manifest = {"protocol": "stdio", "image": "mine:3"}
            command = ("bot",)
            league.add_entrant(
                NewEntrant("ann", "Ann", SandboxKind.DOCKER, "sha256:x", digest, command, manifest)
            )

    def states() -> list[str]:
        printed = Printed(capsys, "entrants", "--json", "--league", directory).text
        return [row["state"] for row in json.loads(printed) if row["entrant"] == "ann"]

    assert states() == ["earlier", "earlier", "current"]
    assert Printed(capsys, "withdraw", "e6", "--yes", "--league", directory).code == 0
    assert states() == ["earlier", "current", "withdrawn"]
    told = Printed(capsys, "withdraw", "ann", "--yes", "--league", directory).text
    assert told.startswith("Withdrawn: ann (revision 1) (e1), ann (revision 2) (e5). Nothing more")
    assert states() == ["withdrawn"] * 3
    assert (
        Printed(capsys, "withdraw", "ann (revision 2)", "--undo", "--league", directory).code == 0
    )
    assert states() == ["withdrawn", "current", "withdrawn"]


def test_entrants_fit_into_eighty_columns(
    half: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = Path(shutil.copytree(half, tmp_path / "league"))
    with opened(directory) as league:
        out(league, "e1")
        disqualify(league, find_revision(league, "e2"), "x")
        manifest = {"protocol": "stdio"}
        league.add_entrant(
            NewEntrant("ann", None, SandboxKind.DOCKER, "sha256:x", "2" * 64, ("bot",), manifest)
        )
    monkeypatch.setenv("COLUMNS", "80")

    text = Printed(capsys, "entrants", "--league", directory).text

    snapshots.check("entrants-revisions", _steady(text))
    assert max(map(len, text.splitlines())) <= 80
    assert len(text.splitlines()) == 7
