from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from google.protobuf import json_format

from arena.games import parse_rules
from arena.games.cards import PACK, Card, Seat, format_cards, parse_cards
from arena.games.spades import view as arena_view
from arena.table import Table
from arena.v1.spades_pb2 import SpadesSeat, SpadesView
from tests.samples import (
    RULES,
    Board,
    answer_to,
    chooser,
    decision_at,
    kit_module,
    load_sample,
    welcome,
)

THINKER = load_sample("thinker")
BIDS, PLAYOUT, POINTS, POSITION = map(kit_module, ("bids", "playout", "points", "position"))


def code(text: str) -> int:
    """Returns the card of playout.py that is written `text`."""
    card: int = POSITION.code(Card.parse(text).number)
    return card


def text(code: int) -> str:
    return PACK[(code >> 4) * 13 + (code & 15)].text


def hands(*texts: str) -> list[int]:
    """Returns a table of playout.py from three hands."""
    masks = [mask for hand in texts for mask in POSITION.mask_of(map(code, hand.split()))]
    return masks + [0] * (16 - len(masks))


@pytest.fixture(scope="module")
def plays() -> list[tuple[SpadesView, list[int]]]:
    """Views in which a card is due, some hundreds, each with the hands as they really lie."""
    return list(watched(12))


def watched(boards: int) -> Iterator[tuple[SpadesView, list[int]]]:
    names = ("random", "careful", "bold")
    for number in range(boards):
        table, _ = next(Board(f"thinker {number}", 1).tables())
        choosers = [chooser(load_sample(name)) for name in names]
        while (seat := table.seat) is not None and table.deal_number == 1:
            decision = decision_at(table, seat)
            if decision.spades.legal_cards:
                yield decision.spades, hands(*(hand_at(table, other) for other in range(3)))
            table.answer(answer_to(decision, choosers[seat]))


def hand_at(table: Table, seat: int) -> str:
    view = table.view(Seat(seat))
    assert isinstance(view, arena_view.SpadesView)
    return format_cards(view.hand)


class TestBlindNil:
    @pytest.mark.parametrize(
        ("scores", "deal", "options", "expected"),
        [
            ([10, 150, 200], 8, {"length": "deals:8"}, True),
            ([10, 150, 200], 7, {"length": "deals:8"}, False),  # another deal follows
            ([10, 100, 200], 8, {"length": "deals:8"}, False),  # a usual bid may do
            ([-40, 200, 200], 8, {"length": "deals:8"}, False),  # no nil is worth so much
            ([150, 10, 300], 8, {"length": "deals:8"}, False),  # a place to lose
            ([20, 150, 165], 5, {}, True),  # somebody comes to the target now
            ([-30, 100, 155], 5, {}, False),  # perhaps not yet
            ([-30, 100, 155], 60, {}, True),  # the last deal that there can be
            ([10, 150, 200], 8, {"length": "deals:8", "nil_value": 50}, False),
        ],
    )
    def test_it_is_bid_where_a_place_can_be_gained_and_none_be_lost(
        self,
        scores: list[int],
        deal: int,
        options: dict[str, object],
        expected: bool,  # a case
    ) -> None:
        rules = parse_rules("spades", {"blind_nil": True, **options})
        bot = THINKER.Bot(welcome(rules).spades)
        view = SpadesView(seat=1, deal=deal, seats=[SpadesSeat(score=each) for each in scores])  # type: ignore[arg-type]  # an open enum

        assert bot.bids_blind_nil(view, 1) is expected


