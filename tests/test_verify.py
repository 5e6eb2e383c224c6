"""`arena verify`: all is right with an honest league, and nothing else passes."""

import io
import json
import random
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import MetaData, Table

from arena.config import read_settings, settings_text
from arena.deals import Dice
from arena.errors import ConfigError
from arena.games import parse_rules
from arena.league import (
    League,
    ScheduleSettings,
    Settings,
    annul,
    close_league,
    disqualify,
    exported,
)
from arena.league.outlook import ACCEPTED, EXAMINED, OVERLOAD
from arena.record import Verdict
from arena.schedule import Kind, Meeting, extend
from arena.store.schema import metadata
from arena.store.writing import REBUILT
from arena.verify import Finding, verify_export, verify_league
from arena.verify.schedule import find_schedule_difference
from tests.in_memory import AtTables, add_entrant, play_out
from tests.printed import Printed
from tests.tampering import findings_in, rehashed, replacement, sampled

SECRET = bytes(range(32))
NAMES = ("ann", "b“ó”b", "🂡 cid", "dan")
GAMES = {
    "spades": {"length": "deals:2"},
    "euchre": {"length": "deals:3"},
}


def make(directory: Path, game: str, *, is_closed: bool = True, boards: int = 1) -> Path:
    """Makes a league of four, all played; e4 forfeits, e3 is out, one result was annulled."""
    rules = parse_rules(game, GAMES[game])
    settings = Settings("friends: “all”", rules, ScheduleSettings(boards=boards))
    dice = Dice(SECRET, "0123456789abcdef")
    with League.create(directory, settings, settings_text(settings), dice) as league:
        for name in NAMES[:3]:
            add_entrant(league, name)
        play_out(league)
        add_entrant(league, NAMES[3])
        play_out(league, AtTables({"e4": Verdict.TIMEOUT}))
        annul(league, "m1.b1.r2", "the machine was swapping")
        play_out(league)
        disqualify(league, league.store.entrant("e3"), "a copy of e1")
        if is_closed:
            close_league(league)
    return directory


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def whole(game: str) -> Iterator[Path]:
    with TemporaryDirectory() as name:
        yield make(Path(name) / "league", game)


@pytest.fixture(scope="module")
def export(whole: Path) -> str:
    with opened(whole) as league:
        return "".join(f"{line}\n" for line in exported(league))


def opened(directory: Path) -> League:
    return League.open(directory, read_settings(directory, {}))


def changed(export: str, number: int, change: Callable[[dict[str, object]], object]) -> str:
    """Returns an export with line `number` (from 0) changed, and hashed anew as a forger would."""
    lines = export.splitlines()
    value = json.loads(lines[number])
    change(value)
    lines[number] = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return rehashed("\n".join(lines) + "\n")


def line_of(export: str, match: str) -> int:
    (number,) = [at for at, line in enumerate(export.splitlines()) if f'"match":"{match}"' in line]
    return number


# --- an honest league -------------------------------------------------------------------------


def test_all_is_right_with_an_honest_export(export: str) -> None:
    assert findings_in(export) == []


def test_all_is_right_with_an_honest_store(whole: Path) -> None:
    found: list[object] = []
    with opened(whole) as league:
        outcome = verify_league(league, None, found.append)

    assert (found, outcome.unverified, outcome.missing) == ([], [], 0)
    assert (outcome.matches, outcome.ratings) == (12, 3)  # also those of the disqualified entrant


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


def export_of(directory: Path) -> str:
    with opened(directory) as league:
        return "".join(f"{line}\n" for line in exported(league))


def findings(text: str, jobs: int = 1, secret: bytes | None = None) -> list[str]:
    found: list[Finding] = []
    verify_export(io.BytesIO(text.encode()), "it", secret, found.append, jobs)
    return [str(finding) for finding in found]


