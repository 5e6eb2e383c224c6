"""How `thinker` plays Euchre: what it takes for possible, how it plays on, and what it chooses."""

import time
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from statistics import mean

import pytest

from arena.games import parse_rules
from arena.games.cards import JOKER, PACK, Card, Seat, Suit, parse_cards
from arena.games.euchre import scoring
from arena.games.euchre.bowers import legal_cards, winner
from arena.games.euchre.rules import EuchreRules
from arena.games.euchre.view import EuchreView as ArenaView
from arena.games.game import Rules
from arena.table import Table
from arena.v1.arena_pb2 import Decision
from arena.v1.euchre_pb2 import EuchreRules as RulesMessage
from arena.v1.euchre_pb2 import EuchreSeat, EuchreView
from tests.samples import (
    Board,
    answer_to,
    chooser,
    decision_at,
    kit_module,
    load_sample,
    welcome,
)

THINKER = load_sample("thinker")
KIT, DEAL, PLAYOUT, POSITION, EUCHRE = map(
    kit_module, ("euchre", "euchre_deal", "euchre_playout", "euchre_position", "thinker_euchre")
)
CARDS = (*PACK, JOKER)
DECKS = [parse_rules("euchre", {"deck": deck, "length": "deals:4"}) for deck in (24, 32, 25)]
LIMIT = 0.05
"""The decision limit, in seconds, that it has to stay well below."""


def numbers(text: str) -> list[int]:
    return [card.number for card in parse_cards(text)]


def code(card: Card, trump: Suit) -> int:
    found: int = PLAYOUT.CODES[trump.value][card.number]
    return found


def mask(cards: Sequence[Card], trump: Suit) -> int:
    return sum(1 << code(card, trump) for card in cards)


def watched(rules: Rules, boards: int) -> Iterator[tuple[Decision, Table]]:
    """Yields what is asked of bots of all tempers, and the table at which it is."""
    for number in range(boards):
        table, _ = next(Board(f"thinker {number}", 1).tables(rules))
        names = ("random", "careful", "bold") if number % 2 else ("random", "random", "bold")
        choosers = [chooser(load_sample(name), rules) for name in names]
        while (seat := table.seat) is not None:
            decision = decision_at(table, seat)
            yield decision, table
            table.answer(answer_to(decision, choosers[seat]))


@pytest.mark.parametrize("rules", DECKS, ids=lambda rules: str(rules.to_json()["deck"]))
class TestPosition:
    def test_every_dealing_before_the_lead_fits_what_was_seen(self, rules: Rules) -> None:
        count = 0
        for decision, _ in watched(rules, 12):
            view = decision.euchre
            if view.due in {KIT.JOKER_SUIT_DUE, KIT.CARD_DUE}:
                continue
            position = POSITION.Position(welcome(rules).euchre, view)
            for deal in position.deals(2, Random(1)):
                count += 1
                held = [card for hand in (*deal.hands, deal.dummy) for card in hand]
                assert [len(hand) for hand in (*deal.hands, deal.dummy)] == [5] * 4
                assert len(set(held)) == 20
                assert sorted(deal.hands[position.seat]) == list(view.hand)
                assert set(held) <= KIT.pack(welcome(rules).euchre)
                assert view.put_down not in held
                if position.is_taken:
                    assert view.upcard in deal.hands[position.dealer]
                else:
                    assert view.upcard not in held
                if view.due == KIT.KEEP_DUE:
                    assert sorted(deal.dummy) == list(view.dummy)
        assert count > 100

    def test_every_dealing_in_the_play_fits_what_was_seen(self, rules: Rules) -> None:
        count = 0
        for decision, table in watched(rules, 8):
            view = decision.euchre
            if view.due != KIT.CARD_DUE:
                continue
            position = POSITION.Position(welcome(rules).euchre, view)
            for hands in position.tables(2, Random(1)):
                count += 1
                for seat in range(3):
                    truth = table.view(Seat(seat))
                    assert isinstance(truth, ArenaView)
                    is_out = view.seats[seat].sits_out
                    assert len(hands[seat]) == (0 if is_out else len(truth.hand))
                held = [card for hand in hands for card in hand]
                assert len(set(held)) == len(held)
                assert not {*held} & {*view.played, *view.left_out, view.put_down}
                assert sorted(hands[position.seat]) == list(view.hand)
        assert count > 200

    def test_who_has_shown_a_void_is_seldom_dealt_that_suit(self, rules: Rules) -> None:
        """Where there are hands that fit at all, they are dealt."""
        wrong = total = 0
        for decision, _ in watched(rules, 8):
            view = decision.euchre
            if view.due != KIT.CARD_DUE:
                continue
            position = POSITION.Position(welcome(rules).euchre, view)
            for hands in position.tables(2, Random(1)):
                for seat, voids in enumerate(position.voids):
                    if seat != position.seat and voids:
                        total += 1
                        wrong += any(KIT.suit(card, view.trump) in voids for card in hands[seat])
        assert total > 100
        assert wrong < total / 50


