"""Random matches of the table, forfeits and reneges among them, before the independent checker."""

import json
import random

import pytest

from arena.deals import Dice
from arena.games import parse_rules
from arena.games.cards import Seat
from arena.games.game import Action, Bid, Json, Rules
from arena.games.spades.view import SpadesView
from arena.record import Verdict
from arena.schedule import Fixture, Meeting, fixtures
from arena.table import Setup, Table
from tests.bots.sittings import SECRET, exported
from tests.checker import check_league, check_record

DICE = Dice(SECRET, "0123456789abcdef")
ENTRANTS = ("ann", "bob", "cid", "dan")
FORFEITS = [verdict for verdict in Verdict if verdict is not Verdict.OK]
FORFEIT_CHANCE = 0.0008
TEMPTED = 0.02
"""How often a seat plays any card that it holds."""
LIKELY_BIDS = slice(3, 8)


def _table(fixture: Fixture, rules: Rules) -> Table:
    meeting, board = fixture.meeting, fixture.board_number
    return Table(
        Setup(
            rules=rules,
            first_dealer=DICE.first_dealer(meeting, board, rules.seats),
            shuffled_pack=lambda number: DICE.deal(meeting, board, number, rules.pack),
            seeds=(1, 2, 3, 4)[: rules.seats],
            bank=1.0,
        )
    )


def _played(fixture: Fixture, rules: Rules) -> Json:
    """Returns the exported record of a match of random bots, some of which forfeit."""
    dice, table = random.Random(fixture.match), _table(fixture, rules)
    is_tempted = rules.to_json()["renege"] == "fail-bid"
    while (seat := table.seat) is not None:
        if dice.random() < FORFEIT_CHANCE:
            table.forfeit(Seat(dice.randrange(rules.seats)), dice.choice(FORFEITS))
            continue
        view = table.view(seat)
        assert isinstance(view, SpadesView)
        choices: tuple[Action, ...] = view.legal
        if isinstance(view.legal[0], Bid):
            choices = (view.legal[0], *view.legal[LIKELY_BIDS])
        elif is_tempted and view.hand and dice.random() < TEMPTED:
            choices = view.hand
        table.answer(dice.choice(choices))
    return exported(fixture, table.record())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "meetings"),
    [
        ({"length": "deals:3"}, 100),
        ({"target": 200}, 10),
        ({"target": 500}, 4),
        ({"target": 30, "max_deals": 8}, 53),  # overtime and the cap
        ({"profile": "reset"}, 10),
        ({"profile": "reset", "blind_nil": True, "length": "deals:6"}, 20),
        ({"blind_nil": True, "nil_value": 50, "bag_rule": "none", "max_deals": 9}, 15),
        ({"minimum_bid": 1, "renege": "fail-bid", "max_deals": 9}, 15),
        ({"seats": 2, "blind_nil": True, "length": "deals:6"}, 20),
        ({"seats": 2, "profile": "reset", "max_deals": 9}, 20),
        ({"seats": 4, "profile": "reset", "blind_nil": True, "length": "deals:6"}, 8),
        ({"seats": 4, "max_deals": 12}, 5),
    ],
)
def test_the_checker_has_nothing_against_the_engine(
    options: dict[str, object], meetings: int
) -> None:
    rules = parse_rules("spades", options)
    records = [
        _played(fixture, rules)
        for number in range(1, meetings + 1)
        for fixture in fixtures(Meeting(f"m{number}", ENTRANTS[: rules.seats]), boards=2)
    ]

    assert [finding for record in records for finding in check_record(record)] == []
    assert check_league(map(json.dumps, records)) == []