# --- what is told -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def spades() -> Iterator[str]:
    """An export of Spades in which nobody is disqualified."""
    with TemporaryDirectory() as name:
        rules = parse_rules("spades", {"length": "deals:2"})
        settings = Settings("friends", rules, ScheduleSettings(boards=2))
        path = Path(name) / "league"
        dice = Dice(SECRET, "0123456789abcdef")
        with League.create(path, settings, settings_text(settings), dice) as league:
            for each in NAMES[:3]:
                add_entrant(league, each)
            play_out(league, AtTables({"e3": Verdict.OOM}))
            close_league(league)
        yield export_of(path)


def put(*path: str | int, to: object) -> Callable[[dict[str, object]], None]:
    def change(line: dict[str, object]) -> None:
        *inner, last = path
        node: object = line
        for key in inner:
            node = node[key]  # type: ignore[index]  # a path of JSON
        node[last] = to  # type: ignore[index]  # the same

    return change


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


def drop(export: str, *numbers: int) -> str:
    kept = [line for at, line in enumerate(export.splitlines()) if at not in numbers]
    return rehashed("\n".join(kept) + "\n")


def swap(export: str, one: int, other: int) -> str:
    lines = export.splitlines()
    lines[one], lines[other] = lines[other], lines[one]
    return rehashed("\n".join(lines) + "\n")


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (lambda text: drop(text, 3), "a match of board m1.b1 is missing before it"),
        (lambda text: drop(text, 5, 6, 7), "table: 2 boards count, expected 1"),
        (lambda text: drop(text, 1), "its format has to be|not of the meeting above"),
        (lambda text: drop(text, 0), "its format has to be arena-league/1"),
        (lambda text: swap(text, 2, 3), "out of order|missing before it"),
        (lambda text: text.replace('"m1.b1.r2"', '"m1.b1.r1"'), "or out of order"),
        (lambda text: rehashed(text + text.splitlines()[2] + "\n"), "export"),
        (lambda text: text + "\n", "something stands after the last line"),
        (lambda text: text + text.splitlines()[-1] + "\n", "something stands after the last line"),
        (lambda text: text[:-1], "it does not end"),
        (lambda text: text.rpartition('{"format":"arena-end')[0], "has no last line"),
        (lambda text: text.replace("\n", "\r\n"), "not written in the one form"),
        (lambda text: "\ufeff" + text, "its format has to be"),
        (lambda text: text.replace('"rotation":1', '"rotation": 1', 1), "not written in the one"),
        (lambda text: text.replace('"rotation":1', '"rotation":1.0', 1), "rotation is 1.0"),
        (lambda text: text.replace('"rotation":1', '"rotation":1e0', 1), "rotation is 1.0"),
        (lambda text: text.replace('"rotation":1', '"rotation":2,"rotation":1', 1), "one form"),
        (lambda text: text.replace('"rotation":1', '"rotation":true', 1), "rotation is true"),
        (lambda text: text.replace("ó", "o\u0301"), "is not in NFC"),
        (lambda text: text.replace("ó", "\\u00f3"), "not written in the one form"),
        (lambda text: changed(text, 0, put("closed", "secret", to=SECRET.hex() + "\n")), "secret"),
        (lambda text: changed(text, 0, put("id", to="x" * 65)), "id is"),
        (lambda text: changed(text, 0, put("game", to="x" * 2_000_000)), "game is"),
        (lambda text: changed(text, 0, put("rules", to=dict.fromkeys("abcd" * 9999))), "cannot be"),
        (lambda text: changed(text, 0, put("settings", "x", to=nested(300))), "not as an export"),
    ],
)
def test_every_other_way_to_write_it_is_found(
    forge: Callable[[str], str], words: str, spades: str
) -> None:
    forged = forge(spades)

    assert any(re.search(words, each) for each in findings_in(rehashed_if_whole(forged)))


def nested(depth: int) -> object:
    return [nested(depth - 1)] if depth else []


