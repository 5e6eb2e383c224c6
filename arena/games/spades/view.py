"""What a seat may know in Cutthroat Spades."""

from typing import NamedTuple

from arena.games.cards import Card, Seat
from arena.games.game import Action
from arena.games.spades.blind import Blind


class SpadesView(NamedTuple):
    """The complete view of one seat; lists go by seat unless they say otherwise."""

    seat: Seat
    dealer: Seat
    deal_number: int
    """1 for the first deal of the match."""
    hand: tuple[Card, ...]
    """The cards still held, by number; empty until the seat has answered whether it bids blind."""
    bids: tuple[int | None, ...]
    """None where a seat has not bid yet."""
    taken: tuple[int, ...]
    """Tricks taken in this deal."""
    scores: tuple[int, ...]
    """Totals before this deal; once it is finished, after it."""
    bags: tuple[int, ...]
    """Bags counted towards the next penalty, before this deal; once it is finished, after it."""
    played: tuple[Card, ...]
    """Every card played in this deal, in order of play, those on the table last."""
    leaders: tuple[Seat, ...]
    """The leader of each trick, that of the trick in play last; empty while bids are made."""
    broken: bool
    """Whether a spade has been played in this deal."""
    legal: tuple[Action, ...]
    """Bids ascending, cards by number, or the answers to blind nil; empty for a seat whose turn it
    is not."""
    blind: tuple[Blind, ...] = ()
    """How each seat stands to blind nil in this deal; empty where the rules have none."""
    reneged: tuple[bool, ...] = ()
    """Whether each seat has reneged in this deal; empty where the rules do not charge that."""
    reneges: tuple[int, ...] = ()
    """In how many deals of the match each seat has reneged, this one included; empty as above."""
