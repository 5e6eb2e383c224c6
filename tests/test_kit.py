import asyncio
import re
import shutil
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from arena.clock import Clock
from arena.games import parse_rules
from arena.games.game import Bid, Rules
from arena.games.spades.blind import BlindNil
from arena.sandbox import SOCKET_NAME
from arena.table import Table
from arena.v1 import arena_pb2_grpc, euchre_pb2
from arena.v1.arena_pb2 import Decision, PlayRequest, PlayResponse, Turn
from arena.wire import (
    Reason,
    goodbye_to_message,
    parse_answer,
    turn_to_message,
    welcome_to_message,
)
from tests.games.test_spades_blind import new_table as blind_table
from tests.samples import (
    KIT,
    NAMES,
    RULES,
    SAMPLES,
    Board,
    answer_to,
    chooser,
    decision_at,
    kit_module,
    load,
    load_sample,
    play,
)

README = (SAMPLES.parent / "README.md").read_text(encoding="utf-8")
FINISHED = goodbye_to_message(Reason.FINISHED, "all tables are done")


class Arena(arena_pb2_grpc.ArenaServiceServicer):
    """Welcomes a bot, sends it turns, waits for the answers if it is patient, and says goodbye."""

    def __init__(
        self,
        turns: Sequence[PlayResponse],
        goodbye: PlayResponse | None = FINISHED,
        *,
        is_patient: bool = True,
        rules: Rules = RULES,
    ) -> None:
        self.turns = turns
        self.goodbye = goodbye
        self.is_patient = is_patient
        self.welcome = welcome_to_message(rules, Clock(0.1, 10.0), 32)
        self.heard: list[PlayRequest] = []

    async def Play(  # noqa: N802  # the name of the rpc
        self,
        request_iterator: AsyncIterator[PlayRequest],
        context: object,  # noqa: ARG002  # part of the rpc
    ) -> AsyncIterator[PlayResponse]:
        self.heard.append(await anext(request_iterator))
        yield self.welcome
        for response in self.turns:
            yield response
            if self.is_patient:
                self.heard.append(await anext(request_iterator))
        if self.goodbye is not None:
            yield self.goodbye


