"""A match on the screen while it is played: what is dealt, said and played, line by line.

On a terminal the trick in play and what is left of the hands stand below the lines. The match waits
while something is shown, between two decisions: at that time no bot thinks, so none pays for it.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from arena.cli import deal
from arena.cli.output import show
from arena.games.cards import Card, Seat
from arena.games.game import Action, Charged, Match
from arena.games.sheet import DealSheet, Hand, Phrase
from arena.record import Verdict

PACE = 0.4
"""Seconds that a terminal shows each action for, unless it is said otherwise."""


class Watch:
    """Shows a match; a `table.Onlooker`.

    Where nobody reads it any more, it raises BrokenPipeError, which stops the match.
    """

    def __init__(self, console: Console, pace: float, live: Live | None) -> None:
        self._console, self._pace, self._live = console, pace, live
        self._names: Sequence[str] = ()
        self._trick: list[tuple[Seat, Action]] = []
        self._tricks = 0

    def seated(self, names: Mapping[str, str]) -> None:
        """Takes in who plays: the names by entrant, in seat order."""
        self._names = list(names.values())

    def dealt(self, match: Match) -> None:
        self._trick, self._tricks = [], 0
        title = f"\nDeal {match.deal_number}: {self._names[match.dealer]} deals"
        self._print(Text(title, style="bold"), deal.dealt(_dealt(match), self._names))
        self._refresh(match)

    def acted(self, match: Match, seat: Seat, action: Action) -> None:
        leaders = match.view(seat).leaders
        is_over = match.seat is None
        if self._tricks == 0:  # no trick has been led to
            self._say(seat, action)
        else:
            self._trick.append((seat, action))
        if self._trick and (is_over or len(leaders) > self._tricks):
            self._end_trick(match)
        self._tricks = len(leaders)
        if is_over:
            self._end_deal(match)
        self._refresh(match)

    def forfeited(self, match: Match, seat: Seat, verdict: Verdict) -> None:
        words = f"  {self._names[seat]} forfeits ({verdict.value}): the house plays for it"
        self._print(Text(words, style="yellow"))
        self._refresh(match)

    def _say(self, seat: Seat, action: Action) -> None:
        self._print(Text(f"  {self._names[seat]}: {action.text}"))

    def _end_trick(self, match: Match) -> None:
        sheet = match.deals[-1].sheet() if match.seat is None else None
        winner = sheet.tricks[-1].winner if sheet else match.view(Seat(0)).leaders[-1]
        played = self._played()
        self._print(Text.assemble(played, f": {self._names[winner]} takes it"))
        self._trick = []

    def _played(self) -> Text:
        """Returns the trick in play as far as it has come."""
        cards = [
            Text.assemble(f"{self._names[seat]} ", deal.phrase_text(_phrase(action)))
            for seat, action in self._trick
        ]
        return Text.assemble(f"  trick {self._tricks}: ", Text(", ").join(cards))

    def _end_deal(self, match: Match) -> None:
        sheet = match.deals[-1].sheet()
        if sheet.results:
            shown = replace(sheet, opening=(), tricks=())
            self._print(Text(), deal.play(shown, self._names))
        else:
            self._print(*(Text(f"  {_words(line.words)}") for line in sheet.calls[-1:]))

    def _refresh(self, match: Match) -> None:
        if self._live is not None:
            self._live.update(self._table(match), refresh=True)
        if self._pace:
            time.sleep(self._pace)

    def _table(self, match: Match) -> RenderableType:
        """Returns what lies on the table now, for below the lines; nothing between two deals."""
        if match.seat is None:
            return Text()
        due = Text(f"  {self._names[match.seat]} is asked")
        state = [self._played(), due] if self._trick else [due]
        return Group(Text(), *state, deal.dealt(_in_hand(match), self._names))

    def _print(self, *parts: RenderableType) -> None:
        show(*parts, on=self._console)


@contextmanager
def watching(console: Console, pace: float | None) -> Iterator[Watch]:
    """Gives what shows a match on `console`, for `pace` seconds an action."""
    if not console.is_terminal:
        yield Watch(console, pace or 0.0, None)
        return
    with Live(console=console, auto_refresh=False, transient=True) as live:
        yield Watch(console, PACE if pace is None else pace, live)


def _dealt(match: Match) -> DealSheet:
    """Returns a sheet with what was dealt: that of the deal as it would be if the house played it.

    What was dealt does not depend on what is played.
    """
    twin = match.copy()
    while twin.seat is not None:
        twin.act(twin.house_action())
    return twin.deals[-1].sheet()


def _in_hand(match: Match) -> DealSheet:
    """Returns a sheet with what every seat still holds."""
    seats = [Seat(seat) for seat in range(match.rules.seats)]
    hands = [Hand(seat, tuple(match.view(seat).hand)) for seat in seats]
    return DealSheet(
        dealer=match.dealer, hands=hands, tricks=(), results=(), outcome=(), moments=()
    )


def _phrase(action: Action) -> Phrase:
    """Returns a card that was played; of one that was charged, what was played for it."""
    inner = action.action if isinstance(action, Charged) else action
    return (inner,) if isinstance(inner, Card) else (action.text,)


def _words(phrase: Phrase) -> str:
    return deal.phrase_text(phrase).plain
