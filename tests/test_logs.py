"""`arena logs`: what an author may be told, and of what not yet."""

import json
from pathlib import Path

import pytest

from tests import mistaken
from tests.bots import bot_folder, kit_folder
from tests.printed import Printed

SAMPLES = Path(__file__).parents[1] / "sample_bots" / "python"
PROCESS = ("--sandbox", "process")


def played(
    capsys: pytest.CaptureFixture[str], place: Path, bots: list[Path], *rules: object
) -> Path:
    """Makes a league of one board and plays it."""
    league = place / "league"
    made = ("init", league, *PROCESS, "--boards", 1, *rules)
    handed_in = [("submit", "--league", league, bot) for bot in bots]
    for command in (made, *handed_in, ("run", "--league", league)):
        ended = Printed(capsys, *command)
        assert ended.code == 0, ended.err
    return league


def test_an_illegal_answer_is_told_once_its_board_is_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its text names cards that were held, and others are still to be dealt the same ones."""
    errs = bot_folder(tmp_path / "bots", "errs", ["--illegal", "once", "--at", "card"])
    bots = [SAMPLES / "careful", SAMPLES / "plumb", errs]
    league = played(capsys, tmp_path, bots, "--rule", "length=deals:1")
    asked = ("logs", "errs", "--league", league)

    whole = Printed(capsys, *asked)
    assert whole.out.count("is not legal here, expected one of") == 3
    assert Printed(capsys, "annul", "--league", league, "m1.b1.r2", "--reason", "test").code == 0
    sealed = Printed(capsys, *asked)
    entries = json.loads(Printed(capsys, *asked, "--json").out)

    assert "is not legal here" not in sealed.out
    assert "it is told once all rotations of board m1.b1 are played" in sealed.out
    refusals = [entry for entry in entries if entry["kind"] == "refusal"]
    assert refusals
    assert all(entry["is_sealed"] for entry in refusals)
    assert not any("legal here" in entry["text"] for entry in refusals)


def test_a_renege_that_the_rules_charge_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    reneges = kit_folder(tmp_path / "bots", "reneges", mistaken.program(mistaken.FOLLOWS_NOTHING))
    bots = [SAMPLES / "careful", SAMPLES / "plumb", reneges]
    rules = ("--profile", "reset", "--rule", "length=deals:4")
    league = played(capsys, tmp_path, bots, *rules)
    asked = ("logs", "reneges", "--league", league)

    told = Printed(capsys, *asked).out
    entries = json.loads(Printed(capsys, *asked, "--json").out)

    by_kind = [entry["kind"] for entry in entries]
    # in each of three matches two deals are charged, and the third costs the match
    assert (by_kind.count("charge"), by_kind.count("fault")) == (6, 3)
    assert "(charged by the rules)" in told
    assert "the card was held and not legal: another was played for it" in told


def test_they_are_about_this_entrant_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    errs = bot_folder(tmp_path / "bots", "errs", ["--illegal", "once", "--at", "card"])
    falls = bot_folder(tmp_path / "bots", "falls", ["--crash", "9", "--at", "card"])
    bots = [SAMPLES / "careful", errs, falls]
    league = played(capsys, tmp_path, bots, "--rule", "length=deals:1")

    for name, own, other in (("errs", "illegal", "crash"), ("falls", "crash", "illegal")):
        told = Printed(capsys, "logs", name, "--league", league).out

        assert f"scripted: {own}" in told
        assert f"scripted: {other}" not in told
