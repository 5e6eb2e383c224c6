"""A deal of Euchre as text, one decision a line."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from arena.games.cards import Seat, format_cards
from arena.games.euchre.actions import Call
from arena.games.euchre.deal import EuchreDeal
from arena.games.euchre.match import EuchreMatch
from arena.games.euchre.view import Due
from arena.games.game import Action, Match, choices_text

Player = Callable[[Match, Random], Action]


def told_euchre(match: Match, player: Player, dice: Random) -> Iterator[str]:
    """Yields the lines of the deal that has just started, and plays it."""
    assert isinstance(match, EuchreMatch)
    yield f"Deal {match.deal_number}, dealer {match.dealer}"
    dealt = EuchreDeal(match.dealer, match._pack, None, (Call.PASS,))
    for seat, hand in enumerate(dealt.hands):
        yield f"  {seat}: {format_cards(hand)}"
    dummy, stock = format_cards(dealt.dummy), format_cards(dealt.stock)
    yield f"  dummy {dummy}, upcard {dealt.upcard}, stock {stock}"
    while match.seat is not None:
        seat, due, legal = match.seat, match.due, match.legal_actions()
        what = due.name.lower().replace("_", " ")
        action = player(match, dice)
        match.act(action)
        words = f"{match.decision_number:2} seat {seat}, {what}, {choices_text(legal)}"
        yield f"{words}: {action.text}{_after(match, due)}"
    yield from _ended(match.deals[-1])
    yield f"scores {list(match.scores)}, deals played {match.deals_played}"


def _after(match: EuchreMatch, due: Due) -> str:
    """Returns what a trick that has just ended has changed."""
    view = match.view(Seat(0))
    size = 3 if view.sitting_out is None else 2
    if due is not Due.CARD or len(view.played) % size:
        return ""
    return f" | taken {list(view.taken)}"


def _ended(deal: EuchreDeal) -> Iterator[str]:
    if deal.is_redeal:
        yield "passed out"
        return
    assert deal.trump is not None
    yield f"maker {deal.maker}, trump {deal.trump.letter}, points {list(deal.points)}"


def willingly(match: Match, dice: Random) -> Action:
    """Orders up or names, and plays alone, as often as not; plays at random."""
    legal = match.legal_actions()
    return legal[-1] if Call.ALONE in legal and dice.random() < 0.5 else one_of(legal, dice)


def reluctantly(match: Match, dice: Random) -> Action:
    """Passes whenever it may; else at random."""
    legal = match.legal_actions()
    return Call.PASS if Call.PASS in legal else one_of(legal, dice)


def alone(match: Match, dice: Random) -> Action:
    """Says that it is alone whenever it is asked; else at random."""
    legal = match.legal_actions()
    return Call.ALONE if Call.ALONE in legal else one_of(legal, dice)


def one_of(legal: Sequence[Action], dice: Random) -> Action:
    # Python keeps `random` as it is from version to version, and no other method.
    return legal[int(dice.random() * len(legal))]
