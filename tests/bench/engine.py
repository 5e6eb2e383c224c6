"""Random deals through the public interface, beside open-spiel's `spades` driven from Python.

Theirs is a game of four with partners and 13 cards each: 56 decisions and 52 dealt cards a deal
against our 54 and 51. Both choose with the same line, and both end with the scores of the deal.
"""

from random import Random

import pyspiel

from arena.games import parse_rules
from arena.games.cards import Seat
from tests.bench.measure import Row, interleaved, rate

DEALS = 2_000
THEIR_DEALS = 400
"""Fewer, because theirs takes longer; a rate is a rate."""


def rows() -> list[Row]:
    samples = interleaved({"ours": lambda: rate(_ours), "theirs": lambda: rate(_theirs)})
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
    dice = Random(1)
    rules = parse_rules("spades", {"length": "deals:10"})
    pack = list(rules.pack)
    played = 0
    while played < DEALS:
        match = rules.new_match(Seat(0))
        while not match.is_over:
            dice.shuffle(pack)
            match.start_deal(pack)
            while match.seat is not None:
                legal = match.legal_actions()
                match.act(legal[int(dice.random() * len(legal))])
        played += len(match.deals)
        assert len(match.scores) == rules.seats
    return played


def _theirs() -> int:
    dice = Random(1)
    game = pyspiel.load_game("spades")
    for _ in range(THEIR_DEALS):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(dice.random() * len(legal))])
        assert len(state.returns()) == game.num_players()
    return THEIR_DEALS