class TestPosition:
    def test_every_dealing_fits_what_was_seen(
        self, plays: list[tuple[SpadesView, list[int]]]
    ) -> None:
        """Own cards, numbers of cards and voids are right, and no card is missing or doubled."""
        for view, truth in plays[::3]:
            position = POSITION.Position(view)
            dealings = list(position.deals(4, Random(1)))
            assert len(dealings) == 4
            for dealing in (truth, *dealings):
                assert dealing[position.seat * 4 :][:4] == position.hand
                for suit in range(4):
                    masks = dealing[suit::4]
                    assert masks[0] ^ masks[1] ^ masks[2] ^ masks[3] == sum(masks)
                    assert sum(masks) == sum(truth[suit::4])
                for seat in range(3):
                    held = dealing[seat * 4 :][:4]
                    assert size(held) == size(truth[seat * 4 :][:4])
                    assert not any(held[suit] for suit in voids(position, seat))

    def test_dealings_differ(self, plays: list[tuple[SpadesView, list[int]]]) -> None:
        view, _ = plays[0]
        dealings = {tuple(table) for table in POSITION.Position(view).deals(50, Random(1))}

        assert len(dealings) == 50

    def test_a_high_bid_makes_high_cards_likelier(
        self, plays: list[tuple[SpadesView, list[int]]]
    ) -> None:
        """The seat with the higher of two bids is dealt the ace of spades more often."""
        view = next(view for view, _ in plays if 52 not in view.hand and not view.played)
        shares = []
        for bids in ((2, 9), (9, 2)):
            changed = SpadesView.FromString(view.SerializeToString())
            position = POSITION.Position(view)
            for seat, bid in zip(position.others, bids, strict=True):
                changed.seats[seat].bid = bid
            position = POSITION.Position(changed)
            aces = [
                table[position.others[0] * 4 + 3] >> 12 for table in position.deals(300, Random(2))
            ]
            shares.append(sum(aces) / len(aces))

        assert shares[0] + 0.15 < shares[1]

    def test_samples_are_fixed_by_the_position(self) -> None:
        """As many as the work allows, within bounds, and never by the clock."""
        for choices in range(2, 18):
            for held in range(choices, 18):
                count = THINKER.samples(choices, held, 3)
                assert count == THINKER.samples(choices, held, 3)
                assert THINKER.LEAST <= count <= THINKER.MOST
                work = count * choices * held * 3
                assert work <= THINKER.WORK or count == THINKER.LEAST


def size(masks: list[int]) -> int:
    return sum(mask.bit_count() for mask in masks)


def voids(position: object, seat: int) -> list[int]:
    """Returns the suits of which `seat` has shown that it holds none."""
    masks: list[int] = position.voids  # type: ignore[attr-defined]  # a Position, loaded by name
    return [suit for suit in range(4) if masks[seat] >> suit & 1]


class TestPlayout:
    def test_the_rules_play_legal_cards(self, plays: list[tuple[SpadesView, list[int]]]) -> None:
        """Greedy or not, they answer every position that comes up with a legal card."""
        for view, truth in plays:
            position = POSITION.Position(view)
            for need in ([1, 1, 1], [0, 0, 0], [-1, 9, 2]):
                table = PLAYOUT.Table(
                    truth.copy(), need, [False] * 3, position.left, position.broken
                )
                card = table.choice(position.seat, position.trick)
                assert Card.parse(text(card)).number in view.legal_cards

    def test_a_deal_is_played_to_its_last_card(
        self, plays: list[tuple[SpadesView, list[int]]]
    ) -> None:
        for view, truth in plays:
            position = POSITION.Position(view)
            need = [seat.bid - seat.taken for seat in view.seats]
            table = PLAYOUT.Table(truth.copy(), need, [False] * 3, position.left, position.broken)
            card = table.choice(position.seat, position.trick)
            table.take(position.seat, card)
            table.finish(table.finish_trick(position.leader, (*position.trick, card)))
            assert table.hands == [0] * 16
            assert sum(need) == sum(seat.bid for seat in view.seats) - 17

    @pytest.mark.parametrize(
        ("trick", "winner"),
        [
            ("9D AD KD", 1),  # the highest of the led suit
            ("AD 2S KD", 1),  # any spade beats it
            ("AD 9S TS", 2),  # the higher spade
            ("9D AH KC", 0),  # other suits never win
            ("2S AH 3S", 2),  # spades led
        ],
    )
    def test_the_right_card_takes_a_trick(self, trick: str, winner: int) -> None:
        need = [0, 0, 0]
        table = PLAYOUT.Table([0] * 16, need, [False] * 3, 1, 0)

        assert table.finish_trick(1, [code(card) for card in trick.split()]) == (1 + winner) % 3
        assert need[(1 + winner) % 3] == -1
        assert table.broken == ("S" in trick)

    @pytest.mark.parametrize(
        ("hand", "trick", "greedy", "ducking"),
        [
            ("AH 3H 5C", "", "AH", "3H"),  # leads what nobody beats, or low
            ("QH 3H 5C", "", "3H", "3H"),  # the king is out: no use to lead the queen
            ("KH 3H 5C", "9H", "3H", "3H"),  # second, and the ace is out: keeps the king
            ("KH TH 5C", "9H AH", "TH", "KH"),  # beaten: low, or rid of the king
            ("KH TH 5C", "9H 2H", "TH", "KH"),  # last: as cheap as may be, or rid of the king
            ("5S 3S 5C", "9H 2H", "3S", "5C"),  # void: ruffs low, or throws a card away
            ("5S 3S 5C", "9H 4S", "5S", "3S"),  # ruffs over, or under
        ],
    )
    def test_the_rules_play_as_a_player_would(
        self, hand: str, trick: str, greedy: str, ducking: str
    ) -> None:
        lying = [code(card) for card in trick.split()]
        others = "AH KC QC" if "AH" not in hand + trick else "JH KC QC"
        for need, expected in ((1, greedy), (0, ducking)):
            table = PLAYOUT.Table(hands(hand, others, "6C 7C 8C"), [need, 0, 0], [False] * 3, 3, 1)
            assert text(table.choice(0, lying)) == expected


