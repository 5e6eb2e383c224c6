"""A thousand random matches of the table, forfeits among them, before the independent checker."""

import json
import random

import pytest

from arena.deals import Dice
from arena.games import parse_rules
from arena.games.cards import Seat
from arena.games.game import Json, Rules
from arena.record import Verdict
from arena.schedule import Fixture, Meeting, fixtures
from arena.table import Setup, Table
from tests.bots.sittings import SECRET, exported
from tests.checker import check_league, check_record

DICE = Dice(SECRET, "0123456789abcdef")
TRIO = ("ann", "bob", "cid")
FORFEITS = [verdict for verdict in Verdict if verdict is not Verdict.OK]
FORFEIT_CHANCE = 0.0008
LIKELY_BIDS = slice(3, 8)


def _table(fixture: Fixture, rules: Rules) -> Table:
    meeting, board = fixture.meeting, fixture.board_number
    return Table(
        Setup(
            rules=rules,
            first_dealer=DICE.first_dealer(meeting, board, rules.seats),
            shuffled_pack=lambda number: DICE.deal(meeting, board, number, rules.pack),
            seeds=(1, 2, 3),
            bank=1.0,
        )
    )


def _played(fixture: Fixture, rules: Rules) -> Json:
    """Returns the exported record of a match of three random bots, some of which forfeit."""
    dice, table = random.Random(fixture.match), _table(fixture, rules)
    while (seat := table.seat) is not None:
        if dice.random() < FORFEIT_CHANCE:
            table.forfeit(Seat(dice.randrange(3)), dice.choice(FORFEITS))
            continue
        view = table.view(seat)
        is_bid = len(view.legal) == 18
        table.answer(
            dice.choice((view.legal[0], *view.legal[LIKELY_BIDS]) if is_bid else view.legal)
        )
    return exported(fixture, table.record())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "meetings"),
    [
        ({"length": "deals:3"}, 100),
        ({"target": 200}, 10),
        ({"target": 500}, 4),
        ({"target": 30, "max_deals": 8}, 53),  # overtime and the cap
    ],
)
def test_the_checker_has_nothing_against_the_engine(
    options: dict[str, object], meetings: int
) -> None:
    rules = parse_rules("spades", options)
    records = [
        _played(fixture, rules)
        for number in range(1, meetings + 1)
        for fixture in fixtures(Meeting(f"m{number}", TRIO))
    ]

    assert [finding for record in records for finding in check_record(record)] == []
    assert check_league(map(json.dumps, records)) == []
