"""A finished deal of Cutthroat Spades as people are shown it."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from arena.games.cards import Seat, Suit
from arena.games.sheet import DealSheet, Hand, Phrase, Row, Trick, number_text, signed
from arena.games.spades.blind import Blind
from arena.games.tricks import winner

if TYPE_CHECKING:
    from arena.games.spades.deal import SpadesDeal

_T = TypeVar("_T")


def sheet_of(deal: "SpadesDeal") -> DealSheet:
    """Returns the hands, the bids, the tricks and the scores."""
    bids = [_bid_text(deal, seat) for seat in range(len(deal.bids))]
    changes = [gain + cost for gain, cost in zip(deal.points, deal.bag_penalty, strict=True)]
    return DealSheet(
        dealer=deal.dealer,
        hands=[Hand(Seat(seat), hand) for seat, hand in enumerate(deal.hands)],
        opening=[_row("bid", bids, str)],
        tricks=[*_tricks(deal)],
        results=[
            _row("taken", deal.taken, str),
            *_reneges(deal),
            _row("points", deal.points, signed),
            _row("bag penalty", deal.bag_penalty, signed),
            _row("score", deal.scores, number_text),
            _row("bags", deal.bags, str),
        ],
        outcome=[
            (f"{bid}/{taken}", signed(change))
            for bid, taken, change in zip(bids, deal.taken, changes, strict=True)
        ],
        moments=[*_moments(deal)],
    )


def _bid_text(deal: "SpadesDeal", seat: int) -> str:
    if deal.blind and deal.blind[seat] is Blind.TAKEN:
        return "blind nil"
    return str(deal.bids[seat] or "nil")


def _row(title: str, values: Iterable[_T], text: Callable[[_T], str]) -> Row:
    cells: Iterator[Phrase] = ((text(value),) for value in values)
    return Row(title, tuple(cells))


def _tricks(deal: "SpadesDeal") -> Iterator[Trick]:
    seats = len(deal.bids)
    for leader, cards in zip(deal.leaders, deal.tricks, strict=True):
        by_seat = tuple(cards[(seat - leader) % seats] for seat in range(seats))
        taker = Seat((leader + winner(cards, Suit.SPADES)) % seats)
        yield Trick(leader, taker, by_seat)


def _reneges(deal: "SpadesDeal") -> Iterator[Row]:
    """Yields a row that says in which trick a seat reneged, if any has (S-R1)."""
    if any(number is not None for number in deal.reneges):
        moments = [*_moments(deal)]
        yield _row(
            "reneged", deal.reneges, lambda number: "" if number is None else moments[number]
        )


def _moments(deal: "SpadesDeal") -> Iterator[str]:
    """Yields where each action falls: the cards come last."""
    seats, played = len(deal.bids), len(deal.played)
    yield from ["in the bidding"] * (len(deal.actions) - played)
    yield from (f"in trick {number // seats + 1}" for number in range(played))
