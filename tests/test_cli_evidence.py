"""Leagues with real bots that fail, and what `arena show` and `arena logs` then say of each."""

import io
import json
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from arena.cli import run_command
from tests.bots import bot_folder

pytestmark = pytest.mark.slow

START = 6.0


class Case(NamedTuple):
    """A bot that fails in its first match, and what has to be told of it."""

    flags: tuple[str, ...]
    verdict: str
    fault: str
    """What happened, with the turn and the times."""
    life: str
    """How the life ended in which it happened."""
    printed: str = ""


CASES = {
    # loses its match by time, and runs on until the arena ends it
    "hangs": Case(
        ("--stall", "--at", "card"),
        "timeout",
        r"it did not answer turn \d+ \(1 decision\) in time: the decision limit gives 0\.500 s for "
        r"this turn, and the bank of this match had 1\.000 s left\n"
        r" +turn \d+, 1\.[5-9]\d\d s used of 1\.500 s allowed",
        r"the arena ended it, after \d+\.\d s and \d+ turns, exit code 137",
    ),
    "crashes": Case(
        ("--crash", "3", "--at", "card"),
        "crashed",
        r"it ended in the middle of the sitting, with exit code 3\n"
        r" +turn \d+, \d\.\d\d\d s used of 1\.500 s allowed",
        r"it ended by itself, after \d+\.\d s and \d+ turns, exit code 3",
        "scripted: crash",
    ),
    "says hello late": Case(
        ("--hello-delay", str(2 * START)),
        "no-connect",
        rf"it did not say hello within the start limit of {START:g} s\n"
        rf" +{START:g}\.\d\d\d s used of {START:.3f} s allowed",
        r"the arena ended it, after 6\.\d s and 0 turns, exit code 137",
    ),
    # is refused and asked again, which costs it nothing but time
    "errs once": Case(
        ("--illegal", "once"),
        "illegal",
        r"\S+( \d+)? is not legal here, expected one of: .*\n"
        r" +turn \d+, \d\.\d\d\d s used of \d\.\d\d\d s allowed",
        r"it ended by itself, after \d+\.\d s and \d+ turns, exit code 0",
    ),
}


def arena(*arguments: object) -> str:
    """Runs a command in this process; returns what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        ended = run_command([str(argument) for argument in arguments])
    assert ended == 0, err.getvalue()
    return out.getvalue()


def played(directory: Path, name: str) -> Path:
    """Makes a league of two honest bots and a bad one, which starts while there is time."""
    league = directory / "league"
    arena("init", league, "--rule", "length=deals:1", "--boards", "1", "--sandbox", "process")
    for bot, flags in (("one", ()), ("two", ()), (name, CASES[name].flags)):
        arena("submit", "--league", league, bot_folder(directory / "bots", bot, flags))
    settings = league / "league.toml"
    text = settings.read_text(encoding="utf-8")
    for key, value in {"start": START, "per_decision": 0.5, "bank": 1.0, "grace": 0.5}.items():
        text, found = re.subn(rf"(?m)^{key} = \S+", f"{key} = {value}", text)
        assert found == 1
    settings.write_text(text, encoding="utf-8")
    arena("run", "--league", league)
    return league


@pytest.mark.parametrize("name", CASES)
def test_every_fault_is_told_with_all_its_evidence(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    league = played(tmp_path, name)

    shown = arena("show", "--league", league, "m1.b1.r1")
    logs = arena("logs", "--league", league, name)
    entries = json.loads(arena("logs", "--league", league, name, "--json"))

    assert re.search(rf"^  {name}: {case.verdict}, deal 1, in ", shown, re.MULTILINE)
    for text in (shown, logs):
        assert re.search(case.fault, text), text
        assert re.search(case.life, text), text
        assert case.printed in text
    lives = [entry for entry in entries if entry["kind"] == "life"]
    assert len({life["sitting"] for life in lives}) == len(lives) == 3
    assert {entry["verdict"] for entry in entries if entry["kind"] != "life"} == {case.verdict}
    for honest in ("one", "two"):
        told = json.loads(arena("logs", "--league", league, honest, "--json"))
        assert [(each["kind"], each["verdict"], each["oom"]) for each in told] == [
            ("life", None, False)
        ] * 3
