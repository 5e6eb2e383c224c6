"""A match in play: its table, and who sits at it."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.games.cards import Seat
from arena.games.game import Action
from arena.moments import Moment, reached
from arena.record import Evidence, Verdict
from arena.runner.ending import Ending
from arena.schedule import Fixture
from arena.table import Table

if TYPE_CHECKING:
    from arena.runner.player import Player

_CHARGED = (
    "the card was held and not legal: another was played for it, and the rules charge the seat"
)
_WITHIN_A_DEAL = {1: Moment.DEAL_BEGUN, 10: Moment.IN_DEAL}
"""What a legal answer to the decision of that number in its deal is a moment of."""


@dataclass(eq=False, slots=True)
class InPlay:
    """One match in play."""

    fixture: Fixture
    table: Table
    seats: tuple["Seated", ...] = ()
    evidence: list[Evidence] = field(default_factory=list)
    is_closed: bool = False
    """Whether it is over or annulled, so that answers that still come mean nothing."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn that a bot was sent, as one of its matches sees it."""

    number: int
    elapsed: float
    """The seconds charged for it so far."""
    allowed: float
    """The seconds after which it costs the match: the turn's budget and the match's bank."""


@dataclass(eq=False, slots=True)
class Seated:
    """One seat of a match in play, and the bot that sits there."""

    match: InPlay
    seat: Seat
    player: "Player"
    number: int
    """What the match is called on that bot's stream."""
    is_late: bool = False
    """Whether its time is out; it is lost unless something outside disturbed the bot."""

    @property
    def is_playing(self) -> bool:
        return not self.match.is_closed and not self.match.table.replaced[self.seat]

    @property
    def is_in_time(self) -> bool:
        """Whether it is playing and may still answer."""
        return self.is_playing and not self.is_late

    def forfeit(self, ending: Ending, last: LastTurn | None = None) -> bool:
        """Gives the seat to the house; returns whether the table has moved on by that."""
        if not self.is_playing:
            return False
        self._note(ending, last)
        was_due = self.match.table.seat == self.seat
        self.match.table.forfeit(self.seat, ending.verdict)
        return was_due

    def answer(self, action: Action, last: LastTurn | None) -> None:
        """Brings an answer that came in time to the table, and keeps what was wrong with it."""
        table = self.match.table
        at = (table.deal_number, table.decision_number)
        refusal = table.answer(action)
        if refusal is None:
            self._tell_moment(at)
        if last is None:
            return
        if refusal is not None:
            self._note_refusal(refusal, at, last)
        elif table.is_charged:
            self._note_charge(at, last)

    def _tell_moment(self, at: tuple[int, int]) -> None:
        """Tells the moment that a legal answer `at` a deal and decision made: three in a deal."""
        (deal, decision), table = at, self.match.table
        if table.deal_number > deal or table.is_over:
            reached(Moment.DEAL_OVER, self.match.fixture.match)
        elif decision in _WITHIN_A_DEAL:
            reached(_WITHIN_A_DEAL[decision], self.match.fixture.match)

    def _note_charge(self, at: tuple[int, int], last: LastTurn) -> None:
        """Keeps the evidence of an illegal answer that the rules charge with the match going on."""
        self.match.evidence.append(
            Evidence(
                self.seat,
                Verdict.ILLEGAL,
                _CHARGED,
                *at,
                forfeited=False,
                turn=last.number,
                elapsed=last.elapsed,
                allowed=last.allowed,
                charged=True,
            )
        )

    def _note_refusal(self, text: str, at: tuple[int, int], last: LastTurn) -> None:
        """Keeps the evidence of an illegal answer given `at` a deal and decision."""
        self.match.evidence.append(
            Evidence(
                self.seat,
                Verdict.ILLEGAL,
                text,
                *at,
                forfeited=not self.is_playing,
                turn=last.number,
                elapsed=last.elapsed,
                allowed=last.allowed,
            )
        )

    def _note(self, ending: Ending, last: LastTurn | None) -> None:
        table = self.match.table
        self.match.evidence.append(
            Evidence(
                self.seat,
                ending.verdict,
                ending.text,
                table.deal_number,
                table.decision_number,
                turn=last.number if last else None,
                elapsed=last.elapsed if last else ending.elapsed,
                allowed=last.allowed if last else ending.allowed,
            )
        )
