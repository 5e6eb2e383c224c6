"""One match of three-handed Euchre in progress (docs/rules/euchre.md).

What a seat may answer is worked out once, when its turn comes; `act` asks nothing else. A match
never waits, prints or rolls dice; it is told the cards. The plain attributes are for reading: only
`start_deal` and `act` change a match.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Self

from arena.games.cards import JOKER, Card, Seat, Suit
from arena.games.ending import Ending, ending, places
from arena.games.euchre.actions import NAMES, AnyFive, Call, Keep, keep
from arena.games.euchre.bowers import lowest
from arena.games.euchre.deal import UPCARD_AT, EuchreDeal
from arena.games.euchre.play import TrickPlay
from arena.games.euchre.scoring import MARCH_POINTS, SEATS, first_leader, left, points, sitting_out
from arena.games.euchre.view import Due, EuchreView, Upcard
from arena.games.game import Action

if TYPE_CHECKING:
    from arena.games.euchre.rules import EuchreRules

MOST_REDEALS = 10
"""Redeals in a row, after which a dealer has to name a suit (E-B4)."""

_ORDER_OR_PASS = (Call.PASS, Call.ORDER_UP)
_SUITS = tuple(NAMES.values())
_ALONE_OR_NOT = (Call.NOT_ALONE, Call.ALONE)
_LEFT = tuple(left(Seat(seat)) for seat in range(SEATS))
_NO_CARDS: tuple[Card, ...] = ()
_NUMBER = attrgetter("number")
_NOTHING_TAKEN = (0,) * SEATS


class EuchreMatch:
    """A match from the first deal to the final score."""

    __slots__ = (
        "_alone",
        "_calls",
        "_dummy",
        "_hands",
        "_joker_suit",
        "_kept",
        "_left_out",
        "_legal",
        "_lone_defender",
        "_overtime",
        "_pack",
        "_pack_cards",
        "_put_down",
        "_swap",
        "_tricks",
        "_upcard_state",
        "_upcard_suit",
        "deal_number",
        "dealer",
        "deals",
        "deals_played",
        "decision_number",
        "due",
        "is_over",
        "maker",
        "redeals",
        "rules",
        "scores",
        "seat",
        "trump",
    )

    def __init__(self, rules: "EuchreRules", first_dealer: Seat) -> None:
        self.rules = rules
        self.seat: Seat | None = None
        self.dealer = first_dealer
        self.deal_number = 0
        self.deals_played = 0
        self.redeals = 0
        """The redeals in a row before the deal in play."""
        self.scores: tuple[int, ...] = (0,) * SEATS
        self.is_over = False
        self.deals: list[EuchreDeal] = []
        self._overtime = False
        self._pack_cards = frozenset(rules.pack)
        self._clear(())

    def _clear(self, pack: tuple[Card, ...]) -> None:
        """Forgets all that belongs to a deal."""
        self._pack = pack
        self.decision_number = 0
        self.due = Due.NOTHING
        self.maker: Seat | None = None
        self.trump: Suit | None = None
        self._legal: Sequence[Action] = ()
        self._hands: list[list[Card]] = [[], [], []]
        self._dummy = _NO_CARDS
        self._joker_suit: Call | None = None
        self._upcard_suit: Suit | None = None
        self._upcard_state = Upcard.UP
        self._calls: list[Call] = []
        self._swap: Card | Call | None = None
        self._put_down: Card | None = None
        self._alone: list[Call | None] = [None] * SEATS
        self._lone_defender: Seat | None = None
        self._kept: Keep | None = None
        self._left_out = _NO_CARDS
        self._tricks: TrickPlay | None = None

    def start_deal(self, pack: Sequence[Card]) -> None:
        """Deals `pack`; raises ValueError unless it is every card of the rules' pack once."""
        if self.is_over or self.seat is not None:
            raise ValueError("a deal can start only when no deal is in play and the match goes on")
        own = self._pack_cards
        if len(pack) != len(own) or own.difference(pack):
            raise ValueError("the cards dealt are not the pack of the rules")
        if self.deal_number:  # docs/rules/euchre.md#e-d0
            self.dealer = _LEFT[self.dealer]
        self.deal_number += 1
        self._clear(tuple(pack))
        first = _LEFT[self.dealer]
        for at, seat in ((0, first), (1, _LEFT[first]), (3, self.dealer)):
            self._hands[seat] = _sorted(pack[at : UPCARD_AT : SEATS + 1])
        self._dummy = tuple(_sorted(pack[2 : UPCARD_AT : SEATS + 1]))
        if pack[UPCARD_AT] is JOKER:  # docs/rules/euchre.md#e-d2
            self._ask(self.dealer, Due.JOKER_SUIT, _SUITS)
        else:
            self._upcard_suit = pack[UPCARD_AT].suit
            self._ask(first, Due.CALL, _ORDER_OR_PASS)

    def resume(self, deals: int, scores: Sequence[int]) -> None:
        """Goes on from these totals, as if so many deals had been played."""
        self.deal_number = self.deals_played = deals
        self.scores = tuple(scores)
        follows = ending(self.rules, self.scores, deals, overtime=False)
        self._overtime = follows is Ending.OVERTIME
        self.is_over = follows is Ending.OVER

    def legal_actions(self) -> Sequence[Action]:
        """Returns calls, cards by number, or the ways to keep five; empty when none is due."""
        return self._legal

    def act(self, action: Action) -> None:
        """Takes a legal action of the seat whose turn it is; raises ValueError for any other."""
        if action not in self._legal:
            raise ValueError(f"{action!r} is not a legal answer of seat {self.seat}")
        self.decision_number += 1
        seat = self.seat
        assert seat is not None, "where an answer is legal, a seat has its turn"
        if isinstance(action, Card):
            if self.due is Due.CARD:
                self._play(seat, action)
            else:
                self._take_upcard(seat, action)
        elif isinstance(action, Keep):
            self._keep(seat, action)
        elif isinstance(action, Call):
            self._say(seat, action)

    def breach(self, action: Action) -> None:
        """Returns None: no rule charges an illegal answer, which is asked again (E-R1)."""

    def house_action(self) -> Action:
        """Returns what the house answers: it passes, and plays the lowest legal card (E-R1)."""
        legal = self._legal
        for quiet in (Call.PASS, Call.DECLINE, Call.NOT_ALONE):
            if quiet in legal:
                return quiet
        seat = self.seat
        if seat is not None and self.due is Due.KEEP:
            return keep(self._hands[seat])
        cards = [action for action in legal if isinstance(action, Card)]
        return lowest(cards, self.trump) if cards and self.trump else legal[0]

    def view(self, seat: Seat) -> EuchreView:
        """Returns what `seat` may know: a pure function of what it was dealt and saw (E-I1)."""
        due = self.due
        is_blind = due is Due.JOKER_SUIT and seat == self.dealer
        is_maker = seat == self.maker
        tricks = self._tricks
        return EuchreView(
            seat=seat,
            dealer=self.dealer,
            deal_number=self.deal_number,
            deals_played=self.deals_played,
            redeals=self.redeals,
            due=due,
            hand=_NO_CARDS if is_blind else tuple(self._hands[seat]),
            upcard=self._pack[UPCARD_AT] if self._pack else None,
            upcard_suit=self._upcard_suit,
            upcard_state=self._upcard_state,
            calls=tuple(self._calls),
            maker=self.maker,
            trump=self.trump,
            alone=tuple(self._alone),
            sitting_out=self._sitting_out(),
            dummy=self._dummy if is_maker and due is Due.KEEP else _NO_CARDS,
            put_down=self._put_down if seat == self.dealer else None,
            left_out=self._left_out if is_maker else _NO_CARDS,
            taken=_NOTHING_TAKEN if tricks is None else tuple(tricks.taken),
            scores=self.scores,
            played=_NO_CARDS if tricks is None else tuple(tricks.played),
            leaders=() if tricks is None else tuple(tricks.leaders),
            legal=self._legal if seat == self.seat else (),
        )

    def places(self) -> tuple[int, ...]:
        """Returns the place of each seat by its total: 1 + the number strictly better."""
        return places(self.scores)

    def copy(self) -> Self:
        """Returns a match that goes its own way from here."""
        twin = object.__new__(type(self))
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.deals = self.deals.copy()
        twin._hands = [hand.copy() for hand in self._hands]
        twin._calls = self._calls.copy()
        twin._alone = self._alone.copy()
        twin._tricks = None if self._tricks is None else self._tricks.copy(twin._hands)
        return twin

    def _ask(self, seat: Seat, due: Due, legal: Sequence[Action]) -> None:
        self.seat = seat
        self.due = due
        self._legal = legal

    def _say(self, seat: Seat, call: Call) -> None:
        match self.due:
            case Due.JOKER_SUIT:
                self._joker_suit = call
                self._upcard_suit = call.suit
                self._ask(_LEFT[seat], Due.CALL, _ORDER_OR_PASS)
            case Due.CALL:
                self._bid(seat, call)
            case Due.SWAP:
                self._swap = call
                self._upcard_state = Upcard.DECLINED  # docs/rules/euchre.md#e-p1
                self._ask_maker_alone()
            case Due.ALONE:
                self._answer_alone(seat, call)
            case Due.NOTHING | Due.KEEP | Due.CARD:
                raise AssertionError("nothing is said here")

    def _bid(self, seat: Seat, call: Call) -> None:
        self._calls.append(call)
        if call is Call.PASS:
            self._pass(seat)
        elif call is Call.ORDER_UP:
            self._make(seat, self._upcard_suit)
            can_decline = seat != self.dealer  # docs/rules/euchre.md#eu-6
            legal = (*self._hands[self.dealer], *((Call.DECLINE,) if can_decline else ()))
            self._ask(self.dealer, Due.SWAP, legal)
        else:
            self._make(seat, call.suit)
            self._ask_maker_alone()

    def _pass(self, seat: Seat) -> None:
        count = len(self._calls)
        if count == 2 * SEATS:
            self._end_redeal()
        elif count < SEATS:
            self._ask(_LEFT[seat], Due.CALL, _ORDER_OR_PASS)
        else:
            self._upcard_state = Upcard.TURNED_DOWN
            self._ask(_LEFT[seat], Due.CALL, self._second_round(_LEFT[seat]))

    def _second_round(self, seat: Seat) -> Sequence[Action]:
        """Returns what may be called once the upcard is turned down (EU-7, EU-8)."""
        rules = self.rules
        is_stuck = seat == self.dealer and (
            rules.stick_the_dealer or self.redeals >= MOST_REDEALS  # docs/rules/euchre.md#e-b4
        )
        names = [
            name
            for suit, name in NAMES.items()
            if rules.rename_turned_down or suit is not self._upcard_suit  # E-B1
        ]
        return (*(() if is_stuck else (Call.PASS,)), *names)

    def _make(self, maker: Seat, trump: Suit | None) -> None:
        assert trump is not None, "an upcard offers a suit once it can be ordered up"
        self.maker = maker
        self.trump = trump

    def _take_upcard(self, dealer: Seat, card: Card) -> None:
        """Puts `card` face down for the upcard (EU-6)."""
        hand = [held for held in self._hands[dealer] if held is not card]
        self._hands[dealer] = _sorted([*hand, self._pack[UPCARD_AT]])
        self._swap = self._put_down = card
        self._upcard_state = Upcard.TAKEN
        self._ask_maker_alone()

    def _ask_maker_alone(self) -> None:
        assert self.maker is not None
        self._ask(self.maker, Due.ALONE, _ALONE_OR_NOT)

    def _answer_alone(self, seat: Seat, answer: Call) -> None:
        """Notes the answer, and asks the next one (docs/rules/euchre.md#e-p4)."""
        self._alone[seat] = answer
        if answer is Call.ALONE and seat != self.maker:
            self._lone_defender = seat
        else:
            other = _LEFT[self.dealer]
            for _ in range(SEATS):
                if self._alone[other] is None:
                    self._ask(other, Due.ALONE, _ALONE_OR_NOT)
                    return
                other = _LEFT[other]
        self._open_dummy()

    def _sitting_out(self) -> Seat | None:
        return None if self.maker is None else sitting_out(self.maker, self._lone_defender)

    def _open_dummy(self) -> None:
        maker = self.maker
        assert maker is not None
        if self._alone[maker] is Call.ALONE:  # docs/rules/euchre.md#eu-11
            self._lead_first()
        else:
            self._ask(maker, Due.KEEP, AnyFive((*self._hands[maker], *self._dummy)))

    def _keep(self, maker: Seat, kept: Keep) -> None:
        pool = (*self._hands[maker], *self._dummy)
        self._left_out = tuple(_sorted([card for card in pool if card not in kept.cards]))
        self._hands[maker] = list(kept.cards)
        self._kept = kept
        self._lead_first()

    def _lead_first(self) -> None:
        maker, trump = self.maker, self.trump
        assert maker is not None
        assert trump is not None
        is_maker_alone = self._alone[maker] is Call.ALONE
        leader = first_leader(
            self.rules,
            self.dealer,
            maker,
            is_maker_alone=is_maker_alone,
            lone_defender=self._lone_defender,
        )
        self._tricks = TrickPlay(trump, self._hands, leader, self._sitting_out())
        self._ask(leader, Due.CARD, self._tricks.legal)

    def _play(self, seat: Seat, card: Card) -> None:
        tricks = self._tricks
        assert tricks is not None
        tricks.play(seat, card)
        self.seat = tricks.seat
        self._legal = tricks.legal
        if tricks.seat is None:
            self._end_deal(tricks)

    def _end_redeal(self) -> None:
        """Notes a deal that all have passed twice; nobody scores (EU-8)."""
        self.redeals += 1
        self._finish(EuchreDeal(self.dealer, self._pack, self._joker_suit, tuple(self._calls)))

    def _end_deal(self, tricks: TrickPlay) -> None:
        """Scores the deal, then tests the end (EU-16)."""
        maker = self.maker
        assert maker is not None
        rules, taken = self.rules, tuple(tricks.taken)
        is_maker_alone = self._alone[maker] is Call.ALONE
        march = rules.lone_march if is_maker_alone else MARCH_POINTS  # docs/rules/euchre.md#e-s1
        gained = points(maker, taken, lone_defender=self._lone_defender, march=march)
        self.scores = tuple([sum(pair) for pair in zip(self.scores, gained, strict=True)])
        self.deals_played += 1
        self.redeals = 0
        self._finish(
            EuchreDeal(
                dealer=self.dealer,
                pack=self._pack,
                joker_suit=self._joker_suit,
                calls=tuple(self._calls),
                swap=self._swap,
                alone=tuple(self._alone),
                kept=self._kept,
                played=tuple(tricks.played),
                leaders=tuple(tricks.leaders),
                taken=taken,
                points=gained,
                scores=self.scores,
            )
        )
        follows = ending(rules, self.scores, self.deals_played, overtime=self._overtime)
        self._overtime = follows is Ending.OVERTIME
        self.is_over = follows is Ending.OVER

    def _finish(self, deal: EuchreDeal) -> None:
        self.deals.append(deal)
        self.seat = None
        self.due = Due.NOTHING
        self._legal = ()


def _sorted(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=_NUMBER)