def rehashed_if_whole(text: str) -> str:
    """Returns a forged export hashed anew, where its last line is still the last."""
    last = text.splitlines()[-1] if text.endswith("\n") else ""
    is_whole = last.startswith('{"format":"arena-end') and text.count("arena-end") == 1
    return rehashed(text) if is_whole and "\r" not in text else text


# --- hostile files ----------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A line without an end."""

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert 0 < size < 2**27
        return b"[" * size


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "is empty"),
        (b"\n", "its format has to be arena-league/1"),
        (b"\x00\xff\xfe\n", "it is not UTF-8"),
        (b"PK\x03\x04\n", "its format has to be arena-league/1"),
        (b'{"format":"arena-league/1"' + b"[" * 100_000 + b"\n", "not JSON|nested too deeply"),
        (b'{"format":"arena-league/1","id":' + b"[" * 100_000 + b"\n", "nested too deeply"),
        (b'{"format":"arena-league/1","id":' + b"9" * 100_000 + b"}\n", "it is not JSON"),
        (b'{"format":"arena-league/1","id":NaN}\n', "NaN is no number"),
        (b'{"format":"arena-league/1","id":1e999}\n', "id is Infinity"),
        (b'{"format":"arena-league/1"}\n', "id is"),
        (b'{"format":"arena-league/1","id":"\\ud800"}\n', ": "),
    ],
)
def test_what_is_no_export_is_told_in_a_sentence(text: bytes, words: str) -> None:
    with pytest.raises(ConfigError, match=words) as caught:
        verify_export(io.BytesIO(text), "it", None, list[Finding]().append, 1)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_more_entrants_or_boards_than_were_played_cost_no_time(spades: str) -> None:
    """Working out all their meetings or matches would take longer than a test may."""
    many = [f"e{number}" for number in range(1, 3000)]
    told = find_schedule_difference([Meeting("m1", ("e1", "e2", "e3"))], many, "ab", "auto", 3)
    boards = changed(spades, 0, put("settings", "schedule.boards", to=10**6))

    assert told is not None
    assert findings_in(boards) == []  # they are counted as missing


def test_a_line_without_an_end_is_told_in_a_sentence() -> None:
    with pytest.raises(ConfigError, match="line 1 of it is longer than 67,108,864 bytes"):
        verify_export(Endless(), "it", None, list[Finding]().append, 1)  # type: ignore[arg-type]  # what is read of it


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("deals", 0), {"dealer": [[[[]]]]}),
        (("deals", 0, "scores"), [10**4000, 0, 0]),
        (("deals", 0, "hands"), [{}, None, 7]),
        (("deals", 0, "dealer"), 10**400),
        (("deals", 0, "bids"), [1e300, 1, 1]),
        (("faults", 0, "decision"), 10**400),
        (("scores",), [10**4000] * 3),
        (("rotation",), 10**400),
    ],
)
def test_a_hostile_match_is_a_finding(
    path: tuple[str | int, ...], value: object, spades: str
) -> None:
    found = findings(changed(spades, line_of(spades, "m1.b2.r1"), put(*path, to=value)))

    assert found[0].startswith("m1.b2.r1")
    assert all("\n" not in each and len(each) < 500 for each in found)


# --- a single character -----------------------------------------------------------------------

FREE = {
    ("arena-league/1", "name"),
    ("arena-league/1", "arena"),
    ("arena-league/1", "at"),
    ("arena-league/1", "entrant"),  # of somebody of whom nothing counts
    ("arena-league/1", "revision"),  # the same
    ("arena-league/1", "schedule.boards"),  # more of them are not there yet
    ("arena-record/1", "decision"),  # where the house would have played the same
    *(("arena-standings/1", key) for key in ("mu", "sigma", "conservative", "points_per_deal")),
    *(("arena-standings/1", key) for key in ("half_width", "shares")),
}
"""What nobody can work out again; and the last digits of what another machine may round."""


def test_a_single_changed_character_is_found(export: str) -> None:
    missed = [
        change for change in sampled(export, 1, seed=7) if not findings_in(change.made_in(export))
    ]

    assert missed == []


