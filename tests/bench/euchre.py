"""Random deals of Euchre through the public interface, beside open-spiel's `euchre` from Python.

Theirs is a game of four in two partnerships with 24 cards; a deal has about as many decisions as
ours, which has the choice of five of ten besides. Both choose with the same line, and both end
with the scores of the deal.
"""

from random import Random

import pyspiel

from arena.games import parse_rules
from arena.games.cards import Seat
from tests.bench.measure import Row, interleaved, rate

DEALS = 1000
ROUNDS = 15


def rows() -> list[Row]:
    samples = interleaved(
        {"ours": lambda: rate(_ours), "theirs": lambda: rate(_theirs)}, rounds=ROUNDS
    )
    ours, theirs = samples["ours"], samples["theirs"]
    return [
        Row("open-spiel euchre from Python", theirs.median, "deals/s", spread=theirs.spread),
        Row(
            "arena euchre",
            ours.median,
            "deals/s",
            "open-spiel",
            ours.median / theirs.median,
            spread=ours.spread,
        ),
    ]


def _ours() -> int:
    roll = Random(1).random
    rules = parse_rules("euchre", {"length": "deals:10"})
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
    game = pyspiel.load_game("euchre(allow_lone_defender=true)")
    for _ in range(DEALS):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(roll() * len(legal))])
        assert len(state.returns()) == game.num_players()
    return DEALS
