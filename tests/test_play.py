"""`arena play` for authors: repeated by its seed, watched, written down, and without a clock."""

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.games import GAMES
from tests.bots import bot_folder
from tests.printed import Printed
from tests.samples import NAMES, SAMPLES

OPTIONS = ("--sandbox", "process", "--rule", "length=deals:2")
SHORT = (*OPTIONS, "--seed", "7")
BOTS = ("random", "careful", "bold")
FORFEITED = 3
INTERRUPTED = 130
IN_NO_TIME = {"ARENA_CLOCK_PER_DECISION": "0.001", "ARENA_CLOCK_BANK": "0"}
"""A clock under which no bot that looks ahead answers in time."""


def played(capsys: pytest.CaptureFixture[str], *typed: object) -> Printed:
    return Printed(capsys, "play", *SHORT, *typed)


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("bots", [BOTS, ("plumb", "thinker", "plumb")], ids=" ".join)
def test_a_seed_repeats_a_match_exactly(
    capsys: pytest.CaptureFixture[str], game: str, bots: tuple[str, ...]
) -> None:
    first = played(capsys, *bots, "--game", game, "--json")
    again = played(capsys, *bots, "--game", game, "--json")
    other = played(capsys, *bots, "--game", game, "--json", "--seed", "8")

    assert first.code == again.code == other.code == 0
    assert first.out == again.out
    assert json.loads(first.out)["deals"] != json.loads(other.out)["deals"]


def test_without_a_seed_the_one_that_was_drawn_is_told_and_repeats_the_match(
    capsys: pytest.CaptureFixture[str],
) -> None:
    drawn = Printed(capsys, "play", *OPTIONS, *BOTS)
    seed = re.search(r"seed (\d+)$", drawn.out, re.MULTILINE)
    assert seed is not None

    assert Printed(capsys, "play", *OPTIONS, *BOTS, "--seed", seed[1]).out == drawn.out


# --- who plays -----------------------------------------------------------------------------------


def test_a_sample_is_played_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    by_path = played(capsys, *(SAMPLES / name for name in BOTS), "--json")

    assert played(capsys, *BOTS, "--json").out == by_path.out


def test_a_path_comes_before_the_name_of_a_sample(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_folder(tmp_path, "random")
    (tmp_path / "random" / "bot.toml").write_text("name = 7", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    told = played(capsys, *BOTS)

    assert told.code == FORFEITED
    assert "random/bot.toml' has mistakes: name must be text" in told.err


def test_a_name_that_is_no_bot_is_told_with_the_samples(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = played(capsys, "random", "carefull", "bold")

    assert told.code == 2
    assert "there is no folder 'carefull', and no sample bot of that name" in told.err
    assert ", ".join(sorted(NAMES)) in told.err


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        (
            '["./bot"]',
            "cannot start './bot': no such file or directory; build the bot",
        ),
        (
            '["sh", "dist/bot.sh"]',
            "there is no 'dist/bot.sh' in its folder: build the bot",
        ),
    ],
)
def test_a_bot_that_has_to_be_built_first_is_told_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str, advice: str
) -> None:
    (tmp_path / "bot.toml").write_text(
        f'name = "source"\ncommand = {command}\ngames = ["spades"]\nprotocol = "grpc"\n',
        encoding="utf-8",
    )

    told = played(capsys, tmp_path, "random", "bold")

    assert told.code == FORFEITED
    assert advice in " ".join(told.out.split())


# --- watched -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(GAMES))
def test_a_match_is_watched_line_by_line(capsys: pytest.CaptureFixture[str], game: str) -> None:
    record = json.loads(played(capsys, *BOTS, "--game", game, "--json").out)
    lines = played(capsys, *BOTS, "--game", game, "--watch").out.splitlines()

    tricks = [trick for deal in record["deals"] for trick in deal.get("tricks", [])]
    shown = [line for line in lines if line.startswith("  trick ")]
    assert [line.count(",") + 1 for line in shown] == [trick.count(" ") for trick in tricks]
    assert sum(line.startswith("Deal ") for line in lines) == len(record["deals"])
    assert sum(line.startswith("  score ") for line in lines) == len(record["deals"])
    winners = [re.search(r": (\w+) takes it$", line) for line in shown]
    leaders = [BOTS[int(trick[0])] for trick in tricks]
    follows = zip(winners, leaders[1:], shown[1:], strict=False)
    assert all(won and won[1] == led for won, led, line in follows if "trick 1:" not in line)


def test_watching_changes_no_record_and_keeps_off_standard_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = played(capsys, *BOTS, "--json")
    watched = played(capsys, *BOTS, "--json", "--watch", "--no-clock")

    assert watched.out == plain.out
    assert "  trick 17: " in watched.err


def test_a_forfeit_is_seen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    crashing = bot_folder(tmp_path, "crashing", ["--crash", "1", "--at", "card"])

    told = played(capsys, "random", crashing, "bold", "--watch")

    assert told.code == FORFEITED
    assert "  crashing forfeits (crashed): the house plays for it" in told.out
    assert told.out.count("  trick 17: ") == 2