class TestPlayout:
    def test_its_cards_are_as_strong_as_the_engine_has_them(self) -> None:
        dice = Random(7)
        for _ in range(2000):
            trump = dice.choice(list(Suit))
            trick = dice.sample(CARDS, 3)
            best = 0
            for place, card in enumerate(trick):
                if place and PLAYOUT.beats(code(card, trump), code(trick[best], trump)):
                    best = place
            assert best == winner(trick, trump)

    def test_the_rules_play_legal_cards(self) -> None:
        dice = Random(8)
        for _ in range(3000):
            trump = dice.choice(list(Suit))
            cards = dice.sample(CARDS, 14)
            hand, out, plays = cards[:4], cards[4:12], cards[12 : dice.randrange(12, 15)]
            masks = mask(hand, trump), mask(out, trump)
            if plays:
                best = code(plays[winner(plays, trump)], trump)
                led = code(plays[0], trump) >> 4
                chosen = PLAYOUT.follow(
                    *masks,
                    led,
                    best,
                    is_friends=dice.random() < 0.5,
                    is_last=len(plays) == 2,
                )
            else:
                chosen = PLAYOUT.lead(*masks, is_maker=dice.random() < 0.5)
            assert chosen in {code(card, trump) for card in legal_cards(hand, plays, trump)}

    @pytest.mark.parametrize("out", [-1, 0, 1, 2])
    def test_a_deal_is_played_to_its_last_card(self, out: int) -> None:
        dice = Random(9)
        for _ in range(200):
            cards = dice.sample(CARDS, 15)
            hands = [mask(cards[seat * 5 : seat * 5 + 5], Suit.HEARTS) for seat in range(3)]
            maker = next(seat for seat in range(3) if seat != out)
            if out >= 0:
                hands[out] = 0
            play = PLAYOUT.Tricks(hands, maker, out, [0, 0, 0])
            play.play(maker, ())
            assert play.hands == [0, 0, 0]
            assert sum(play.taken) == 5
            assert out < 0 or not play.taken[out]

    def test_partners_do_not_beat_each_other(self) -> None:
        trump = Suit.SPADES
        hand, best = parse_cards("AH 9S"), Card.parse("KH")

        friends = PLAYOUT.follow(
            mask(hand, trump), 0, code(best, trump) >> 4, code(best, trump), is_friends=True,
            is_last=True,
        )  # fmt: skip

        assert friends == code(Card.parse("AH"), trump)  # it has to follow
        void = mask(parse_cards("9S 9D"), trump)
        assert PLAYOUT.follow(
            void, 0, code(best, trump) >> 4, code(best, trump), is_friends=True, is_last=True
        ) == code(Card.parse("9D"), trump)
        assert PLAYOUT.follow(
            void, 0, code(best, trump) >> 4, code(best, trump), is_friends=False, is_last=True
        ) == code(Card.parse("9S"), trump)


class TestDeal:
    def test_it_scores_as_the_engine_does(self) -> None:
        for maker, lone, march in product(range(3), (-1, 0, 1, 2), (3, 6)):
            if lone == maker:
                continue
            out = -1 if lone < 0 else 3 - maker - lone
            for taken in product(range(6), repeat=3):
                if sum(taken) == 5 and (out < 0 or not taken[out]):
                    found = DEAL.points(taken, maker, lone, march)
                    defender = None if lone < 0 else Seat(lone)
                    assert found == scoring.points(
                        Seat(maker), taken, lone_defender=defender, march=march
                    )

    @pytest.mark.parametrize("lead", ["maker-left", "defender-left", "dealer-left"])
    def test_it_leads_as_the_engine_does(self, lead: str) -> None:
        rules = EuchreRules(both_alone_lead=lead)
        message = RulesMessage(both_alone_lead=lead, lone_march=3)
        for dealer, maker, lone, is_alone in product(range(3), range(3), (-1, 0, 1, 2), (0, 1)):
            if lone == maker:
                continue
            out = -1 if lone < 0 else 3 - maker - lone
            deal = DEAL.Deal(message, EuchreView(dealer=dealer + 1), [[], [], []], [])  # type: ignore[arg-type]  # an open enum
            assert deal._leader(
                maker, lone, out, is_maker_alone=bool(is_alone)
            ) == scoring.first_leader(
                rules,
                Seat(dealer),
                Seat(maker),
                is_maker_alone=bool(is_alone),
                lone_defender=None if lone < 0 else Seat(lone),
            )

    def test_a_good_hand_takes_its_tricks(self) -> None:
        view = EuchreView(dealer=3, upcard=numbers("9H")[0], upcard_suit=3)  # type: ignore[arg-type]  # an open enum
        hands = [numbers("JH JD AH KH QH"), numbers("9C TC JC QC KC"), numbers("9D TD QD KD 9S")]
        deal = DEAL.Deal(RulesMessage(lone_march=3), view, hands, numbers("TS QS KS AS AC"))

        assert deal.made(0, 3, is_ordered=True) == (3, 0, 0)