class TestPoints:
    @pytest.mark.parametrize(
        ("options", "bid", "bags", "taken", "worth"),
        [
            ({}, 5, 0, 5, 50),  # SP-13
            ({}, 5, 0, 7, 52 - 2 * 2),  # two bags, each at its price
            ({}, 5, 9, 7, 52 - 100 + 2 * 8),  # nine and two: the penalty, and one bag is left
            ({}, 5, 3, 4, -50),  # SP-14
            ({}, 0, 0, 0, 100),  # SP-16
            ({}, 0, 0, 3, -100 - 2 * 3),  # tricks of a failed nil are bags
            ({"failed_nil_bags": False}, 0, 0, 3, -100),
            ({"nil_value": 50}, 0, 0, 0, 50),
            ({"bag_rule": "none"}, 5, 9, 7, 52),
            ({"bag_rule": "reset"}, 5, 9, 7, 52 - 100 + 2 * 9),  # the count goes to zero
        ],
    )
    def test_tricks_have_their_worth(
        self, options: dict[str, object], bid: int, bags: int, taken: int, worth: float
    ) -> None:
        rules = json_format.ParseDict(options, welcome(RULES).spades)
        points = POINTS.Points(rules)

        assert points.worths(bid, bags)[taken] == worth


class TestBids:
    def test_better_hands_bid_more(self) -> None:
        bids = [BIDS.best_bid(even / 4, 17) for even in range(80)]

        assert all(lower <= higher for lower, higher in pairwise(bids))
        assert (bids[0], bids[-1]) == (1, 17)

    @pytest.mark.parametrize(
        ("hand", "least", "most"),
        [
            ("3C 4C 5C 6C 7C 2D 3D 4D 5D 6D 2H 3H 4H 5H 6H 2S 3S", 1, 2),
            ("AC KC 5C 6C 7C AD 3D 4D 5D 6D KH 3H 4H 5H QS 2S 3S", 4, 5),
            ("AC 4C 5C AD KD 4D 5D AH KH AS KS QS JS TS 9S 8S 7S", 11, 14),
        ],
    )
    def test_a_hand_gets_a_sensible_bid(self, hand: str, least: int, most: int) -> None:
        even = BIDS.even_bid([card.number for card in parse_cards(hand)], 0)

        assert least <= BIDS.best_bid(even, 17) <= most


class TestChoice:
    def test_cards_as_good_as_each_other_are_tried_once(self) -> None:
        """5H and 6H are the same while nobody else can hold a card between; 8H is another."""
        hand = parse_cards("5H 6H 8H KS")
        numbers = [card.number for card in hand]
        fields = {"seat": 1, "dealer": 3, "deal": 1, "leaders": [1], "broken": True}
        cards = {"hand": numbers, "legal_cards": numbers}
        view = json_format.ParseDict(fields | cards, SpadesView())
        for bid in (1, 2, 3):
            view.seats.add(bid=bid)

        distinct = THINKER.distinct(view, POSITION.Position(view))

        assert format_cards(PACK[number - 1] for number in distinct) == "5H 8H KS"

    def test_a_last_trick_is_taken_when_it_makes_the_bid(
        self, plays: list[tuple[SpadesView, list[int]]]
    ) -> None:
        """In last place, short of one trick of two, thinker takes it while it can."""
        choose, wins = chooser(THINKER), kit_module("spades").wins
        count = 0
        for view, _ in plays:
            trick = kit_module("spades").table(view)
            if len(trick) < 2 or len(view.hand) > 2:
                continue
            short = SpadesView.FromString(view.SerializeToString())
            me = short.seats[view.seat - 1]
            me.bid = me.taken + len(view.hand)
            winners = [card for card in view.legal_cards if wins(card, trick)]
            if winners:
                count += 1
                assert choose(short, 1) in winners
        assert count
