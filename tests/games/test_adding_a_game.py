"""docs/adding-a-game.md, done: a third game, registered here, and built into a copy of the arena.

Registered at run time the game has rules, matches, tables, records and replays, but no messages:
the fields of the protocol come from generated code. So the copy has the page's protocol compiled,
and there real bots play it, over the wire, in leagues.
"""

import filecmp
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from arena.errors import ConfigError
from arena.games import parse_rules
from arena.games.cards import Seat
from arena.record import Record, Verdict, replay, sheets_of
from arena.table import Setup, Table
from arena.v1 import arena_pb2
from arena.wire import MessageError, parse_hello

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
FENCE = re.compile(
    r"^```\w+ (?P<how>new|into)=(?P<file>\S+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
PROTOC = (sys.executable, "-m", "grpc_tools.protoc", "-Iproto", "--python_out=.")
SEATS = (2, 3, 4)
every_table = pytest.mark.parametrize("seats", SEATS)
# What the steps may touch; code that is generated apart.
CHANGED = {
    "arena/games/__init__.py",
    "arena/games/highcard/__init__.py",
    "arena/games/highcard/rules.py",
    "arena/wire/games.py",
    "arena/wire/highcard.py",
    "proto/arena/v1/arena.proto",
    "proto/arena/v1/highcard.proto",
}
BOT = """
import os, queue, sys
import grpc
from arena.v1.arena_pb2 import Hello, Moves, PlayRequest
from arena.v1.arena_pb2_grpc import ArenaServiceStub

choose = {"high": max, "low": min}[sys.argv[1]]
requests = queue.SimpleQueue()
hello = Hello(protocol="arena.v1", games=["highcard"], tables=8)
requests.put(PlayRequest(hello=hello))
with grpc.insecure_channel(os.environ["ARENA_SOCKET"]) as channel:
    for response in ArenaServiceStub(channel).Play(iter(requests.get, None)):
        if response.HasField("goodbye"):
            requests.put(None)
            break
        if response.HasField("welcome"):
            seats = response.welcome.highcard.seats
        if response.HasField("turn"):
            moves = Moves(turn=response.turn.number)
            for decision in response.turn.decisions:
                view = decision.highcard
                assert len(view.seats) == seats and view.seat <= seats
                assert len(view.hand) == 24 // seats - len(view.played) // seats
                card = choose(view.hand, key=lambda card: ((card - 1) % 13, card))
                moves.moves.add(match=decision.match).highcard.card = card
            requests.put(PlayRequest(moves=moves))
"""
MANIFEST = """
name = "{name}"
command = ["python3", "bot.py", "{choice}"]
games = ["highcard"]
protocol = "grpc"
"""


# Registered at run time


@every_table
@pytest.mark.usefixtures("third_game")
def test_a_third_game_is_played_recorded_and_replayed(seats: int) -> None:
    dice = Random(seats)
    rules = parse_rules("highcard", {"seats": seats})
    setup = Setup(
        rules=rules,
        first_dealer=Seat(seats - 1),
        shuffled_pack=lambda _number: dice.sample(list(rules.pack), len(rules.pack)),
        seeds=(0,) * seats,
        bank=1.0,
    )
    table = Table(setup)
    while (seat := table.seat) is not None:
        legal = table.view(seat).legal
        if (table.deal_number, table.decision_number) == (2, seats):
            table.forfeit(seat, Verdict.TIMEOUT)
            continue
        assert table.answer(dice.choice(legal)) is None

    record = Record.parse(table.record().to_text())

    assert record == table.record()
    assert sum(record.scores) == 2 * 24 // seats
    assert min(place for place in record.places if place is not None) == 1
    again = replay(record)
    assert (again.scores, again.is_over) == (record.scores, True)
    assert [sheet.moment(seats) for sheet in sheets_of(record)] == ["in trick 2"] * 2
    with pytest.raises(ValueError, match="deal 1"):
        replay(replace(record, deals=record.deals[1:]))


@pytest.mark.usefixtures("third_game")
def test_its_options_are_checked_and_its_name_is_asked_for() -> None:
    with pytest.raises(ConfigError, match=r"option 'seats' is 5, .* from 2 to 4"):
        parse_rules("highcard", {"seats": 5})
    with pytest.raises(ConfigError, match="did you mean 'highcard'"):
        parse_rules("highcards", {})
    hello = arena_pb2.Hello(protocol="arena.v1", games=["spades", "highcard"])
    assert parse_hello(arena_pb2.PlayRequest(hello=hello), "highcard").tables == 1
    hello.games.remove("highcard")
    with pytest.raises(MessageError, match="expected it to hold 'highcard'"):
        parse_hello(arena_pb2.PlayRequest(hello=hello), "highcard")


def test_without_its_line_there_is_no_such_game() -> None:
    with pytest.raises(ConfigError, match="there is no game 'highcard'"):
        parse_rules("highcard", {})


# The page


def test_its_steps_are_numbered_and_each_can_be_checked() -> None:
    _, *steps = PAGE.read_text(encoding="utf-8").split("\n## ")
    checked = [step for step in steps if "\nCheck: " in step]

    assert [step.partition(". ")[0] for step in steps] == [str(n + 1) for n in range(len(steps))]
    assert checked == steps


def put_in(text: str, lines: str) -> str:
    """Returns `text` with the lines that have a plus, each after the line above it."""
    before = ""
    for line in lines.splitlines():
        sign, content = line[:1], line[1:]
        if sign == "+":
            after = f"{before}\n{content}" if before else content
            assert text.count(f"\n{before}\n") == 1, f"{before!r} is not there, or not once"
            text = text.replace(f"\n{before}\n", f"\n{after}\n")
            before = after
        else:
            assert f"\n{content}\n" in text, f"{content!r} is not there"
            before = content
    return text


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the arena to which everything has been done that the page says."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("arena", "proto"):
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__"))
    for fence in FENCE.finditer(PAGE.read_text(encoding="utf-8")):
        file = tree / fence["file"]
        file.parent.mkdir(exist_ok=True)
        old = file.read_text(encoding="utf-8") if fence["how"] == "into" else ""
        file.write_text(put_in(old, fence["body"]) if old else fence["body"], encoding="utf-8")
    shutil.copy(ROOT / "tests/games/highcard.py", tree / "arena/games/highcard/rules.py")
    sources = sorted(str(path.relative_to(tree)) for path in tree.rglob("*.proto"))
    subprocess.run([*PROTOC, "--grpc_python_out=.", *sources], cwd=tree, check=True)
    return tree


def changes(tree: Path) -> Iterator[str]:
    for path in tree.rglob("*"):
        name = str(path.relative_to(tree))
        is_generated = path.match("*/v1/*_pb2*.py") or "__pycache__" in name
        if path.is_file() and not is_generated and not name.startswith("league"):
            original = ROOT / name
            if not original.exists() or not filecmp.cmp(path, original, shallow=False):
                yield name


class Copy:
    """The arena of the copy, with bots in folders of their own."""

    def __init__(self, tree: Path, place: Path) -> None:
        self._environment = {**os.environ, "PYTHONPATH": str(tree)}
        self._tree, self._place = tree, place

    def bot(self, name: str, choice: str) -> Path:
        folder = self._place / name
        shutil.copytree(self._tree / "arena" / "v1", folder / "arena" / "v1")
        (folder / "bot.py").write_text(BOT)
        (folder / "bot.toml").write_text(MANIFEST.format(name=name, choice=choice))
        return folder

    def run(self, *arguments: object, code: int = 0) -> str:
        command = [sys.executable, *map(str, arguments)]
        ended = subprocess.run(
            command, cwd=self._place, env=self._environment, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        assert ended.returncode == code, ended.stdout + ended.stderr
        return ended.stdout

    def arena(self, *arguments: object, code: int = 0) -> str:
        return self.run("-m", "arena", *arguments, code=code)

    def several(self, *commands: tuple[object, ...]) -> list[str]:
        """Returns what the arena prints when it is told several things, one after the other.

        They share one process, since to start one takes longer than most of them.
        """
        words = [[str(word) for word in command] for command in commands]
        told: list[str] = json.loads(self.run("-c", SEVERAL, json.dumps(words)))
        return told


SEVERAL = """
import contextlib, io, json, sys
from arena.cli import run_command
told = []
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert run_command(words) == 0, words
    told.append(out.getvalue())
print(json.dumps(told))
"""


@pytest.fixture
def arena(tree: Path, tmp_path: Path) -> Copy:
    return Copy(tree, tmp_path)


REPLAY = """
import json, sys
from arena.record import Record, replay
for line in open(sys.argv[1]):
    if json.loads(line)["format"] == "arena-record/1":
        print(*replay(Record.parse(line)).scores)
"""


@pytest.mark.slow
def test_nothing_else_is_changed(tree: Path) -> None:
    assert set(changes(tree)) == CHANGED


@pytest.mark.slow
def test_the_new_messages_have_the_form_of_the_others(tree: Path) -> None:
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        ["buf", "lint"],
        cwd=tree / "proto",
        env={**os.environ, "PATH": programs},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.slow
@every_table
def test_bots_play_a_match_of_it(arena: Copy, seats: int) -> None:
    bots = [arena.bot(f"bot {seat}", "low" if seat else "high") for seat in range(seats)]
    options = ("--game", "highcard", "--rule", f"seats={seats}", "--sandbox", "process")

    played = json.loads(arena.arena("play", *bots, *options, "--json"))

    assert played["verdicts"] == ["ok"] * seats
    assert played["rules"] == {"seats": seats, "deals": 2}
    tricks = [len(deal["tricks"]) for deal in played["deals"]]
    assert tricks == [24 // seats] * 2


@pytest.mark.slow
def test_a_bot_of_it_is_checked(arena: Copy) -> None:
    bot = arena.bot("bot", "low")
    options = ("--game", "highcard", "--rule", "seats=3", "--sandbox", "process", "--json")

    report = json.loads(arena.arena("check", bot, *options))

    assert report["passed"]
    (answers,) = (check for check in report["checks"] if check["name"] == "answers")
    assert answers["figures"]["legal"] == 1000
    assert set(answers["figures"]["traits"]) == {"last to play", "one card is left"}


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "entrants", "meetings"), [(2, 3, 3), (4, 4, 1)])
def test_a_league_of_it_is_played_shown_rated_and_exported(
    arena: Copy, tmp_path: Path, seats: int, entrants: int, meetings: int
) -> None:
    at = ("--league", tmp_path / "league")
    rules = ("--game", "highcard", "--rule", f"seats={seats}", "--boards", 1)
    bots = [arena.bot(f"bot {number}", "low" if number else "high") for number in range(entrants)]

    *_, rated, match, board = arena.several(
        ("init", tmp_path / "league", *rules, "--sandbox", "process"),
        *(("submit", *at, bot) for bot in bots),
        ("run", *at),
        ("export", *at, "--output", tmp_path / "export.jsonl"),
        ("ratings", *at, "--json"),
        ("show", *at, "m1.b1.r1"),
        ("show", *at, "m1.b1"),
    )
    rows: list[Mapping[str, object]] = json.loads(rated)
    shown = match + board
    again = arena.run("-c", REPLAY, tmp_path / "export.jsonl").splitlines()

    assert len(rows) == entrants
    assert {row["faults"] for row in rows} == {0}
    assert "taken" in shown
    assert f"rotation {seats}" in shown
    assert len(again) == meetings * seats
    assert {sum(map(int, line.split())) for line in again} == {2 * 24 // seats}
