"""One match of Cutthroat Spades in progress (docs/rules/spades.md).

This is the arena's hot path: hands are small ints, tallies run along, and nothing is worked out
twice. It never waits, prints or rolls dice; it is told the cards. The plain attributes are for
reading: only `start_deal` and `act` change a match.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from arena.games.cards import Card, Seat, Suit
from arena.games.ending import Ending, ending, places
from arena.games.game import Action, Bid, Breach, Charged
from arena.games.spades.blind import Blind, BlindNil, blind_at
from arena.games.spades.deal import SpadesDeal
from arena.games.spades.due import ALLOWED, ANY_CARD, BID, BLIND, NO_SPADE, NOTHING
from arena.games.spades.renege import MOST_RENEGES, RenegeRule
from arena.games.spades.scoring import Promise, Score, score
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

_ANSWERS = (BlindNil.YES, BlindNil.NO)
_BIDS = tuple(Bid(tricks) for tricks in range(53))
_PROMISES = tuple(Promise(tricks) for tricks in range(53))
_BEATERS = beaters(Suit.SPADES)
_SPADES = Suit.SPADES.value - 1


class SpadesMatch:
    """A match from the first deal to the final score."""

    __slots__ = (
        "_beaters",
        "_bids",
        "_blind",
        "_broken",
        "_due",
        "_first",
        "_hand",
        "_hands",
        "_has_reneges",
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
        "_reneged",
        "_taken",
        "_winner",
        "bags",
        "deal_number",
        "dealer",
        "deals",
        "is_over",
        "reneges",
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
        self.reneges: tuple[int, ...] = (0,) * seats
        """In how many deals each seat has reneged, the one in play included."""
        self.is_over = False
        self.deals: list[SpadesDeal] = []
        self._left = tuple(Seat((seat + 1) % seats) for seat in range(seats))
        self._overtime = False
        self._has_reneges = rules.renege is RenegeRule.FAIL_BID
        self._legal_bids = _BIDS[rules.minimum_bid : len(rules.pack) // seats + 1]
        self._pack_size = len(rules.pack)
        self._pack_hand = hand_of(rules.pack)
        self._pack: tuple[Card, ...] = ()
        self._first = first_dealer
        self._bids: list[int | None] = [None] * seats
        self._blind: tuple[Blind, ...] = ()  # empty without the option
        self._reneged: tuple[int | None, ...] = (None,) * seats  # at which decision
        self._hands = [hand_of(())] * seats
        self._hand = self._hands[0]  # of the seat whose turn it is to play
        self._taken = [0] * seats
        self._played: list[Card] = []
        self._leader = first_dealer
        self._leaders: list[Seat] = []
        self._broken = False
        self._due = NOTHING
        self._led = NOTHING  # the suit of the lead; NOTHING before it
        self._beaters = ANYTHING  # the cards that would take the trick in play
        self._winner = first_dealer  # whose the trick in play is so far

    def resume(self, deals: int, scores: Sequence[int], bags: Sequence[int]) -> None:
        """Goes on from these totals and bags, as if so many deals had been played."""
        self.deal_number = deals
        self.scores, self.bags = tuple(scores), tuple(bags)
        follows = ending(self.rules, self.scores, deals, overtime=False)
        self._overtime = follows is Ending.OVERTIME
        self.is_over = follows is Ending.OVER

    @property
    def decision_number(self) -> int:
        """How many actions this deal has seen."""
        promises = len(self._bids) - self._bids.count(None) + self._blind.count(Blind.DECLINED)
        return promises + len(self._played)

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
        self._first = left[dealer]
        self._bids = [None] * len(left)
        self._blind = blind_at(self.scores) if self.rules.blind_nil else ()
        if self._has_reneges:
            self._reneged = (None,) * len(left)
        self._taken = [0] * len(left)
        self._played = []
        self._leaders = []
        self._broken = False  # docs/rules/spades.md#sp-12
        self.seat = self._first
        self._due = BLIND if self._blind and self._blind[self.seat] is Blind.OPEN else BID

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
        """Returns the bids ascending, the cards by number, or the answers to blind nil.

        Empty when no deal is in play.
        """
        due = self._due
        if due < ANY_CARD:
            return HOLDINGS[due][self._hand[due]]
        if due == ANY_CARD:
            return cards_of(self._hand)
        if due == NO_SPADE:
            clubs, diamonds, hearts, _ = self._hand
            return CLUBS[clubs] + DIAMONDS[diamonds] + HEARTS[hearts]
        if due == BID:
            return self._legal_bids
        return _ANSWERS if due == BLIND else ()

    def act(self, action: Action) -> None:
        """Takes a legal action of the seat whose turn it is; raises ValueError for any other."""
        due = self._due
        if due >= BID:
            if due == BID:
                self._bid(action)
            else:
                self._answer(action)
            return
        seat = self.seat
        assert seat is not None, "a card is due though no deal is in play"
        if not isinstance(action, Card):
            action = self._take_renege(seat, action)
        hand = self._hand
        suit = action.suit_index
        held = hand[suit]
        bit = action.rank_bit
        if not (held & bit and ALLOWED[due][suit]):
            raise ValueError(f"{action!r} is not a legal card of seat {seat}")
        hand[suit] = held ^ bit
        self._played.append(action)
        if self._beaters[action.number]:  # docs/rules/spades.md#sp-11
            self._beaters = _BEATERS[action.number]
            self._winner = seat
        if suit == _SPADES:  # docs/rules/spades.md#s-l2
            self._broken = True
        led = self._led
        if led == NOTHING:
            led = self._led = suit
        left = self._left[seat]
        if left == self._leader:
            self._end_trick()
            return
        self.seat = left
        hand = self._hand = self._hands[left]
        self._due = led if hand[led] else ANY_CARD  # docs/rules/spades.md#sp-10

    def breach(self, action: Action) -> Breach | None:
        """Returns what comes of a card that is held but not legal under `fail-bid` (S-R1)."""
        seat = self.seat
        if seat is None or not self._has_reneges or self._due >= BID:
            return None
        is_forfeit = self.reneges[seat] + 1 >= MOST_RENEGES
        if isinstance(action, Charged):
            return Breach(action, is_forfeit)
        if not isinstance(action, Card):
            return None
        if not self._hand[action.suit_index] & action.rank_bit or action in self.legal_actions():
            return None
        lowest = self._lowest_card()
        if self._reneged[seat] is not None:  # charged once a deal
            return Breach(lowest, is_forfeit=False)
        return Breach(Charged(lowest), is_forfeit)

    def house_action(self) -> Action:
        """Returns no blind nil; 3 or the least legal bid; else the lowest legal card (S-R2)."""
        if self._due == BLIND:
            return BlindNil.NO
        if self._due == BID:
            return HOUSE_BID if HOUSE_BID in self._legal_bids else self._legal_bids[0]
        return self._lowest_card()

    def _lowest_card(self) -> Card:
        cards = [action for action in self.legal_actions() if isinstance(action, Card)]
        return min(cards, key=lambda card: (card.rank, card.number))

    def view(self, seat: Seat) -> SpadesView:
        """Returns what `seat` may know: a pure function of what it was dealt and saw."""
        is_hidden = self._blind and self._blind[seat] is Blind.OPEN
        return SpadesView(
            seat=seat,
            dealer=self.dealer,
            deal_number=self.deal_number,
            hand=() if is_hidden else cards_of(self._hands[seat]),
            bids=tuple(self._bids),
            taken=tuple(self._taken),
            scores=self.scores,
            bags=self.bags,
            played=tuple(self._played),
            leaders=tuple(self._leaders),
            broken=self._broken,
            legal=tuple(self.legal_actions()) if seat == self.seat else (),
            blind=self._blind,
            reneged=tuple([at is not None for at in self._reneged]) if self._has_reneges else (),
            reneges=self.reneges if self._has_reneges else (),
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
        self._pass_on(seat)

    def _answer(self, action: Action) -> None:
        """Takes the answer to blind nil, after which a seat that declines bids (S-N1)."""
        seat = self.seat
        if seat is None or action not in self.legal_actions():
            raise ValueError(f"{action!r} is not a legal answer of seat {seat}")
        if action is BlindNil.NO:
            self._set_blind(seat, Blind.DECLINED)
            self._due = BID
        else:
            self._set_blind(seat, Blind.TAKEN)
            self._bids[seat] = 0
            self._pass_on(seat)

    def _set_blind(self, seat: Seat, blind: Blind) -> None:
        self._blind = (*self._blind[:seat], blind, *self._blind[seat + 1 :])

    def _pass_on(self, seat: Seat) -> None:
        """Has the seat to the left of one that has bid say its own, or lead if all have bid."""
        left = self._left[seat]
        if left == self._first:  # docs/rules/spades.md#sp-8
            self._lead(left)
            return
        self.seat = left
        if self._blind:
            self._due = BLIND if self._blind[left] is Blind.OPEN else BID

    def _take_renege(self, seat: Seat, action: Action) -> Card:
        """Charges a renege and returns the card that is played for it.

        Raises ValueError, and changes nothing, unless the seat can have reneged here.
        """
        card = action.action if isinstance(action, Charged) else None
        reneged = self._reneged
        if (
            not isinstance(card, Card)
            or not self._has_reneges
            or reneged[seat] is not None
            or self.reneges[seat] >= MOST_RENEGES
            or card is not self._lowest_card()
            or len(self.legal_actions()) == len(cards_of(self._hand))
        ):
            raise ValueError(f"{action!r} is not a legal card of seat {seat}")
        self._reneged = (*reneged[:seat], self.decision_number, *reneged[seat + 1 :])
        count = self.reneges[seat] + 1
        self.reneges = (*self.reneges[:seat], count, *self.reneges[seat + 1 :])
        return card

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
        self._led = NOTHING
        self._beaters = ANYTHING
        hand = self._hand = self._hands[seat]
        is_free = self._broken or not any(hand[:_SPADES])  # docs/rules/spades.md#sp-9
        self._due = ANY_CARD if is_free else NO_SPADE

    def _end_deal(self) -> None:
        """Scores the deal, then tests the end (SP-18)."""
        rules = self.rules
        bids = tuple([bid for bid in self._bids if bid is not None])
        if self._blind or self._has_reneges:
            results = [self._score(seat, bid) for seat, bid in enumerate(bids)]
        else:
            results = [
                score(rules, _PROMISES[bid], taken, bags)
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
                blind=self._blind,
                reneges=self._reneged if self._has_reneges else (),
            )
        )
        self.seat = None
        self._due = NOTHING
        follows = ending(rules, self.scores, self.deal_number, overtime=self._overtime)
        self._overtime = follows is Ending.OVERTIME
        self.is_over = follows is Ending.OVER

    def _score(self, seat: int, bid: int) -> Score:
        is_blind = bool(self._blind) and self._blind[seat] is Blind.TAKEN
        promise = Promise(bid, is_blind, self._reneged[seat] is not None)
        return score(self.rules, promise, self._taken[seat], self.bags[seat])
