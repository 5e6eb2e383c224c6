"""What the bots of the hostile suite look for they find where it is: else they would show nothing.

No case can show that, since in every case there is nothing to be found.
"""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from arena.games import parse_rules
from arena.games.cards import Seat
from arena.table import Setup, Table
from arena.v1.arena_pb2 import Decision
from arena.v1.spades_pb2 import SpadesView
from arena.wire import turn_to_message
from tests.hostile.suite.case import HOSTILE

KIT = HOSTILE / "kit"
if str(KIT) not in sys.path:
    sys.path.append(str(KIT))  # at the end: its words are for bots alone

from memory import Key, Memory  # noqa: E402  # found by the line above

BREACHED = 99


def _table(seed: int = 1) -> Table:
    rules = parse_rules("spades", {"length": "deals:1"})
    pack = list(rules.pack)
    random.Random(seed).shuffle(pack)
    return Table(Setup(rules, Seat(0), lambda _: pack, (1, 2, 3), bank=1.0))


def _decision(table: Table) -> Decision:
    """Returns what the seat that is due is shown."""
    assert table.seat is not None
    return turn_to_message(1, 1.0, [(1, table, table.seat)], []).turn.decisions[0]


def _views(seat: int, seed: int = 1) -> list[SpadesView]:
    """Returns all views of a seat of one deal, which is played with first legal actions."""
    table, views = _table(seed), []
    while table.seat is not None:
        if table.seat == seat:
            views.append(_decision(table).spades)
        table.answer(table.view(table.seat).legal[0])
    return views


@pytest.mark.parametrize(("first", "then"), [(0, 1), (1, 2), (2, 0), (0, 0)])
def test_a_deal_is_known_again_from_any_seat(first: int, then: int) -> None:
    memory = Memory()
    for view in _views(first):
        assert memory.see(Key("one", 1, 1), view) == ""

    assert "was dealt to seat" in memory.see(Key("two", 1, 1), _views(then)[0])


def test_another_deal_is_not_mistaken_for_it() -> None:
    memory = Memory()
    for seed in range(40):
        for view in _views(seed % 3, seed):
            assert memory.see(Key("one", seed, 1), view) == ""


def _life(program: str, directory: Path) -> subprocess.CompletedProcess[str]:
    """Runs `program` as a life that has `directory` to write to, with the kit to import from."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": f"{KIT}:{HOSTILE.parents[1]}", "TMPDIR": str(directory), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )


SLOW = """
import runpy, sys
sys.path.insert(0, {kit!r})
Slow = runpy.run_path({bot!r})["Slow"]
bot = Slow()
bot.look()
bot.left += bot.keep(bot.note())
bot.look()
print(bot.found)
"""


def test_a_note_that_another_life_has_left_is_a_breach(tmp_path: Path) -> None:
    bot = str(HOSTILE / "operator_pauses" / "bot.py")
    program = SLOW.format(kit=str(KIT), bot=bot)

    first, second = _life(program, tmp_path), _life(program, tmp_path)

    assert (first.returncode, first.stdout) == (0, "1\n"), first.stderr
    assert second.returncode == BREACHED
    assert "BREACH: a note of another life was in" in second.stderr


def test_a_deal_that_begins_anew_in_one_life_is_noticed() -> None:
    memory, views = Memory(), _views(0)
    for view in views:
        memory.see(Key("one", 1, 1), view)

    assert "dealt anew" in memory.see(Key("one", 1, 1), views[0])