@pytest.mark.slow
def test_a_forger_who_writes_the_hash_anew_can_change_names_alone(export: str) -> None:
    missed = {
        change.kind[:2]
        for change in sampled(export, 1, seed=8)
        if change.kind[0] != "arena-end/1" and not findings_in(rehashed(change.made_in(export)))
    }

    assert missed <= FREE


def texts_of(league: Path) -> Iterator[tuple[str, str, str, tuple[object, ...], str]]:
    """Yields one text of each column of text: its table, column, row and value."""
    with closing(sqlite3.connect(league / "league.db")) as database:
        rows = []
        for table in (*metadata.sorted_tables, Table("alembic_version", MetaData())):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table.name})")]
            keys = [each.name for each in table.primary_key.columns] or columns
            for row in database.execute(f"SELECT * FROM {table.name}").fetchall():  # noqa: S608  # names of our own
                values = dict(zip(columns, row, strict=True))
                where = " AND ".join(f'"{key}" = ?' for key in keys)
                found = {name: each for name, each in values.items() if isinstance(each, str)}
                key = tuple(values[name] for name in keys)
                rows += [
                    (table.name, name, where, key, each) for name, each in found.items() if each
                ]
    dice = random.Random(5)
    dice.shuffle(rows)
    yield from {row[:2]: row for row in rows}.values()


def is_changed(league: Path, statement: str, values: tuple[object, ...]) -> bool:
    """Changes a database in spite of its checks; says whether it let that be done."""
    with closing(sqlite3.connect(league / "league.db", isolation_level=None)) as database:
        database.execute("PRAGMA ignore_check_constraints = ON")
        try:
            database.execute(statement, values)
        except sqlite3.IntegrityError:  # two rows would be one
            return False
    return True


def test_a_single_changed_character_of_a_closed_store_is_found(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    league = Path(shutil.copytree(whole, tmp_path / "league"))
    untouched = (league / "league.db").read_bytes()
    missed = []
    dice = random.Random(3)
    for table, column, where, key, text in texts_of(league):
        at = dice.randrange(len(text))
        to = text[:at] + replacement(text[at], dice) + text[at + 1 :]
        statement = f'UPDATE "{table}" SET "{column}" = ? WHERE {where}'  # noqa: S608  # names of our own
        if not is_changed(league, statement, (to, *key)):
            continue
        ended = Printed(capsys, "verify", "--league", league)
        if ended.code not in (2, 3, 4) or "\n" in ended.err.strip():
            missed.append((table, column, text, to, ended.code, ended.out, ended.err))
        for beside in league.glob("league.db*"):
            beside.unlink()
        (league / "league.db").write_bytes(untouched)

    assert missed == []


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
        (("verify", right), 0, "all is right: 6 matches, 12 deals and 3 ratings in "),
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
    assert found.out.splitlines()[1].startswith("1 finding: 6 matches, ")
    for words, code, told in cases:
        printed = Printed(capsys, *words)
        assert printed.code == code, (words, printed.err)
        assert told in (printed.out if code in (0, 3) else printed.err)
        assert len(printed.err.splitlines()) == (1 if code == 2 else 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_schedule_follows_from_the_league(seats: int) -> None:
    ids = [f"e{number}" for number in range(1, 8)]
    first = extend((), (), ids[:5], Kind.FULL, 0xABC, seats)
    sixth = extend(first, ids[:5], ids[5:6], Kind.FULL, 0xABC, seats)
    meetings = [*first, *sixth]
    everything = [*meetings, *extend(meetings, ids[:6], ids[6:], Kind.FULL, 0xABC, seats)]
    turned = Meeting(everything[-1].id, everything[-1].party[::-1])

    def told(there: list[Meeting], league: str = "abc") -> str | None:
        return find_schedule_difference(there, ids, league, "full", seats)

    assert told(everything) is None
    assert told(everything[:-1]) is not None
    assert told([*everything[:-1], turned]) is not None
    assert told(everything, "abd") is not None