@dataclass
class Ended:
    """How a bot's process ended, and what it said."""

    code: int | None
    stderr: str


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot's folder as the arena stores it: with the kit in it."""
    shutil.copytree(KIT, tmp_path / "kit", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


async def meet(arena: Arena, folder: Path, directory: Path) -> Ended:
    """Starts the bot in `folder` by its command, and lets it play at `arena` to the end."""
    address = f"unix://{directory / SOCKET_NAME}"
    server = grpc.aio.server()
    arena_pb2_grpc.add_ArenaServiceServicer_to_server(arena, server)
    server.add_insecure_port(address)
    await server.start()
    ended = await start(folder, ARENA_SOCKET=address)
    await server.stop(None)
    return ended


async def start(folder: Path, *arguments: str, **environment: str) -> Ended:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("kit", *(arguments or ("bot.py",))),
        cwd=folder,
        env=environment,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, stderr = await asyncio.wait_for(process.communicate(), 30)
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
    return Ended(process.returncode, stderr.decode())


@pytest.fixture(scope="module")
def tables() -> list[Table]:
    """Three tables, at each of which a first bid is due."""
    return [next(Board(f"kit {number}", 1).tables())[0] for number in range(3)]


def turn(number: int, tables: Sequence[Table]) -> PlayResponse:
    """Returns a turn with what waits at `tables`, which are matches 100, 101 and so on."""
    waiting = [(100 + match, table, table.seat) for match, table in enumerate(tables)]
    asked = [(match, table, seat) for match, table, seat in waiting if seat is not None]
    return turn_to_message(number, 1.0, asked, [])


@pytest.mark.parametrize("name", NAMES)
async def test_a_sample_plays_from_hello_to_goodbye(
    name: str, folder: Path, run_directory: Path, tables: list[Table]
) -> None:
    shutil.copytree(SAMPLES / name, folder, dirs_exist_ok=True)
    asked = [turn(1, tables), turn(2, tables[1:]), turn(5, playing(tables))]
    arena = Arena(asked)

    ended = await meet(arena, folder, run_directory)

    assert (ended.code, ended.stderr) == (0, "")
    hello, *answers = arena.heard
    assert hello.hello.protocol == "arena.v1"
    assert hello.hello.games == ["spades", "euchre"]
    assert hello.hello.tables == 32
    assert answers == [answered(message, name) for message in asked]


def answered(message: PlayResponse, name: str) -> PlayRequest:
    """Returns what the bot `name` has to answer, by its function alone."""
    choose = chooser(load_sample(name))
    request = PlayRequest()
    request.moves.turn = message.turn.number
    for decision in message.turn.decisions:
        answer = request.moves.moves.add(match=decision.match).spades
        value = choose(decision.spades, decision.seed)
        if decision.spades.legal_bids:
            answer.bid = value
        else:
            answer.card = value
    return request


@pytest.mark.parametrize("name", NAMES)
async def test_a_sample_plays_euchre_from_hello_to_goodbye(
    name: str, folder: Path, run_directory: Path
) -> None:
    """A turn of each kind of answer; the arena understands what comes, and takes it."""
    shutil.copytree(SAMPLES / name, folder, dirs_exist_ok=True)
    rules = parse_rules("euchre", {"deck": 25})
    by_due = euchre_tables(rules)
    asked = [turn(number, [table]) for number, table in enumerate(by_due.values(), start=1)]
    arena = Arena(asked, rules=rules)

    ended = await meet(arena, folder, run_directory)

    assert (ended.code, ended.stderr) == (0, "")
    assert set(by_due) == set(range(1, 7))
    for number, (table, heard) in enumerate(zip(by_due.values(), arena.heard[1:], strict=True)):
        answers = parse_answer(heard, number + 1, [100], "euchre")
        assert isinstance(answers, Mapping)
        assert table.answer(answers[100]) is None


def euchre_tables(rules: Rules) -> dict[int, Table]:
    """Returns a table for each kind of answer, at which it is due, in the order of a deal."""
    found: dict[int, Table] = {}
    for number in range(60):
        table, _ = next(Board(f"kit {number}", 1).tables(rules))
        choosers = [chooser(load_sample(name), rules) for name in ("random", "bold", "random")]
        while (seat := table.seat) is not None and table.deal_number < 3:
            decision = decision_at(table, seat)
            if decision.euchre.due not in found:
                found[decision.euchre.due] = table
                break
            table.answer(answer_to(decision, choosers[seat]))
    return dict(sorted(found.items()))


def test_to_decline_and_to_put_down_the_eight_of_clubs_are_told_apart() -> None:
    """Both are 7 in the protocol: the kit has a dealer decline with 0."""
    kit = kit_module("arena_bot")
    decision = Decision(match=1)
    view = decision.euchre
    view.due = euchre_pb2.EUCHRE_DUE_SWAP
    view.legal_calls.append(euchre_pb2.EUCHRE_CALL_DECLINE)
    view.legal_cards.extend([7, 8])  # type: ignore[list-item]  # an open enum
    turn = Turn(number=1, decisions=[decision])

    assert list(kit_module("euchre").legal(view)) == [0, 7, 8]
    declined = kit.answered(turn, "euchre", lambda _view, _seed: 0).moves.moves[0].euchre
    put_down = kit.answered(turn, "euchre", lambda _view, _seed: 7).moves.moves[0].euchre
    assert declined == euchre_pb2.EuchreAnswer(call=euchre_pb2.EUCHRE_CALL_DECLINE)
    assert put_down == euchre_pb2.EuchreAnswer(card=7)  # type: ignore[arg-type]  # an open enum


async def test_a_bot_may_play_one_game_of_its_choice(folder: Path, run_directory: Path) -> None:
    source = (
        "import euchre\n\n\nclass Mine:\n    def __init__(self, rules):\n"
        "        self.deck = rules.deck\n\n    def choose(self, view, seed):\n"
        '        return euchre.legal(view)[self.deck - 25]\n\n\nGAMES = {"euchre": Mine}\n'
    )
    (folder / "bot.py").write_text(source, encoding="utf-8")
    rules = parse_rules("euchre", {"deck": 25})
    arena = Arena([turn(1, [euchre_tables(rules)[6]])], rules=rules)

    ended = await meet(arena, folder, run_directory)

    assert (ended.code, ended.stderr) == (0, "")
    assert arena.heard[0].hello.games == ["euchre"]


def playing(tables: Sequence[Table]) -> list[Table]:
    """Returns new tables like `tables`, at which the first card is due."""
    begun = [next(Board(f"kit {number}", 1).tables())[0] for number in range(len(tables))]
    for table in begun:
        for tricks in (4, 0, 6):
            table.answer(Bid(tricks))
    return begun


async def test_a_bot_of_ones_own_is_short(
    folder: Path, run_directory: Path, tables: list[Table]
) -> None:
    """The whole bot that the page shows plays a match's first decisions, and legally."""
    found = re.search(r"^```python file=bot.py\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert found is not None
    source = found[1]
    (folder / "bot.py").write_text(source, encoding="utf-8")
    arena = Arena([turn(1, tables), turn(2, playing(tables))])

    ended = await meet(arena, folder, run_directory)

    assert len(source.splitlines()) < 30
    assert (ended.code, ended.stderr) == (0, "")
    assert [len(request.moves.moves) for request in arena.heard[1:]] == [3, 3]
    choose = chooser(load(folder / "bot.py"))
    for number in (1, 2):
        for table, _ in Board("own", number).tables():
            play(table, [choose, choose, choose])


async def test_a_refusal_is_told_to_the_author(
    folder: Path, run_directory: Path, tables: list[Table]
) -> None:
    (folder / "bot.py").write_text("def choose(view, seed):\n    return 18\n", encoding="utf-8")
    refused = turn(1, tables[:1])
    refused.turn.decisions[0].refusal = "bid 18 is not legal here"

    ended = await meet(Arena([refused]), folder, run_directory)

    assert ended == Ended(0, "refused: bid 18 is not legal here\n")


@pytest.mark.parametrize("answer", ["None", "'AS'", "-1", "3.5"])
async def test_an_answer_that_is_no_number_is_told_in_a_sentence(
    answer: str, folder: Path, run_directory: Path, tables: list[Table]
) -> None:
    source = f"def choose(view, seed):\n    return {answer}\n"
    (folder / "bot.py").write_text(source, encoding="utf-8")

    ended = await meet(Arena([turn(1, tables)]), folder, run_directory)

    expected = f"choose answered {answer}, expected the number of a bid or of a card\n"
    assert ended == Ended(1, expected)


@pytest.mark.parametrize(
    ("goodbye", "ending"),
    [
        (goodbye_to_message(Reason.STOPPED, "the operator stopped the league"), ""),
        (goodbye_to_message(Reason.PROTOCOL, "turn 9 is not open"), "turn 9 is not open\n"),
        (goodbye_to_message(Reason.TIMEOUT, "no answer in 9 s"), "no answer in 9 s\n"),
        (None, "went away without a goodbye\n"),
    ],
)
async def test_a_bot_ends_when_the_arena_does(
    goodbye: PlayResponse | None, ending: str, folder: Path, run_directory: Path
) -> None:
    shutil.copytree(SAMPLES / "random", folder, dirs_exist_ok=True)

    ended = await meet(Arena([], goodbye), folder, run_directory)

    assert ended.code == (1 if ending else 0)
    assert ended.stderr.endswith(ending)
    assert ended.stderr.count("\n") == (1 if ending else 0)


async def test_an_answer_that_nobody_waits_for_ends_a_bot(
    folder: Path, run_directory: Path, tables: list[Table]
) -> None:
    slow = "import time\n\n\ndef choose(view, seed):\n    time.sleep(0.3)\n    return 3\n"
    (folder / "bot.py").write_text(slow, encoding="utf-8")
    timeout = goodbye_to_message(Reason.TIMEOUT, "no answer in 0.1 s")

    ended = await meet(Arena([turn(1, tables)], timeout, is_patient=False), folder, run_directory)

    assert ended.code == 1
    assert ended.stderr.endswith(("did not wait for the answer to turn 1\n", "in 0.1 s\n"))
    assert ended.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("source", "arguments", "environment", "text"),
    [
        ("x = 1", ["bot.py"], {"ARENA_SOCKET": "unix:///nowhere"}, "neither `choose` nor `Bot`"),
        ("x = 1", ["not.py"], {"ARENA_SOCKET": "unix:///nowhere"}, "no bot in 'not.py': name a"),
        ("x = 1", ["a", "b"], {"ARENA_SOCKET": "unix:///nowhere"}, "usage: python3 kit bot.py"),
        ("x = 1", ["bot.py"], {}, "ARENA_SOCKET is not set: let the arena start this bot"),
        (
            "GAMES = {'whist': print}",
            ["bot.py"],
            {"ARENA_SOCKET": "unix:///nowhere"},
            "GAMES of 'bot.py' has 'whist': the kit knows spades, euchre",
        ),
        ("choose = 1", ["bot.py"], {"ARENA_SOCKET": "unix:///nowhere"}, "the arena at unix:///n"),
    ],
)
async def test_a_mistake_is_told_in_a_sentence(
    source: str, arguments: list[str], environment: dict[str, str], text: str, folder: Path
) -> None:
    (folder / "bot.py").write_text(source, encoding="utf-8")

    ended = await start(folder, *arguments, **environment)

    assert ended.code == 1
    assert text in ended.stderr
    assert ended.stderr.count("\n") == 1


CHOOSES = "def choose(view, seed):\n    return 'asked'\n"
BIDS_BLIND = "def bids_blind_nil(view, seed):\n    return not view.hand and {}\n"
AS_CLASS = (
    "class Bot:\n    def __init__(self, rules):\n        self.is_on = rules.blind_nil\n\n"
    "    def choose(self, view, seed):\n        return 'asked'\n\n"
    "    def bids_blind_nil(self, view, seed):\n        return self.is_on\n"
)


def asked_blind() -> Table:
    """Returns a table at which a seat is asked whether it bids nil blind."""
    table = blind_table()
    while table.seat is not None and BlindNil.NO not in table.view(table.seat).legal:
        table.answer(Bid(3))
    return table


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        (CHOOSES, False),  # the default
        (CHOOSES + BIDS_BLIND.format(True), True),
        (CHOOSES + BIDS_BLIND.format(False), False),
        (AS_CLASS, True),
        (AS_CLASS.replace("Bot", "Mine") + 'GAMES = {"spades": Mine}\n', True),
    ],
)
async def test_a_blind_nil_is_bid_by_those_alone_who_say_so(
    source: str,
    answer: bool,
    folder: Path,
    run_directory: Path,  # a case
) -> None:
    (folder / "bot.py").write_text(source, encoding="utf-8")
    rules = parse_rules("spades", {"blind_nil": True})
    arena = Arena([turn(1, [asked_blind()])], rules=rules)

    ended = await meet(arena, folder, run_directory)

    assert (ended.code, ended.stderr) == (0, "")
    (move,) = arena.heard[1].moves.moves
    assert move.spades.HasField("blind_nil")
    assert move.spades.blind_nil is answer


@pytest.mark.parametrize("wrong", ["'yes'", "None", "2"])
async def test_what_is_neither_yes_nor_no_is_told_in_a_sentence(
    wrong: str, folder: Path, run_directory: Path
) -> None:
    (folder / "bot.py").write_text(CHOOSES + BIDS_BLIND.format(wrong), encoding="utf-8")
    arena = Arena([turn(1, [asked_blind()])])

    ended = await meet(arena, folder, run_directory)

    assert ended.code == 1
    assert ended.stderr == f"bids_blind_nil answered {wrong}, expected True or False\n"
