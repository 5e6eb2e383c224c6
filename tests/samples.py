"""The sample bots as functions, at tables of the arena, and how strong they are.

`python -m tests.samples thinker careful bold --boards 200` plays boards in their three rotations,
and prints by how much the first beats the others, with intervals clustered by board; with
`--game euchre` the same in Euchre.
"""

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from types import ModuleType
from typing import Any

from google.protobuf.message import Message

from arena.cli.options import rules_of
from arena.clock import Clock
from arena.deals import Dice
from arena.games import GAMES, parse_rules
from arena.games.cards import Seat
from arena.games.game import Action, Rules
from arena.schedule import Meeting, fixtures
from arena.table import Setup, Table
from arena.v1.arena_pb2 import Decision, PlayRequest, Turn, Welcome
from arena.wire import parse_answer, turn_to_message, welcome_to_message

SAMPLES = Path(__file__).parents[1] / "sample_bots" / "python"
KIT = SAMPLES / "kit"
NAMES = ("plumb", "random", "bold", "careful", "thinker")
RULES = parse_rules("spades", {})
DICE = Dice(bytes(32), "samples")

Choose = Callable[[Any, int], Any]


def kit_module(name: str) -> ModuleType:
    """Returns a module of the kit, or one of a bot that has been loaded."""
    if str(KIT) not in sys.path:
        sys.path.append(str(KIT))  # at the end: its `arena` is for bots alone
    return importlib.import_module(name)


def load(path: Path) -> ModuleType:
    """Returns the bot in the file `path`, as the kit loads it."""
    bot: ModuleType = kit_module("arena_bot").load(path)
    return bot


def load_sample(name: str) -> ModuleType:
    return load(SAMPLES / name / "bot.py")


def chooser(bot: ModuleType, rules: Rules = RULES) -> Choose:
    """Returns what answers for `bot`, made afresh."""
    choose: Choose = kit_module("arena_bot").player(bot, welcome(rules))
    return choose


def welcome(rules: Rules) -> Welcome:
    return welcome_to_message(rules, Clock(1.0, 1.0), 1).welcome


def decision_at(table: Table, seat: Seat) -> Decision:
    """Returns the message that asks `seat` for its answer."""
    return turn_to_message(1, 1.0, [(1, table, seat)], []).turn.decisions[0]


def view_of(decision: Decision) -> Message:
    """Returns the view in `decision`, of whatever game."""
    game = decision.WhichOneof("view")
    assert game is not None, "every decision has a view"
    view: Message = getattr(decision, game)
    return view


def answer_to(decision: Decision, choose: Choose) -> Action:
    """Returns what `choose` answers, as the kit sends it and the arena reads it."""
    game = decision.WhichOneof("view")
    assert game is not None, "every decision has a view"
    turn = Turn(number=1, decisions=[decision])
    request = kit_module("arena_bot").answered(turn, game, choose)
    message = PlayRequest.FromString(request.SerializeToString())
    answers = parse_answer(message, 1, [decision.match], game)
    assert isinstance(answers, Mapping), "no sample says bye"
    return answers[decision.match]


@dataclass(frozen=True, slots=True)
class Board:
    """A board for as many bots as there are seats, in a meeting of its own."""

    name: str
    number: int
    """1 or more; odd and even boards are played in the two directions."""

    def tables(self, rules: Rules = RULES) -> Iterator[tuple[Table, tuple[int, ...]]]:
        """Yields a table for each rotation, with the bot, from 0, that sits in each seat."""
        meeting = Meeting(self.name, tuple(map(str, range(rules.seats))))
        for fixture in list(fixtures(meeting, self.number))[-rules.seats :]:
            seats = tuple(Seat(seat) for seat in range(rules.seats))
            setup = Setup(
                rules=rules,
                first_dealer=DICE.first_dealer(self.name, self.number, rules.seats),
                shuffled_pack=lambda deal: DICE.deal(self.name, self.number, deal, rules.pack),
                seeds=tuple(DICE.bot_seed(fixture.match, seat) for seat in seats),
                bank=1.0,
            )
            yield Table(setup), tuple(map(int, fixture.seating))


def play(table: Table, choosers: Sequence[Choose]) -> tuple[int, ...]:
    """Plays a match to its end; returns the scores by seat. Every answer has to be legal."""
    while (seat := table.seat) is not None:
        decision = decision_at(table, seat)
        refusal = table.answer(answer_to(decision, choosers[seat]))
        assert refusal is None, refusal
    return table.record().scores


def board_scores(board: Board, bots: Sequence[ModuleType], rules: Rules = RULES) -> list[float]:
    """Returns the mean score of each bot over the rotations of a board."""
    totals = [0.0] * rules.seats
    for table, seating in board.tables(rules):
        scores = play(table, [chooser(bots[bot], rules) for bot in seating])
        for bot, score in zip(seating, scores, strict=True):
            totals[bot] += score / rules.seats
    return totals


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """Returns the mean and half the width of its 95 % interval; one value is one board."""
    return mean(differences), 1.96 * stdev(differences) / sqrt(len(differences))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs=3, choices=NAMES, metavar="BOT")
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first board")
    parser.add_argument("--game", choices=list(GAMES), default=RULES.game)
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    rules = rules_of(asked.game, None, asked.rule)
    bots = [load_sample(name) for name in asked.names]
    begun = time.perf_counter()
    boards = range(asked.first, asked.first + asked.boards)
    rows = [board_scores(Board(f"m{number}", number % 2 + 1), bots, rules) for number in boards]
    for bot in (1, 2):
        gap, half = interval([row[0] - row[bot] for row in rows])
        sys.stdout.write(f"{asked.names[0]} - {asked.names[bot]}: {gap:+.1f} ± {half:.1f}\n")
    sys.stdout.write(f"{asked.boards} boards in {time.perf_counter() - begun:.0f} s\n")


if __name__ == "__main__":
    main()
