"""The tricks of a deal, once trump is fixed and everyone has the cards to play with."""

from collections.abc import Sequence
from typing import Self

from arena.games.cards import Card, Seat, Suit
from arena.games.euchre.bowers import STRENGTH_ROWS, SUIT_ROWS, Row
from arena.games.euchre.scoring import SEATS, TRICKS, left


class TrickPlay:
    """Five tricks by three seats, or by two where one sits out.

    The arena's hot path: what may be played is worked out once, when a seat's turn comes. The
    attributes are for reading.
    """

    __slots__ = (
        "_best",
        "_hands",
        "_led",
        "_next",
        "_on_table",
        "_rows",
        "_strengths",
        "_suits",
        "_winner",
        "leaders",
        "legal",
        "played",
        "seat",
        "seats",
        "taken",
    )

    def __init__(
        self, trump: Suit, hands: list[list[Card]], leader: Seat, out: Seat | None
    ) -> None:
        self.seats = SEATS if out is None else SEATS - 1
        """How many seats play: the cards of a trick."""
        self.seat: Seat | None = leader
        """Who has to play; None after the last trick."""
        self.legal: tuple[Card, ...] = ()
        """What may be played, by number."""
        self.taken = [0] * SEATS
        self.played: list[Card] = []
        self.leaders: list[Seat] = []
        self._hands = hands
        self._next = _order(out)
        self._suits: Row = SUIT_ROWS[trump]
        self._rows = STRENGTH_ROWS[trump]
        self._strengths: Row = self._rows[0]
        self._led = 0
        self._on_table = 0
        self._best = 0
        self._winner = leader  # whose the trick in play is so far
        self._lead(leader)

    def play(self, seat: Seat, card: Card) -> None:
        """Takes a legal card of the seat whose turn it is."""
        self._hands[seat].remove(card)
        self.played.append(card)
        number = card.number
        suits = self._suits
        if not self._on_table:
            self._led = suits[number]
            self._strengths = self._rows[self._led]
        strength = self._strengths[number]
        if strength > self._best:  # docs/rules/euchre.md#eu-13
            self._best = strength
            self._winner = seat
        self._on_table += 1
        if self._on_table == self.seats:
            self._end_trick()
            return
        after = self._next[seat]
        self.seat = after
        hand, led = self._hands[after], self._led
        self.legal = tuple([held for held in hand if suits[held.number] == led] or hand)

    def copy(self, hands: list[list[Card]]) -> Self:
        """Returns tricks that go their own way from here, with `hands` as the hands."""
        twin = object.__new__(type(self))
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.taken = self.taken.copy()
        twin.played = self.played.copy()
        twin.leaders = self.leaders.copy()
        twin._hands = hands
        return twin

    def _lead(self, seat: Seat) -> None:
        """Gives the lead to `seat`."""
        self.seat = seat
        self.leaders.append(seat)
        self.legal = tuple(self._hands[seat])
        self._on_table = 0
        self._best = 0

    def _end_trick(self) -> None:
        winner = self._winner
        self.taken[winner] += 1
        if sum(self.taken) < TRICKS:
            self._lead(winner)
        else:
            self.seat = None
            self.legal = ()


def _order(out: Seat | None) -> Sequence[Seat]:
    """Returns by seat the next one that plays (docs/rules/euchre.md#eu-11)."""
    after = [left(Seat(seat)) for seat in range(SEATS)]
    return after if out is None else [left(seat) if seat == out else seat for seat in after]
