"""A match as a card player reads it: the hands, the play trick by trick, the scores, the faults."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.cli.deal import (
    SUITS_SHOWN,
    ShownDeal,
    Trick,
    bid_text,
    card_text,
    number_text,
    parse_shown_deal,
    signed,
    suit_texts,
)
from arena.cli.evidence import decision_text, evidence_lines, life_lines, place_in_match
from arena.cli.output import new_table
from arena.record import Evidence, Fault, LifeEnd, Record, Verdict

WIDEST_NAME = 24
"""How wide a name may make a column; the rest of it goes below."""
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A match to be shown."""

    title: str
    entrants: Sequence[str]
    """The ids of those who played, by seat."""
    names: Sequence[str]
    """What they are called, by seat."""
    record: Record
    evidence: Sequence[Evidence]
    lives: Sequence[LifeEnd | None]
    """How the lives ended in which they played, by seat; None where that is not kept."""


def replay(shown: Shown) -> Iterator[RenderableType]:
    """Yields the match from its first deal to its final scores."""
    yield Text(shown.title, style="bold")
    for number, json in enumerate(shown.record.deals, start=1):
        deal = parse_shown_deal(json)
        yield Text(f"\nDeal {number}: {shown.names[deal.dealer]} deals", style="bold")
        yield Padding(hands_of(deal, shown.names), (0, 2), expand=False)
        yield Text()
        yield Padding(_play(deal, shown.names), (0, 2), expand=False)
        for fault in shown.record.faults:
            if fault.deal == number:
                yield _forfeit(fault, shown.names)
    yield from result(shown)


def result(shown: Shown) -> Iterator[RenderableType]:
    """Yields the final scores, and the faults with their evidence."""
    yield Text("\nResult", style="bold")
    yield Padding(_final(shown), (0, 2), expand=False)
    if shown.evidence:
        yield Text("\nFaults", style="bold")
    yield from _faults(shown)


def place_text(place: int | None) -> str:
    return "none" if place is None else _ORDINALS.get(place, f"{place}th")


def hands_of(deal: ShownDeal, names: Sequence[str]) -> Table:
    """Returns the hands as dealt, one below the other, suit by suit."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(overflow="fold", max_width=WIDEST_NAME)
    for _ in SUITS_SHOWN:
        table.add_column(overflow="fold")
    for name, hand in zip(names, deal.hands, strict=True):
        table.add_row(Text(name), *suit_texts(hand))
    return table


def _play(deal: ShownDeal, names: Sequence[str]) -> Table:
    table = new_table()
    table.add_column("", no_wrap=True)
    for name in names:
        table.add_column(Text(name), overflow="fold", justify="right", max_width=WIDEST_NAME)
    table.add_row("bid", *(bid_text(bid) for bid in deal.bids), end_section=True)
    tricks = deal.plays()
    for number, trick in enumerate(tricks, start=1):
        cells = [_played(trick, seat) for seat in range(deal.seats)]
        table.add_row(f"trick {number}", *cells, end_section=number == len(tricks))
    table.add_row("taken", *map(str, deal.taken))
    table.add_row("points", *map(signed, deal.points))
    table.add_row("bag penalty", *map(signed, deal.bag_penalty))
    table.add_row("score", *map(number_text, deal.scores))
    table.add_row("bags", *map(str, deal.bags))
    return table


def _played(trick: Trick, seat: int) -> Text:
    """Returns a seat's card: an arrow for the lead, a star for the card that takes the trick."""
    lead = "▸" if seat == trick.leader else ""
    taken = "*" if seat == trick.winner else " "
    return Text.assemble(lead, card_text(trick.cards[seat]), taken)


def _forfeit(fault: Fault, names: Sequence[str]) -> RenderableType:
    where = decision_text(fault.decision, len(names))
    words = (
        f"{names[fault.seat]} forfeits {where} ({fault.verdict.value}): "
        "the house plays its cards from there on"
    )
    return _indented(words, 2, "yellow")


def _indented(words: str, margin: int, style: str = "") -> RenderableType:
    """Returns words whose further lines keep the margin of the first."""
    return Padding(Text(words, style=style), (0, 0, 0, margin), expand=False)


def _final(shown: Shown) -> Table:
    record = shown.record
    table = new_table()
    for title in ("seat", "entrant", "place", "score", "verdict"):
        table.add_column(title, justify="right" if title == "score" else "left", overflow="fold")
    for seat, name in enumerate(shown.names):
        table.add_row(
            str(seat + 1),
            Text(name),
            place_text(record.places[seat]),
            number_text(record.scores[seat]),
            _verdict(record.verdicts[seat]),
        )
    return table


def _verdict(verdict: Verdict) -> Text:
    return Text(verdict.value, style="" if verdict is Verdict.OK else "yellow")


def _faults(shown: Shown) -> Iterator[RenderableType]:
    """Yields the faults in their order, each seat's life after the last one of it."""
    last = {evidence.seat: index for index, evidence in enumerate(shown.evidence)}
    for index, evidence in enumerate(shown.evidence):
        outcome = "forfeit" if evidence.forfeited else "refused and asked again"
        where = place_in_match(evidence, len(shown.names))
        name = shown.names[evidence.seat]
        yield _indented(f"{name}: {evidence.verdict.value}, {where} ({outcome})", 2, "yellow")
        for line in evidence_lines(evidence):
            yield _indented(line, 4)
        if last[evidence.seat] == index:
            for line in _life(shown.lives[evidence.seat]):
                yield _indented(line, 4)


def _life(end: LifeEnd | None) -> Iterable[str]:
    return life_lines(end) if end else ("how its life ended is not known yet, or was not kept",)
