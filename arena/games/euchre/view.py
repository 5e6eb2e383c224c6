"""What a seat may know in three-handed Euchre."""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from arena.games.cards import Card, Seat, Suit
from arena.games.euchre.actions import Call
from arena.games.game import Action


class Due(Enum):
    """What the seat whose turn it is has to answer, in the order of a deal (E-P4)."""

    NOTHING = 0
    JOKER_SUIT = 1
    """The dealer names the suit that a turned-up joker stands for, before seeing his hand."""
    CALL = 2
    SWAP = 3
    """The dealer puts a card down for the upcard, or declines it if another ordered it up."""
    ALONE = 4
    KEEP = 5
    """The maker keeps five of his hand and the dummy."""
    CARD = 6


class Upcard(Enum):
    """What became of the upcard."""

    UP = 1
    """It lies there: it may still be ordered up, or the dealer has not answered yet."""
    TAKEN = 2
    DECLINED = 3
    TURNED_DOWN = 4


class EuchreView(NamedTuple):
    """The complete view of one seat; lists go by seat unless they say otherwise."""

    seat: Seat
    dealer: Seat
    deal_number: int
    """1 for the first deal of the match; redeals count."""
    deals_played: int
    """The deals of the match that were played out before this one."""
    redeals: int
    """The redeals in a row before this deal."""
    due: Due
    hand: tuple[Card, ...]
    """The cards still held, by number; none for a dealer who has to name the joker's suit."""
    upcard: Card | None
    """None before the first deal."""
    upcard_suit: Suit | None
    """The suit that the upcard offers; None while the dealer has not named that of the joker."""
    upcard_state: Upcard
    calls: tuple[Call, ...]
    """The bidding in order from the dealer's left."""
    maker: Seat | None
    trump: Suit | None
    alone: tuple[Call | None, ...]
    """ALONE or NOT_ALONE; None where a seat has not been asked."""
    sitting_out: Seat | None
    """The defender whose partner plays alone."""
    dummy: tuple[Card, ...]
    """For a maker who has to keep five: the dummy, by number. Else empty."""
    put_down: Card | None
    """For a dealer who took the upcard: what he put down for it."""
    left_out: tuple[Card, ...]
    """For a maker who took up the dummy: the five of the ten that he did not keep, by number."""
    taken: tuple[int, ...]
    """Tricks taken in this deal."""
    scores: tuple[int, ...]
    """Totals before this deal; once it is finished, after it."""
    played: tuple[Card, ...]
    """Every card played in this deal, in order of play, those on the table last."""
    leaders: tuple[Seat, ...]
    """The leader of each trick, that of the trick in play last; empty before the first lead."""
    legal: Sequence[Action]
    """Calls, cards by number, or the ways to keep five; empty for a seat whose turn it is not."""
