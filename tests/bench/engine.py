"""Random deals through the public interface, beside open-spiel's `spades` driven from Python.

Theirs is a game of four with partners and 13 cards each: 56 decisions and 52 dealt cards a deal
against our 54 and 51. Both choose with the same line, and both end with the scores of the deal.
"""

from random import Random

import pyspiel

from arena.games import parse_rules
from arena.games.cards import Seat
from tests.bench.measure import Row, interleaved, rate

DEALS = 500
ROUNDS = 15
"""Many short ones: on a machine with other work a long run measures that work."""


def rows() -> list[Row]:
    samples = interleaved(
        {"ours": lambda: rate(_ours), "theirs": lambda: rate(_theirs)}, rounds=ROUNDS
    )
    ours, theirs = samples["ours"], samples["theirs"]
    ratio = ours.median / theirs.median
    return [
        Row("open-spiel spades from Python", theirs.median, "deals/s", spread=theirs.spread),
        Row(
            "arena spades",
            ours.median,
            "deals/s",
            "open-spiel",
            ratio,
            "≥ open-spiel",
            ratio >= 1,
            ours.spread,
        ),
    ]


def _ours() -> int:
    roll = Random(1).random
    rules = parse_rules("spades", {"length": "deals:10"})
    pack = list(rules.pack)
    played = 0
    while played < DEALS:
        match = rules.new_match(Seat(0))
        while not match.is_over:
            match.start_deal(sorted(pack, key=lambda _card: roll()))
            while match.seat is not None:
                legal = match.legal_actions()
                match.act(legal[int(roll() * len(legal))])
        played += len(match.deals)
        assert len(match.scores) == rules.seats
    return played


def _theirs() -> int:
    roll = Random(1).random
    game = pyspiel.load_game("spades")
    for _ in range(DEALS):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(roll() * len(legal))])
        assert len(state.returns()) == game.num_players()
    return DEALS
