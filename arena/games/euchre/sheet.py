"""A finished deal of three-handed Euchre as people are shown it."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from arena.games.cards import Card, Seat, Suit
from arena.games.euchre.actions import Call, Keep
from arena.games.euchre.bowers import winner
from arena.games.euchre.scoring import SEATS, left, sitting_out
from arena.games.sheet import DealSheet, Hand, Line, Phrase, Row, Trick, number_text, signed

if TYPE_CHECKING:
    from arena.games.euchre.deal import EuchreDeal


def sheet_of(deal: "EuchreDeal") -> DealSheet:
    """Returns the hands, what was said and done before the play, the tricks and the scores."""
    return DealSheet(
        dealer=deal.dealer,
        hands=[
            *(Hand(Seat(seat), hand) for seat, hand in enumerate(deal.hands)),
            Hand("dummy", deal.dummy),
        ],
        dealt=[Line("upcard", (deal.upcard,)), Line("left over", deal.stock)],
        calls=[*_calls(deal), *_before_the_lead(deal)],
        opening=[] if deal.is_redeal else [Row("plays", tuple(_parts(deal)))],
        tricks=[*_tricks(deal)],
        results=[] if deal.is_redeal else _results(deal),
        outcome=[*_outcomes(deal)],
        moments=[*_moments(deal)],
    )


def _calls(deal: "EuchreDeal") -> Iterator[Line]:
    """Yields the bidding in order (EU-5, EU-7)."""
    if deal.joker_suit is not None:
        yield Line(deal.dealer, ("names", *_suit(deal.joker_suit.suit), "for the joker"))
    seat = deal.dealer
    for call in deal.calls:
        seat = left(seat)
        yield Line(seat, _said(deal, call))
    if deal.is_redeal:
        yield Line("", ("all have passed: dealt again",))


def _said(deal: "EuchreDeal", call: Call) -> Phrase:
    if call is Call.PASS:
        return ("passes",)
    return ("orders up" if call is Call.ORDER_UP else "names", *_suit(deal.trump))


def _suit(suit: Suit | None) -> tuple[Suit, ...]:
    return () if suit is None else (suit,)


def _before_the_lead(deal: "EuchreDeal") -> Iterator[Line]:
    """Yields what was done once trump was fixed (E-P4); who plays alone stands with the tricks."""
    if isinstance(deal.swap, Card):
        yield Line(deal.dealer, ("takes up", deal.upcard, "and puts down", deal.swap))
    elif deal.swap is not None:
        yield Line(deal.dealer, ("leaves the upcard",))
    if deal.kept is not None:
        yield Line(deal.maker, ("keeps", *deal.kept.cards))


def _parts(deal: "EuchreDeal") -> Iterator[Phrase]:
    """Yields what each seat is in the play: maker or defender, alone or sitting out."""
    out = sitting_out(deal.maker, deal.lone_defender)
    for seat in range(SEATS):
        role: Phrase = ("maker", *_suit(deal.trump)) if seat == deal.maker else ("defender",)
        alone: Phrase = ("alone",) if deal.alone[seat] is Call.ALONE else ()
        yield ("sits out",) if seat == out else (*role, *alone)


def _tricks(deal: "EuchreDeal") -> Iterator[Trick]:
    trump = deal.trump
    if deal.is_redeal or trump is None:
        return
    out = sitting_out(deal.maker, deal.lone_defender)
    for leader, cards in zip(deal.leaders, deal.tricks, strict=True):
        around = [Seat((leader + turn) % SEATS) for turn in range(SEATS)]
        playing = [seat for seat in around if seat != out]
        by_seat = dict(zip(playing, cards, strict=True))
        taker = playing[winner(cards, trump)]
        yield Trick(leader, taker, tuple(by_seat.get(Seat(seat)) for seat in range(SEATS)))


def _results(deal: "EuchreDeal") -> list[Row]:
    return [
        Row("taken", _cells(map(str, deal.taken))),
        Row("points", _cells(map(signed, deal.points))),
        Row("score", _cells(map(number_text, deal.scores))),
    ]


def _cells(texts: Iterable[str]) -> tuple[Phrase, ...]:
    return tuple((text,) for text in texts)


def _outcomes(deal: "EuchreDeal") -> Iterator[Phrase]:
    if deal.is_redeal:
        yield from [("passed out",)] * SEATS
        return
    for part, taken, points in zip(_parts(deal), deal.taken, deal.points, strict=True):
        yield (*part, str(taken), signed(points))


def _moments(deal: "EuchreDeal") -> Iterator[str]:
    size = SEATS if not deal.alone or sitting_out(deal.maker, deal.lone_defender) is None else 2
    before = len(deal.actions) - len(deal.played)
    for number, action in enumerate(deal.actions):
        if number >= before:
            yield f"in trick {(number - before) // size + 1}"
        elif number == 0 and deal.joker_suit is not None:
            yield "before the bidding"
        elif isinstance(action, Keep):
            yield "before the first lead, with the dummy"
        elif action in (Call.ALONE, Call.NOT_ALONE):
            yield "before the first lead, when asked to play alone"
        elif isinstance(action, Card) or action is Call.DECLINE:
            yield "at the dealer's swap"
        else:
            yield "in the bidding"
