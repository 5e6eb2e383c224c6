"""Random deals through the public interface, beside open-spiel's games driven from Python.

Theirs are for four with partners. Its `spades` has 13 cards each: 56 decisions and 52 dealt cards a
deal against our 54 and 51. Its `euchre` has about as many decisions as ours, which has the choice
of five of ten besides. Both sides choose with the same line, and end with the scores of the deal.
"""

from dataclasses import dataclass
from functools import partial
from random import Random

import pyspiel

from arena.games import parse_rules
from arena.games.cards import Seat
from tests.bench.measure import Row, interleaved, rate

ROUNDS = 15
"""Many short ones: on a machine with other work a long run measures that work."""


@dataclass(frozen=True, slots=True)
class Side:
    """A game of ours, and theirs that is most like it."""

    ours: str
    theirs: str
    deals: int
    """How many are played in a round."""
    floor: float | None
    """The least ratio; None where there is none."""


SIDES = (
    Side("spades", "spades", 500, 1.0),
    Side("euchre", "euchre(allow_lone_defender=true)", 1000, None),
)


def rows() -> list[Row]:
    return [row for side in SIDES for row in _rows(side)]


def _rows(side: Side) -> list[Row]:
    play = {"ours": partial(_ours, side), "theirs": partial(_theirs, side)}
    samples = interleaved({who: partial(rate, deals) for who, deals in play.items()}, rounds=ROUNDS)
    ours, theirs = samples["ours"], samples["theirs"]
    ratio = ours.median / theirs.median
    floor = ("", True) if side.floor is None else ("≥ open-spiel", ratio >= side.floor)
    return [
        Row(f"open-spiel {side.ours} from Python", theirs.median, "deals/s", spread=theirs.spread),
        Row(f"arena {side.ours}", ours.median, "deals/s", "open-spiel", ratio, *floor, ours.spread),
    ]


def _ours(side: Side) -> int:
    roll = Random(1).random
    rules = parse_rules(side.ours, {"length": "deals:10"})
    pack = list(rules.pack)
    played = 0
    while played < side.deals:
        match = rules.new_match(Seat(0))
        while not match.is_over:
            match.start_deal(sorted(pack, key=lambda _card: roll()))
            while match.seat is not None:
                legal = match.legal_actions()
                match.act(legal[int(roll() * len(legal))])
        played += len(match.deals)
        assert len(match.scores) == rules.seats
    return played


def _theirs(side: Side) -> int:
    roll = Random(1).random
    game = pyspiel.load_game(side.theirs)
    for _ in range(side.deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(roll() * len(legal))])
        assert len(state.returns()) == game.num_players()
    return side.deals
