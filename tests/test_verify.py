"""`arena verify`: all is right with an honest league, and nothing else passes."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.config import read_settings, settings_text
from arena.deals import Dice
from arena.games import parse_rules
from arena.league import (
    League,
    ScheduleKind,
    ScheduleSettings,
    Settings,
    close_league,
    exported,
)
from arena.league.outlook import ACCEPTED, EXAMINED, OVERLOAD
from arena.record import Verdict
from arena.schedule import Kind, Meeting, extend
from arena.store.writing import REBUILT
from arena.verify import Finding, verify_export, verify_league
from arena.verify.schedule import find_schedule_difference
from tests.in_memory import AtTables, add_entrant, play_out
from tests.printed import Printed
from tests.tampering import findings_in, rehashed
from tests.verifying import (
    GAMES,
    NAMES,
    SECRET,
    changed,
    drop,
    export_of,
    findings,
    line_of,
    make,
    opened,
    put,
    spades_export,
)


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def whole(game: str) -> Iterator[Path]:
    with TemporaryDirectory() as name:
        yield make(Path(name) / "league", game)


@pytest.fixture(scope="module")
def export(whole: Path) -> str:
    return export_of(whole)


# --- an honest league -------------------------------------------------------------------------


def test_all_is_right_with_an_honest_export(export: str) -> None:
    assert findings_in(export) == []


def test_all_is_right_with_an_honest_store(whole: Path) -> None:
    found: list[object] = []
    with opened(whole) as league:
        outcome = verify_league(league, None, found.append)

    assert (found, outcome.unverified, outcome.missing) == ([], [], 0)
    assert (outcome.matches, outcome.ratings) == (12, 3)  # also those of the disqualified entrant
    assert (outcome.scheduled, outcome.annulled, outcome.faulty) == (12, 1, 0)


def test_a_league_that_is_still_played_is_verified_with_its_own_secret(tmp_path: Path) -> None:
    with opened(make(tmp_path / "league", "spades", is_closed=False)) as league:
        found: list[object] = []
        outcome = verify_league(league, None, found.append)
        text = "".join(f"{line}\n" for line in exported(league))

    assert found == []
    assert outcome.unverified == ["what nothing depends on, since the league is not closed"]
    assert findings_in(text) == []


def test_no_note_that_an_arena_writes_is_a_finding(tmp_path: Path) -> None:
    directory = make(tmp_path / "league", "spades", is_closed=False)
    settings = read_settings(directory, {})
    with League.open_exclusive(directory, settings, "a test") as league:
        for kind in (ACCEPTED, EXAMINED, OVERLOAD, REBUILT):
            league.store.add_note(kind, "{}")
        found: list[object] = []
        verify_league(league, None, found.append)

    assert found == []


def test_many_processes_find_what_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.verify.pool._BATCH_BYTES", 1)
    text = export_of(make(tmp_path / "league", "spades"))
    for at, line in enumerate(text.splitlines()):
        if '"arena-record/1"' in line:
            text = changed(text, at, put("scores", 0, to=12345))

    assert findings(text, jobs=2) == findings(text, jobs=1) != []


# --- what is told -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def spades() -> str:
    return spades_export()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("first_dealer", to=2), "m1.b1.r2: first_dealer is 2, expected 1"),
        (put("deals", 1, "scores", to=[1, 2, 3]), "m1.b1.r2, deal 2: scores.0 is 1, expected"),
        (put("deals", 1, "bags", to=[9, 9, 9]), "m1.b1.r2, deal 2: bags."),
        (put("scores", to=[0, 0, 0]), "m1.b1.r2: scores.0 is 0, expected"),
        (put("places", to=[1, 1, 1]), "m1.b1.r2: places.0 is 1, expected 3"),
        (put("deals", 1, to={}), "m1.b1.r2, deal 2: a deal has exactly the fields"),
        (put("faults", to=[]), "m1.b1.r2: verdicts and faults do not fit each other"),
        (put("verdicts", to=["ok", "ok", "ok"]), "m1.b1.r2: verdicts and faults do not fit"),
        (put("faults", 0, "deal", to=9), "m1.b1.r2: a fault fell after deal 2"),
        (put("faults", 0, "decision", to=99), "m1.b1.r2, deal 1: seat 0 forfeits at action 99"),
        (put("seats", 0, "entrant", to="eve"), "m1.b1.r2: seats.0.entrant is 'eve', expected"),
        (put("seats", 0, "revision", to=2), "m1.b1.r2: seats.0.revision is 2, expected 1"),
        (put("rotation", to=3), "m1.b1.r2: rotation is 3, expected 2"),
        (put("board", to="m1.b2"), "m1.b1.r2: board is 'm1.b2', expected 'm1.b1'"),
        (put("game", to="euchre"), "m1.b1.r2: game is 'euchre', expected 'spades'"),
        (put("rules", "nil_value", to=50), "m1.b1.r2: rules.nil_value is 50, expected 100"),
        (put("rules", "nil_value", to=100.0), "m1.b1.r2: rules.nil_value is 100.0, expected 100"),
        (put("commitment", to="0" * 64), "m1.b1.r2: commitment is '0000"),
    ],
)
def test_a_finding_names_match_deal_and_what_was_expected(
    change: Callable[[dict[str, object]], None], words: str, spades: str
) -> None:
    found = findings(changed(spades, line_of(spades, "m1.b1.r2"), change))

    assert found[0].startswith(words)


def test_another_card_than_the_secret_deals_is_named(spades: str) -> None:
    """Two cards of one suit change hands and nothing else: only the secret knows."""
    text = swap_unplayed(spades)

    assert any("of the pack is" in each and "but the secret deals" in each for each in text)


def swap_unplayed(text: str) -> list[str]:
    """Deals a whole board by another secret; returns what is found."""
    with TemporaryDirectory() as name:
        rules = parse_rules("spades", {"length": "deals:2"})
        settings = Settings("friends", rules, ScheduleSettings(boards=2))
        dice = Dice(bytes(32), "0123456789abcdef")
        path = Path(name) / "league"
        with League.create(path, settings, settings_text(settings), dice) as league:
            for each in NAMES[:3]:
                add_entrant(league, each)
            play_out(league, AtTables({"e3": Verdict.OOM}))
            other = "".join(f"{line}\n" for line in exported(league))
    lines, others = text.splitlines(), other.splitlines()
    for number, line in enumerate(lines):
        if '"match":"m1.b1.' in line:
            lines[number] = others[number].replace(
                json.loads(others[0])["commitment"], json.loads(lines[0])["commitment"]
            )
    return findings(rehashed("\n".join(lines) + "\n"))


def test_without_the_secret_the_rest_is_verified(spades: str) -> None:
    text = changed(spades, 0, put("closed", to=None))
    outcome = verify_export(io.BytesIO(text.encode()), "it", None, list[Finding]().append, 1)

    assert outcome.unverified == ["the cards, since the secret is not published"]
    assert findings(text, secret=SECRET) == []
    at = line_of(text, "m1.b1.r2")
    assert findings(changed(text, at, put("scores", 0, to=0)))[0].startswith("m1.b1.r2: scores.0")


def test_another_secret_than_the_committed_one_is_a_finding(spades: str) -> None:
    other = bytes(32)

    found = findings(spades, secret=other)

    assert found[0] == "league: the secret in it is another than the one given"
    assert found[1].startswith("league: the SHA-256 of the secret is")
    assert len(found) == 2


# --- as it is typed ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("closing", "code", "told"),
    [("<&-", 2, "error: the standard input is closed: "), (">&-", 2, "error: "), ("2>&-", 2, "")],
)
def test_a_stream_that_is_closed_is_told_or_done_without(
    closing: str, code: int, told: str
) -> None:
    arena = subprocess.run(
        ["sh", "-c", f'exec "$0" -m arena verify - {closing}', sys.executable],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )

    assert (arena.returncode, arena.stdout) == (code, "")
    assert arena.stderr.startswith(told)
    assert arena.stderr.count("\n") <= 1


def test_what_is_typed_decides_how_it_ends(
    spades: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right, wrong = tmp_path / "right.jsonl", tmp_path / "wrong.jsonl"
    right.write_text(spades, encoding="utf-8")
    wrong.write_text(
        changed(spades, line_of(spades, "m1.b1.r2"), put("scores", 0, to=12345)), encoding="utf-8"
    )
    found = Printed(capsys, "verify", wrong)
    cases = [
        (
            ("verify", right),
            0,
            "all is right: 6 of the schedule's 6 matches, 12 deals and 3 ratings in ",
        ),
        (("verify", right, "--secret", SECRET.hex()), 0, "all is right: "),
        (("verify", right, "--secret", "00" * 32), 3, "2 findings: "),
        (("verify", right, "--secret", "zz" * 32), 2, "--secret is no secret of a league"),
        (
            ("verify", right, "--secret", SECRET.hex()[:30] + "  " + SECRET.hex()[32:]),
            2,
            "--secret",
        ),
        (("verify", right, "--secret", "00"), 2, "--secret is no secret of a league"),
        (("verify", tmp_path / "none.jsonl"), 2, "cannot read"),
        (("verify", tmp_path), 2, "cannot read"),
        (("verify", "--league", tmp_path), 2, "there is no"),
    ]

    assert found.code == 3
    assert found.out.startswith("m1.b1.r2: scores.0 is 12345, expected ")
    assert found.out.splitlines()[1].startswith(
        "1 finding: 5 of the schedule's 6 matches are right and 1 is not, 12 deals and 3 ratings"
    )
    for words, code, told in cases:
        printed = Printed(capsys, *words)
        assert printed.code == code, (words, printed.err)
        assert told in (printed.out if code in (0, 3) else printed.err)
        assert len(printed.err.splitlines()) == (1 if code == 2 else 0)


def test_a_match_with_many_findings_is_one_that_is_not_right(spades: str) -> None:
    at = line_of(spades, "m1.b1.r2")
    text = changed(spades, at, put("deals", to=json.loads(spades.splitlines()[at + 4])["deals"]))
    text = changed(text, line_of(text, "m1.b2.r2"), put("first_dealer", to=0))
    found: list[Finding] = []
    outcome = verify_export(io.BytesIO(text.encode()), "it", None, found.append, 1)

    assert (outcome.matches, outcome.faulty, outcome.scheduled) == (6, 2, 6)
    assert outcome.findings == len(found) == len(set(found)) > 3


# --- what is missing --------------------------------------------------------------------------


def halted(directory: Path, *, is_closed: bool) -> Path:
    """Makes a league of which the last board is not played to its end."""
    settings = Settings("friends", parse_rules("spades", {"length": "deals:1"}))
    dice = Dice(SECRET, "0123456789abcdef")
    with League.create(directory, settings, settings_text(settings), dice) as league:
        for each in NAMES[:3]:
            add_entrant(league, each)
        play_out(league, AtTables(halt_after=5))
        if is_closed:
            close_league(league, is_unfinished=True)
    return directory


@pytest.mark.parametrize(
    ("is_closed", "in_store", "in_export"),
    [
        (
            False,
            "all is right: 5 of the schedule's 6 matches, .*; 1 match is not there yet; not ver",
            "all is right: 3 of the schedule's 6 matches, .*; 3 matches are not there yet; not ver",
        ),
        (
            True,
            r"schedule: 1 match is not there, m1\.b2\.r3, though the league is closed: ",
            r"schedule: 3 matches are not there, from m1\.b2\.r1 on, though the league is closed: ",
        ),
    ],
)
def test_what_is_missing_of_a_closed_league_is_a_finding(
    is_closed: bool,  # a parameter of the test
    in_store: str,
    in_export: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    league, export = halted(tmp_path / "league", is_closed=is_closed), tmp_path / "it.jsonl"
    export.write_text(export_of(league), encoding="utf-8")

    for words, told in ((("--league", league), in_store), ((export,), in_export)):
        ended = Printed(capsys, "verify", *words)
        assert ended.code == (3 if is_closed else 0)
        assert re.match(told, ended.out), ended.out
        assert not is_closed or "\n1 finding: " in ended.out


def test_whole_boards_that_were_left_out_are_a_finding(spades: str) -> None:
    """The forger makes the table of what is left, so that nothing else is wrong."""
    text = drop(spades, 5, 6, 7)
    rows = json.loads(text.splitlines()[-2])["rows"]
    for told in findings(text):
        if found := re.fullmatch(r"table: the row of (e\d): (\w+) is .*, expected (.*)", told):
            (at,) = [number for number, row in enumerate(rows) if row["id"] == found[1]]
            text = changed(text, -2, put("rows", at, found[2], to=json.loads(found[3])))
    text = changed(text, -2, put("boards", to=1))

    (only,) = findings(text)

    assert only.startswith("schedule: 3 matches are not there, from m1.b2.r1 on, though ")


# --- the schedule -----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_schedule_follows_from_the_league(seats: int) -> None:
    ids = [f"e{number}" for number in range(1, 8)]
    first = extend((), (), ids[:5], Kind.FULL, 0xABC, seats)
    sixth = extend(first, ids[:5], ids[5:6], Kind.FULL, 0xABC, seats)
    meetings = [*first, *sixth]
    everything = [*meetings, *extend(meetings, ids[:6], ids[6:], Kind.FULL, 0xABC, seats)]
    turned = Meeting(everything[-1].id, everything[-1].party[::-1])

    def told(there: list[Meeting], league: str = "abc") -> str | None:
        return find_schedule_difference(there, ids, league, ScheduleKind.FULL, seats)

    assert told(everything) is None
    assert told(everything[:-1]) is not None
    assert told([*everything[:-1], turned]) is not None
    assert told(everything, "abd") is not None
