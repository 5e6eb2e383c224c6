"""`arena replay`: a bot is asked the decisions of a match again."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from arena.cli import run_command
from arena.games import parse_rules
from arena.games.cards import Seat
from arena.record import Record, Verdict, answered_by
from arena.table import Setup, Table
from tests import mistaken
from tests.bots import bot_folder, kit_folder
from tests.printed import Printed

SAMPLES = Path(__file__).parents[1] / "sample_bots" / "python"
PROCESS = ("--sandbox", "process")
SEATED = ("plumb", "careful", "random")
"""Who sits where in the first match."""


def arena(*arguments: object) -> str:
    """Runs a command in this process; returns what it printed."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        ended = run_command([str(argument) for argument in arguments])
    assert ended == 0, err.getvalue()
    return out.getvalue()


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league of one meeting, played but for one rotation of its second board."""
    place = tmp_path_factory.mktemp("leagues") / "league"
    arena("init", place, *PROCESS, "--rule", "length=deals:2", "--boards", 2)
    for bot in SEATED:
        arena("submit", "--league", place, SAMPLES / bot)
    arena("run", "--league", place)
    arena("annul", "--league", place, "m1.b2.r3", "--reason", "a test")
    return place


@pytest.fixture(scope="module")
def seats(league: Path) -> Mapping[str, int]:
    """Where each bot sits in m1.b1.r1, from 1."""
    lines = arena("export", "--league", league).splitlines()
    records = [json.loads(line) for line in lines if '"arena-record/1"' in line]
    (first,) = (record for record in records if record["match"] == "m1.b1.r1")
    return {seat["entrant"]: at for at, seat in enumerate(first["seats"], start=1)}


def replayed(capsys: pytest.CaptureFixture[str], *arguments: object) -> Mapping[str, Any]:
    printed = Printed(capsys, "replay", *arguments, "--json")
    assert printed.code == 0, printed.err
    found: Mapping[str, Any] = json.loads(printed.out)
    return found


@pytest.mark.parametrize("bot", SEATED)
def test_the_same_bot_answers_as_it_did(
    league: Path, seats: Mapping[str, int], capsys: pytest.CaptureFixture[str], bot: str
) -> None:
    """Also one with dice: it has the seed that it had."""
    again = replayed(
        capsys, "m1.b1.r1", "--seat", seats[bot], "--bot", SAMPLES / bot, "--league", league
    )

    assert (again["otherwise"], again["decisions"]) == (0, 36)
    assert (again["entrant"], again["is_seed_known"], again["lost"]) == (bot, True, None)


def test_another_bot_is_shown_where_it_answers_otherwise(
    league: Path, seats: Mapping[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("m1.b1.r1", "--seat", seats["plumb"], "--league", league)

    again = replayed(capsys, *asked, "--bot", SAMPLES / "careful")

    assert 0 < again["otherwise"] == len(again["differences"]) <= 36
    for difference in again["differences"]:
        assert difference["then"] in difference["legal"]
        assert difference["now"] in difference["legal"]
        assert difference["then"] != difference["now"]
        assert difference["position"]["hand"]


def test_what_is_shown_is_in_the_notation_of_card_players(
    league: Path,
    seats: Mapping[str, int],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    printed = Printed(
        capsys, "replay", "m1.b1.r1", "--seat", seats["plumb"], "--league", league,
        "--bot", SAMPLES / "careful",
    )  # fmt: skip

    assert printed.code == 0
    first, *blocks, last = printed.out.split("\n\n")
    assert first.startswith(f"careful in place of plumb, seat {seats['plumb']} of m1.b1.r1")
    assert re.fullmatch(r"\d+ of 36 decisions answered otherwise\.\n", last)
    for block in blocks:
        assert re.match(r"Deal [12], in (the bidding|trick \d+)\n", block)
        titles = [line.split()[0] for line in block.splitlines()[1:]]
        assert [title for title in titles if title in {"legal", "then", "now"}] == [
            "legal",
            "then",
            "now",
        ]
    assert re.search(r"hand .*[♠♥♦♣]", printed.out)


def test_an_export_does_as_well(
    league: Path, seats: Mapping[str, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export = tmp_path / "export.jsonl"
    arena("export", "--league", league, "--output", export)
    named = ("m1.b1.r1", "--seat", seats["careful"], "--export", export, *PROCESS)

    again = replayed(capsys, *named, "--bot", SAMPLES / "careful")

    assert (again["otherwise"], again["is_seed_known"]) == (0, False)


def test_a_match_played_by_itself_is_repeated_with_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.json"
    bots = [SAMPLES / bot for bot in SEATED]
    file.write_text(
        arena("play", *PROCESS, *bots, "--seed", "7", "--rule", "max_deals=2", "--json")
    )
    asked = ("m1.b1.r1", "--seat", 3, "--bot", SAMPLES / "random", "--export", file, *PROCESS)

    assert replayed(capsys, *asked, "--seed", "7")["otherwise"] == 0
    assert replayed(capsys, *asked)["is_seed_known"] is False
    wrong = Printed(capsys, "replay", *asked, "--seed", "8")
    assert (wrong.code, wrong.out) == (2, "")
    assert "do not come from seed '8'" in wrong.err


def test_a_bot_that_falls_over_is_told_with_what_it_came_to(
    league: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = bot_folder(tmp_path, "falls", ["--crash", "9", "--at", "4", "--tables", "1"])

    printed = Printed(capsys, "replay", "m1.b1.r1", "--seat", 1, "--bot", bot, "--league", league)

    assert printed.code == 3
    assert "decisions that it came to, of 36, answered otherwise." in printed.out
    assert "the bot came to no more decisions: it ended in the middle" in printed.err


def test_an_illegal_answer_is_told(
    league: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = kit_folder(tmp_path, "wrong", mistaken.program(mistaken.FOLLOWS_NOTHING))

    again = replayed(capsys, "m1.b1.r1", "--seat", 1, "--bot", bot, "--league", league)

    faults = [each["fault"] for each in again["differences"] if each["fault"]]
    assert faults
    assert all("is not legal here" in fault for fault in faults)


MISTAKES = [
    # what is typed, and what is told
    (("m1.b2.r1", "--seat", "1"), "2 of 3 rotations of board m1.b2 are played"),
    (("m1.b2.r3", "--seat", "1"), "2 of 3 rotations of board m1.b2 are played"),
    (("m9.b1.r1", "--seat", "1"), "there is no board m9.b1 in the schedule"),
    (("m1.b1.r4", "--seat", "1"), "there is no match m1.b1.r4 in the schedule"),
    (("m1.b1.r1", "--seat", "4"), "there is no seat 4 in m1.b1.r1: name one from 1 to 3"),
    (("m1.b1", "--seat", "1"), "'m1.b1' is no match as in m12.b1.r2"),
    (("m1.b1.r1", "--seat", "1", "--seed", "7"), "--seed is for a match of `arena play`"),
]


@pytest.mark.parametrize(("typed", "told"), MISTAKES)
def test_what_cannot_be_asked_is_told_in_a_sentence(
    league: Path, capsys: pytest.CaptureFixture[str], typed: tuple[str, ...], told: str
) -> None:
    bot = SAMPLES / "careful"

    refused = Printed(capsys, "replay", *typed, "--bot", bot, "--league", league)

    assert (refused.code, refused.out) == (2, "")
    assert told in refused.err
    assert refused.err.count("\n") == 1


SPOILT = [
    # how a line of an export is spoilt, and what is told
    (lambda line: line.replace('"first_dealer":', '"first":'), "is not as an export has it"),
    (lambda line: re.sub(r'"first_dealer":\d', '"first_dealer":3', line), "there is no seat 3"),
    (lambda line: re.sub(r'"scores":\[-?\d+,', '"scores":[', line), "do not go by 3 seats"),
    (lambda line: re.sub(r'"bids":\[\d+', '"bids":[99', line), "cannot be played again"),
    (lambda line: line.replace("plumb", "\\u001b[2J"), r'is "\u001b[2J": name'),
    (lambda line: line.replace("plumb", "a\u202e"), r'entrant is "a\u202e": name'),
    (lambda line: line[:200], "is not as an export has it"),
    (lambda _line: '{"format":"arena-record/1"}', "there is no match m1.b1.r1"),
]


@pytest.mark.parametrize(("spoil", "told"), SPOILT)
def test_a_file_from_anywhere_is_read_with_care(
    league: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[str], str],
    told: str,
) -> None:
    lines = arena("export", "--league", league).splitlines()
    first = '{"format":"arena-record/1","match":"m1.b1.r1"'
    spoilt = [spoil(line) if line.startswith(first) else line for line in lines]
    file = tmp_path / "export.jsonl"
    file.write_text("\n".join(spoilt) + "\n", encoding="utf-8")

    refused = Printed(
        capsys, "replay", "m1.b1.r1", "--seat", 1, "--bot", SAMPLES / "careful", "--export", file,
        *PROCESS,
    )  # fmt: skip

    assert (refused.code, refused.out) == (2, "")
    assert told in refused.err
    assert not set("\x1b\u202e") & set(refused.err)


# --- the record --------------------------------------------------------------------------------


def matches() -> Iterator[Record]:
    """Yields a match of each game that was played by the first legal answers, with a forfeit."""
    for game in ("spades", "euchre"):
        rules = parse_rules(game, {"length": "deals:2"})
        setup = Setup(rules, Seat(0), lambda _number, pack=rules.pack: pack, (1, 2, 3), 1.0)  # type: ignore[misc]  # bound early
        table = Table(setup)
        while (seat := table.seat) is not None:
            if (table.deal_number, table.decision_number) == (2, 4):
                table.forfeit(seat, Verdict.TIMEOUT)
            else:
                table.answer(table.view(seat).legal[0])
        yield table.record()


def test_what_a_seat_answered_itself_is_what_is_recorded() -> None:
    for record in matches():
        (fault,) = record.faults
        rules = parse_rules(record.game, record.rules)
        by_seat = {seat: [*answered_by(record, Seat(seat))] for seat in range(3)}
        actions = sum(len(rules.parse_deal(deal).actions) for deal in record.deals)

        for seat, answered in by_seat.items():
            assert all(each.match.seat == seat for each in answered)
            assert all(each.action in each.match.legal_actions() for each in answered)
        own = by_seat[fault.seat]
        assert all((each.match.deal_number, each.match.decision_number) < fault.at for each in own)
        others = [each for seat in by_seat if seat != fault.seat for each in by_seat[seat]]
        assert {each.replaced for each in others} == {(), (fault,)}
        assert len(own) + len(others) < actions
