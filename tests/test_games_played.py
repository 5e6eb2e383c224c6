"""Which games a bot says that it plays, in bot.toml and in its Hello, and who lets it in."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.crash.leagues import LIGHT_BOT
from tests.printed import Printed

pytestmark = pytest.mark.slow

SPADES = 'block(2, b"spades")'
BY_TOML = "the bot 'light' plays {} by its bot.toml, and here 'spades' is played: if it plays that"
BY_HELLO = "the bot 'light' does not start: hello.games was {}, expected it to hold 'spades'"
# in bot.toml, in the Hello, and what is said of the bot; None for one that is welcome
CASES = [
    (["spades"], ["spades"], None),
    # games of other leagues, and such as no arena here knows
    (["euchre", "spades", "chess"], ["chess", "spades"], None),
    (["spades"], ["spades", "spades"], None),
    # the one says what the other does not
    (["spades", "euchre"], ["spades"], None),
    (["spades"], ["euchre"], BY_HELLO.format("'euchre'")),
    (["spades", "euchre"], ["euchre"], BY_HELLO.format("'euchre'")),
    (["euchre"], ["spades", "euchre"], BY_TOML.format("'euchre'")),
    # nothing, and what is no name of it
    (["spades"], [], BY_HELLO.format("nothing")),
    (["spades"], ["Spades", ""], BY_HELLO.format("'Spades', ''")),
    (["spade"], ["spades"], BY_TOML.format("'spade'")),
    ([], ["spades"], "has mistakes: games must name at least one game"),
    (["spades", ""], ["spades"], "has mistakes: games must name at least one game"),
]
each_case = pytest.mark.parametrize(("named", "greeted", "refusal"), CASES)


def make_bot(folder: Path, named: Sequence[str], greeted: Sequence[str]) -> Path:
    """Makes a bot for plain processes that plays Spades, whatever it says."""
    folder.mkdir()
    blocks = " + ".join(f"block(2, {name.encode()!r})" for name in greeted) or 'b""'
    source = LIGHT_BOT.read_text("utf-8")
    assert source.count(SPADES) == 1
    (folder / "light_bot.py").write_text(source.replace(SPADES, f"{blocks}"))
    (folder / "bot.toml").write_text(
        f'name = "light"\ngames = {json.dumps(named)}\nprotocol = "grpc"\n'
        'command = ["python3", "-I", "-S", "light_bot.py", "1"]\n'
    )
    return folder


@each_case
def test_a_league_takes_the_bots_that_play_its_game_and_no_others(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    named: list[str],
    greeted: list[str],
    refusal: str | None,
) -> None:
    bot, league = make_bot(tmp_path / "bot", named, greeted), tmp_path / "league"
    assert Printed(capsys, "init", league, "--sandbox", "process").code == 0

    submitted = Printed(capsys, "submit", "--league", league, bot)
    entrants = Printed(capsys, "entrants", "--league", league, "--json")

    assert submitted.code == (0 if refusal is None else 3)
    assert len(json.loads(entrants.text)) == (refusal is None)
    if refusal is not None:
        error = submitted.err.splitlines()[-1]
        assert error.startswith("error: ")
        assert refusal in error
        assert list((league / "submissions").iterdir()) == []


@each_case
def test_a_single_match_is_of_bots_that_play_its_game(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    named: list[str],
    greeted: list[str],
    refusal: str | None,
) -> None:
    """No bot is tried first: whose Hello names other games has lost, as by any wrong Hello."""
    bot = make_bot(tmp_path / "bot", named, greeted)
    honest = make_bot(tmp_path / "honest", ["spades"], ["spades"])
    options = ("--sandbox", "process", "--rule", "length=deals:1", "--rule", "seats=2")

    played = Printed(capsys, "play", honest, bot, *options)

    if refusal is None:
        assert played.code == 0
    elif "does not start: " in refusal:
        assert played.code == 3
        assert "light (seat 2): protocol, deal 1" in played.out
        assert refusal.partition("does not start: ")[2] in played.out
    else:
        assert played.code == 3
        assert refusal in played.err