def test_redealt_deals_are_seen(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Three bots that always pass: nobody makes trump until a dealer has to."""
    passing = tmp_path / "passing"
    passing.mkdir()
    (passing / "bot.toml").write_text(
        'name = "passing"\ncommand = ["python3", "kit", "bot.py"]\ngames = ["euchre"]\n'
        'protocol = "grpc"\ninclude = ["../kit"]\n',
        encoding="utf-8",
    )
    (passing / "bot.py").write_text(
        "import euchre\n\n\ndef choose(view, seed):\n    return euchre.legal(view)[0]\n\n\n"
        'GAMES = {"euchre": choose}\n',
        encoding="utf-8",
    )
    shutil.copytree(SAMPLES / "kit", tmp_path / "kit")

    told = played(capsys, passing, passing, passing, "--game", "euchre", "--watch")

    assert told.code == 0
    assert "  all have passed: dealt again" in told.out


def test_pace_is_for_watching(capsys: pytest.CaptureFixture[str]) -> None:
    told = played(capsys, *BOTS, "--pace", "1")

    assert told.code == 2
    assert "--pace says how fast --watch is" in told.err


# --- written down --------------------------------------------------------------------------------


def test_a_log_has_every_message_both_ways(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log = tmp_path / "match.log"

    record = json.loads(played(capsys, *BOTS, "--json", "--log", log).out)

    lines = log.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# arena play: One match of spades, carry, 2 deals, seed 7"
    assert lines[1:4] == ["# seat 1: random", "# seat 2: careful", "# seat 3: bold"]
    said = [re.fullmatch(r" *(\d+\.\d{3}) s  (.+?) → (.+?)  (\w+): .*", line) for line in lines]
    heard = [each.groups() for each in said if each is not None]
    moments = [float(moment) for moment, *_ in heard]
    assert moments == sorted(moments)
    answers = sum(3 + 51 for _ in record["deals"])
    assert sum(each[1:] == ("arena", name, "turn") for each in heard for name in BOTS) == answers
    assert sum(each[1:] == (name, "arena", "moves") for each in heard for name in BOTS) == answers
    for name in BOTS:
        own = [each[3] for each in heard if name in each]
        assert (own[0], own[1], own[-1]) == ("hello", "welcome", "goodbye")


def test_a_log_is_written_over_by_the_next_one_and_nothing_else_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    log, source = tmp_path / "match.log", tmp_path / "bot.py"
    log.touch()
    source.write_text("print('mine')\n", encoding="utf-8")

    assert played(capsys, *BOTS, "--log", log).code == 0
    first = log.read_text(encoding="utf-8")
    assert played(capsys, *BOTS, "--log", log).code == 0
    refused = played(capsys, *BOTS, "--log", source)

    assert first.count("\n# seat") == log.read_text(encoding="utf-8").count("\n# seat") == 3
    assert refused.code == 2
    assert "is there already, and is no log of `arena play`" in refused.err
    assert source.read_text(encoding="utf-8") == "print('mine')\n"


def test_a_log_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    told = played(capsys, *BOTS, "--json", "--log", "-")

    assert json.loads(told.out)["game"] == "spades"
    assert told.err.count("goodbye: reason finished") == 3


def test_a_log_that_cannot_be_written_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    missing = played(capsys, *BOTS, "--log", tmp_path / "no" / "such.log")
    full = played(capsys, *BOTS, "--log", "/dev/full")

    assert missing.code == 2
    assert "cannot be written (No such file or directory): name another file" in missing.err
    assert full.code == 4
    assert "One match of spades" in full.out  # the result is told all the same
    assert "the log '/dev/full' is not complete (No space left on device)" in full.err


# --- without a clock -----------------------------------------------------------------------------


def test_without_a_clock_nobody_is_too_slow(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in IN_NO_TIME.items():
        monkeypatch.setenv(name, value)

    slow = ["thinker"] * 3

    timed, untimed = played(capsys, *slow), played(capsys, *slow, "--no-clock")

    assert timed.code == FORFEITED
    assert timed.out.count("timeout") >= 3
    assert untimed.code == 0
    assert "seed 7, without a clock: nothing was too slow here, which it may be" in untimed.out
    assert "without a clock" in untimed.err


@pytest.mark.parametrize(
    ("flags", "until", "code"),
    [
        (["--stall"], "arena → standing  turn", INTERRUPTED),  # which it does not answer
        (["--stall", "--at", "hello"], "arena → careful  welcome", INTERRUPTED),
        (["--late-exit"], "goodbye", 0),  # the match is over by then, and has its result
    ],
)
def test_without_a_clock_ctrl_c_ends_a_match_all_the_same(
    tmp_path: Path, flags: list[str], until: str, code: int
) -> None:
    bot = bot_folder(tmp_path, "standing", flags)
    typed = ["play", *SHORT, *BOTS[:2], str(bot), "--no-clock", "--log", "-"]
    command = [sys.executable, "-m", "arena", *typed]
    told = []
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stderr is not None
        for words in (until, "press Ctrl-C again"):
            assert any(words in line for line in running.stderr)
            running.send_signal(signal.SIGINT)
        told = list(running.stderr)

    assert running.returncode == code
    assert "Stopping at once.\n" in told
