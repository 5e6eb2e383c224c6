"""One match of Cutthroat Spades in progress (docs/rules/spades.md).

This is the arena's hot path: hands are small ints, tallies run along, and nothing is worked out
twice. It never waits, prints or rolls dice; it is told the cards. The plain attributes are for
reading: only `start_deal` and `act` change a match.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from arena.games.cards import Card, Seat, Suit
from arena.games.game import Action, Bid
from arena.games.spades.deal import SpadesDeal
from arena.games.spades.scoring import Ending, ending, places, score
from arena.games.spades.view import SpadesView
from arena.games.tricks import (
    ANYTHING,
    CLUBS,
    DIAMONDS,
    HEARTS,
    HOLDINGS,
    beaters,
    cards_of,
    hand_of,
)

if TYPE_CHECKING:
    from arena.games.spades.rules import SpadesRules

HOUSE_BID = Bid(3)

_BIDS = tuple(Bid(tricks) for tricks in range(53))
_BEATERS = beaters(Suit.SPADES)
_SPADES = Suit.SPADES.value - 1

# What is due: a card of the suit 0 to 3 that must be followed, or one of these.
_ANY_CARD = 4
_NO_SPADE = 5
_BID = 6
_NOTHING = 7
_ALLOWED = (
    (True, False, False, False),
    (False, True, False, False),
    (False, False, True, False),
    (False, False, False, True),
    (True, True, True, True),
    (True, True, True, False),
    (False, False, False, False),
    (False, False, False, False),
)
"""By what is due, and by suit: whether a card of it may be played."""


class SpadesMatch:
    """A match from the first deal to the final score."""

    __slots__ = (
        "_beaters",
        "_bids",
        "_broken",
        "_due",
        "_first",
        "_hand",
        "_hands",
        "_leader",
        "_leaders",
        "_led",
        "_left",
        "_legal_bids",
        "_overtime",
        "_pack",
        "_pack_hand",
        "_pack_size",
        "_played",
        "_taken",
        "_winner",
        "bags",
        "deal_number",
        "dealer",
        "deals",
        "is_over",
        "rules",
        "scores",
        "seat",
    )

    def __init__(self, rules: "SpadesRules", first_dealer: Seat) -> None:
        seats = rules.seats
        self.rules = rules
        self.seat: Seat | None = None
        self.dealer = first_dealer
        """Who deals the deal in play; between deals, who dealt the last one."""
        self.deal_number = 0
        self.scores: tuple[int, ...] = (0,) * seats
        """The totals after the last finished deal."""
        self.bags: tuple[int, ...] = (0,) * seats
        self.is_over = False
        self.deals: list[SpadesDeal] = []
        self._left = tuple(Seat((seat + 1) % seats) for seat in range(seats))
        self._overtime = False
        self._legal_bids = _BIDS[rules.minimum_bid : len(rules.pack) // seats + 1]
        self._pack_size = len(rules.pack)
        self._pack_hand = hand_of(rules.pack)
        self._pack: tuple[Card, ...] = ()
        self._first = first_dealer
        self._bids: list[int | None] = [None] * seats
        self._hands = [hand_of(())] * seats
        self._hand = self._hands[0]  # of the seat whose turn it is to play
        self._taken = [0] * seats
        self._played: list[Card] = []
        self._leader = first_dealer
        self._leaders: list[Seat] = []
        self._broken = False
        self._due = _NOTHING
        self._led = _NOTHING  # the suit of the lead; _NOTHING before it
        self._beaters = ANYTHING  # the cards that would take the trick in play
        self._winner = first_dealer  # whose the trick in play is so far

    @property
    def decision_number(self) -> int:
        """How many actions this deal has seen."""
        return len(self._bids) - self._bids.count(None) + len(self._played)

    def start_deal(self, pack: Sequence[Card]) -> None:
        """Deals `pack`; raises ValueError unless it is every card of the rules' pack once."""
        if self.is_over or self.seat is not None:
            raise ValueError("a deal can start only when no deal is in play and the match goes on")
        left = self._left
        dealer = left[self.dealer] if self.deal_number else self.dealer  # docs/rules/spades.md#sp-4
        self._hands = self._dealt(pack, left[dealer])
        self._pack = tuple(pack)
        self.deal_number += 1
        self.dealer = dealer
        self.seat = self._first = left[dealer]
        self._bids = [None] * len(left)
        self._taken = [0] * len(left)
        self._played = []
        self._leaders = []
        self._broken = False  # docs/rules/spades.md#sp-12
        self._due = _BID

    def _dealt(self, pack: Sequence[Card], first: Seat) -> list[list[int]]:
        """Returns the hands, dealt card by card from `first` on (SP-5)."""
        seats = len(self._left)
        hands = [hand_of(pack[(seat - first) % seats :: seats]) for seat in range(seats)]
        together = [sum(held) for held in zip(*hands, strict=True)]
        # The pack's sums take a bit for each card: as many cards reach them only if all differ.
        if len(pack) != self._pack_size or together != self._pack_hand:
            raise ValueError("the cards dealt are not the pack of the rules")
        return hands

    def legal_actions(self) -> Sequence[Action]:
        """Returns the bids ascending or the cards by number; empty when no deal is in play."""
        due = self._due
        if due < _ANY_CARD:
            return HOLDINGS[due][self._hand[due]]
        if due == _ANY_CARD:
            return cards_of(self._hand)
        if due == _NO_SPADE:
            clubs, diamonds, hearts, _ = self._hand
            return CLUBS[clubs] + DIAMONDS[diamonds] + HEARTS[hearts]
        return self._legal_bids if due == _BID else ()

    def act(self, action: Action) -> None:
        """Takes a legal action of the seat whose turn it is; raises ValueError for any other."""
        due = self._due
        if due == _BID:
            self._bid(action)
            return
        seat = self.seat
        if seat is None or not isinstance(action, Card):
            raise ValueError(f"{action!r} is not a legal card of seat {seat}")
        hand = self._hand
        suit = action.suit_index
        held = hand[suit]
        bit = action.rank_bit
        if not (held & bit and _ALLOWED[due][suit]):
            raise ValueError(f"{action!r} is not a legal card of seat {seat}")
        hand[suit] = held ^ bit
        self._played.append(action)
        if self._beaters[action.number]:  # docs/rules/spades.md#sp-11
            self._beaters = _BEATERS[action.number]
            self._winner = seat
        if suit == _SPADES:  # docs/rules/spades.md#s-l2
            self._broken = True
        led = self._led
        if led == _NOTHING:
            led = self._led = suit
        left = self._left[seat]
        if left == self._leader:
            self._end_trick()
            return
        self.seat = left
        hand = self._hand = self._hands[left]
        self._due = led if hand[led] else _ANY_CARD  # docs/rules/spades.md#sp-10

    def house_action(self) -> Action:
        """Returns 3 or the least legal bid, else the lowest legal card (S-R2)."""
        legal = self.legal_actions()
        if HOUSE_BID in legal:
            return HOUSE_BID
        cards = [action for action in legal if isinstance(action, Card)]
        return min(cards, key=lambda card: (card.rank, card.number)) if cards else legal[0]

    def view(self, seat: Seat) -> SpadesView:
        """Returns what `seat` may know: a pure function of what it was dealt and saw."""
        return SpadesView(
            seat=seat,
            dealer=self.dealer,
            deal_number=self.deal_number,
            hand=cards_of(self._hands[seat]),
            bids=tuple(self._bids),
            taken=tuple(self._taken),
            scores=self.scores,
            bags=self.bags,
            played=tuple(self._played),
            leaders=tuple(self._leaders),
            broken=self._broken,
            legal=tuple(self.legal_actions()) if seat == self.seat else (),
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
        twin._bids = self._bids.copy()
        twin._hands = [hand.copy() for hand in self._hands]
        if self.seat is not None:
            twin._hand = twin._hands[self.seat]
        twin._taken = self._taken.copy()
        twin._played = self._played.copy()
        twin._leaders = self._leaders.copy()
        return twin

    def _bid(self, action: Action) -> None:
        seat = self.seat
        if seat is None or not isinstance(action, Bid) or action not in self._legal_bids:
            raise ValueError(f"{action!r} is not a legal bid of seat {seat}")
        self._bids[seat] = int(action.tricks)
        self.seat = self._left[seat]
        if self.seat == self._first:  # docs/rules/spades.md#sp-8
            self._lead(self._first)

    def _end_trick(self) -> None:
        winner = self._winner
        self._taken[winner] += 1
        if len(self._played) < self._pack_size:
            self._lead(winner)
        else:
            self._end_deal()

    def _lead(self, seat: Seat) -> None:
        """Gives the lead to `seat`."""
        self.seat = self._leader = seat
        self._leaders.append(seat)
        self._led = _NOTHING
        self._beaters = ANYTHING
        hand = self._hand = self._hands[seat]
        is_free = self._broken or not any(hand[:_SPADES])  # docs/rules/spades.md#sp-9
        self._due = _ANY_CARD if is_free else _NO_SPADE

    def _end_deal(self) -> None:
        """Scores the deal, then tests the end (SP-18)."""
        rules = self.rules
        bids = tuple([bid for bid in self._bids if bid is not None])
        results = [
            score(bid, taken, bags, rules.nil_value)
            for bid, taken, bags in zip(bids, self._taken, self.bags, strict=True)
        ]
        points, penalties, self.bags = zip(*results, strict=True)
        changes = zip(self.scores, points, penalties, strict=True)
        self.scores = tuple([total + gain + penalty for total, gain, penalty in changes])
        self.deals.append(
            SpadesDeal(
                dealer=self.dealer,
                pack=self._pack,
                bids=bids,
                played=tuple(self._played),
                leaders=tuple(self._leaders),
                taken=tuple(self._taken),
                points=points,
                bag_penalty=penalties,
                scores=self.scores,
                bags=self.bags,
            )
        )
        self.seat = None
        self._due = _NOTHING
        follows = ending(rules, self.scores, self.deal_number, overtime=self._overtime)
        self._overtime = follows is Ending.OVERTIME
        self.is_over = follows is Ending.OVER