def asked(due: int, hand: str, **fields: object) -> EuchreView:
    """Returns a view of seat 1, on the dealer's left, with the nine of hearts turned up."""
    view = EuchreView(seat=1, dealer=3, deal=1, due=due, hand=numbers(hand))  # type: ignore[arg-type]  # open enums
    view.upcard, view.upcard_suit, view.upcard_state = numbers("9H")[0], 3, 1  # type: ignore[assignment]  # the same
    view.seats.extend([EuchreSeat()] * 3)
    for name, value in fields.items():
        if isinstance(value, list):
            getattr(view, name).extend(value)
        else:
            setattr(view, name, value)
    return view


class TestChoice:
    choose = staticmethod(chooser(THINKER, EuchreRules()))

    def test_it_orders_up_on_the_bowers_and_passes_on_nothing(self) -> None:
        calls = [KIT.PASS, KIT.ORDER_UP]
        strong = asked(KIT.CALL_DUE, "JH JD AH KH AS", legal_calls=calls)
        weak = asked(KIT.CALL_DUE, "9C TC 9D TS 9S", legal_calls=calls)

        assert self.choose(strong, 1) == KIT.ORDER_UP
        assert self.choose(weak, 1) == KIT.PASS

    def test_it_names_the_suit_that_it_holds(self) -> None:
        calls = [KIT.PASS, KIT.PASS + 2, KIT.PASS + 3, KIT.PASS + 5]  # C, D, S
        view = asked(
            KIT.CALL_DUE, "JS JC AS QS AD", legal_calls=calls, calls=[1, 1, 1], upcard_state=4
        )

        assert self.choose(view, 1) == KIT.PASS + 5

    def test_a_maker_keeps_his_trumps(self) -> None:
        view = asked(
            KIT.KEEP_DUE, "JH AH 9C TC QD", dummy=numbers("JD KH AS 9D 9S"), maker=1, trump=3,
            upcard_state=3, calls=[KIT.ORDER_UP],
        )  # fmt: skip

        kept = self.choose(view, 1)

        assert set(numbers("JH JD AH KH")) <= set(kept)
        assert list(kept) == sorted(kept)

    def test_it_never_puts_down_a_bower(self) -> None:
        view = asked(
            KIT.SWAP_DUE, "JH JD 9C AS KS", dealer=1, maker=1, trump=3,
            calls=[KIT.PASS, KIT.PASS, KIT.ORDER_UP], legal_cards=numbers("9C JD JH KS AS"),
        )  # fmt: skip

        assert self.choose(view, 1) in numbers("9C KS")

    def test_a_last_trick_is_taken_when_it_makes_the_deal(self) -> None:
        """Two tricks each, and the ace wins: the fifth trick is worth a point to the maker."""
        view = asked(
            KIT.CARD_DUE, "JH", maker=1, trump=3, played=numbers("9C AC TC " * 4), leaders=[1] * 5,
            legal_cards=numbers("JH"),
        )  # fmt: skip

        assert self.choose(view, 1) == numbers("JH")[0]

    def test_cards_as_good_as_each_other_are_tried_once(self) -> None:
        view = asked(KIT.CARD_DUE, "9C TC QC AH", trump=3, legal_cards=numbers("9C TC QC AH"))
        view.leaders.append(1)  # type: ignore[arg-type]  # an open enum

        assert EUCHRE.distinct(view) == numbers("9C QC AH")
        view.played.extend(numbers("JC 9D TD"))  # type: ignore[arg-type]  # the same
        assert EUCHRE.distinct(view) == numbers("9C AH")

    def test_samples_are_fixed_by_the_number_of_answers(self) -> None:
        for answers in range(2, 20):
            count = EUCHRE.samples(answers)
            assert EUCHRE.LEAST <= count <= EUCHRE.MOST
            assert count * answers <= EUCHRE.WORK or count == EUCHRE.LEAST

    def test_it_stays_well_below_the_decision_limit(self) -> None:
        """In processor time, so that a busy machine does not tell against it."""
        rules = DECKS[0]
        choose = chooser(THINKER, rules)
        spent = []
        for decision, _ in watched(rules, 6):
            begun = time.process_time()
            choose(decision.euchre, decision.seed)
            spent.append(time.process_time() - begun)

        assert len(spent) > 300
        assert mean(spent) < LIMIT / 5
        assert sorted(spent)[len(spent) * 99 // 100] < LIMIT / 2
