"""One match without the waiting: it offers a decision, takes an answer, and knows the fault policy.

What belongs here: whose answer is due, what becomes of an illegal one, of an empty bank and of a
seat that has forfeited. What never does: waiting, messages, processes, what time it is.

A table owes at most one decision at a time. When a seat has forfeited, the house plays its cards at
once, so that a table only ever waits for a seat that still plays. When all have forfeited, it plays
the deal to its end and the match is over: there are no places left to play for.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from arena.clock import Bank
from arena.games.cards import Card, Seat
from arena.games.game import Action, Charged, Match, Rules, View, choices_text
from arena.record import Fault, Record, Verdict, final_places

REFUSALS = 3
"""Illegal answers of a seat in one match that are asked again; the next one is a forfeit."""

_LAST_BREACH = "the answer was illegal, once more than the rules let a seat pay for in one match"


class NoticeKind(Enum):
    """What a seat is told besides its decisions."""

    DEAL_OVER = 1
    MATCH_OVER = 2
    SEAT_REPLACED = 3
    MATCH_ANNULLED = 4


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened at a table: scores and places, never cards."""

    kind: NoticeKind
    deal: int
    seat: Seat | None = None
    """The seat that forfeited, in SEAT_REPLACED alone."""
    scores: tuple[int, ...] = ()
    places: tuple[int | None, ...] = ()


class Onlooker(Protocol):
    """Whoever watches a match as it is played; called between two decisions of it."""

    def dealt(self, match: Match) -> None:
        """A deal begins, and nothing has been said."""

    def acted(self, match: Match, seat: Seat, action: Action) -> None:
        """`seat`, or the house for it, has done `action`; `match` is as it stands after it."""

    def forfeited(self, match: Match, seat: Seat, verdict: Verdict) -> None:
        """`seat` has forfeited, and the house plays for it from here on."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a match is made of."""

    rules: Rules
    first_dealer: Seat
    shuffled_pack: Callable[[int], Sequence[Card]]
    """The cards of a deal by its number, from 1."""
    seeds: tuple[int, ...]
    """What each seat may seed its own dice with."""
    bank: float
    """The reserve of each seat, in seconds."""
    match: Match | None = None
    """The match to go on with, somewhere in its middle; None for a new one."""
    onlooker: Onlooker | None = None
    """Who is told of all that happens, hands included; None for nobody, at no cost."""


@dataclass(slots=True)
class _Place:
    """What the table keeps of one seat."""

    bank: Bank
    refusals: int = 0
    notices: list[Notice] = field(default_factory=list)


class Table:
    """One match in progress."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._match = setup.match or setup.rules.new_match(setup.first_dealer)
        self._seats = tuple(_Place(Bank(setup.bank)) for _ in range(setup.rules.seats))
        self._faults: list[Fault] = []
        self._refusal = ""
        self._deals_told = len(self._match.deals)
        self.answered: Action | None = None
        """What was answered last, legal or not; for reading."""
        self.is_charged = False
        """Whether the rules have charged the last answer, with the match going on; for reading."""
        self.replaced: tuple[bool, ...] = (False,) * setup.rules.seats
        """Which seats the house plays; for reading."""
        self._advance()

    @property
    def game(self) -> str:
        return self._setup.rules.game

    @property
    def seat(self) -> Seat | None:
        """The seat whose answer is due; None once the match is over."""
        return self._match.seat

    @property
    def is_over(self) -> bool:
        match = self._match
        return match.is_over or (match.seat is None and self._is_deserted)

    @property
    def _is_deserted(self) -> bool:
        return all(self.replaced)

    @property
    def refusal(self) -> str:
        """Why the last answer to the decision that is due was refused; empty at first."""
        return self._refusal

    @property
    def deal_number(self) -> int:
        return self._match.deal_number

    @property
    def decision_number(self) -> int:
        return self._match.decision_number

    def seed(self, seat: Seat) -> int:
        return self._setup.seeds[seat]

    def bank(self, seat: Seat) -> float:
        """Returns the seconds left in the reserve of `seat`; never below 0."""
        return self._seats[seat].bank.left

    def view(self, seat: Seat) -> View:
        return self._match.view(seat)

    def take_notices(self, seat: Seat) -> list[Notice]:
        """Returns what `seat` has not been told yet, and counts it as told."""
        place = self._seats[seat]
        notices, place.notices = place.notices, []
        return notices

    def answer(self, action: Action) -> str | None:
        """Takes the answer of the seat that is due.

        Returns None for a legal one, and for an illegal one that the rules charge with the match
        going on. Any other changes nothing: the text says what was wrong, and the seat is asked
        again, or has forfeited after too many.
        """
        match = self._match
        seat = match.seat
        assert seat is not None, "an answer was given though none was due"
        self.answered, self.is_charged = action, False
        if action in match.legal_actions():
            self._act(action)
            return None
        breach = match.breach(action)
        if breach is None:
            return self._refuse(seat, action)
        self.is_charged = isinstance(breach.action, Charged) and not breach.is_forfeit
        if breach.is_forfeit:
            self._replace(seat, Verdict.ILLEGAL)
        self._act(breach.action)
        return _LAST_BREACH if breach.is_forfeit else None

    def _act(self, action: Action) -> None:
        self._do(action)
        self._refusal = ""
        self._advance()

    def _do(self, action: Action) -> None:
        match, onlooker = self._match, self._setup.onlooker
        seat = match.seat
        match.act(action)
        if onlooker is not None and seat is not None:
            onlooker.acted(match, seat, action)

    def _refuse(self, seat: Seat, action: Action) -> str:
        place = self._seats[seat]
        legal = choices_text(self._match.legal_actions())
        self._refusal = f"{action.text} is not legal here, expected {legal}"
        place.refusals += 1
        reason = self._refusal
        if place.refusals > REFUSALS:
            self.forfeit(seat, Verdict.ILLEGAL)
        return reason

    def charge(self, seat: Seat, overrun: float) -> bool:
        """Charges `overrun` seconds to the bank of `seat`.

        Returns False, and takes nothing, when it cannot pay.
        """
        place = self._seats[seat]
        after = place.bank.after(overrun)
        if after.is_empty:
            return False
        place.bank = after
        return True

    def forfeit(self, seat: Seat, verdict: Verdict) -> None:
        """Gives the cards of `seat` to the house, for good; the first verdict stands."""
        if self.replaced[seat] or self.is_over:
            return
        self._replace(seat, verdict)
        if self._match.seat == seat:
            self._refusal = ""
            self._advance()

    def _replace(self, seat: Seat, verdict: Verdict) -> None:
        """Notes the fault and tells of it; what is due is left as it is."""
        self.replaced = tuple(
            is_house or other == seat for other, is_house in enumerate(self.replaced)
        )
        self._faults.append(
            Fault(seat, verdict, self._match.deal_number, self._match.decision_number)
        )
        self._tell(Notice(NoticeKind.SEAT_REPLACED, self._match.deal_number, seat))
        if self._setup.onlooker is not None:
            self._setup.onlooker.forfeited(self._match, seat, verdict)

    def annul(self) -> None:
        """Tells every seat that the match does not count."""
        self._tell(Notice(NoticeKind.MATCH_ANNULLED, self._match.deal_number))

    def record(self) -> Record:
        """Returns the record of the match, which has to be over."""
        assert self.is_over, "a match has a record once it is over"
        match, rules = self._match, self._setup.rules
        verdicts = [Verdict.OK] * rules.seats
        for fault in self._faults:
            verdicts[fault.seat] = fault.verdict
        return Record(
            game=rules.game,
            rules=rules.to_json(),
            first_dealer=self._setup.first_dealer,
            deals=tuple(deal.to_json() for deal in match.deals),
            scores=tuple(match.scores),
            places=self._places(),
            verdicts=tuple(verdicts),
            faults=tuple(self._faults),
        )

    def _places(self) -> tuple[int | None, ...]:
        return final_places(self._match.places(), self.replaced)

    def _advance(self) -> None:
        """Deals, and plays for the house, until a seat that plays is due or the match is over."""
        match = self._match
        while not self.is_over:
            seat = match.seat
            if seat is None:
                self._tell_deals()
                match.start_deal(self._setup.shuffled_pack(match.deal_number + 1))
                if self._setup.onlooker is not None:
                    self._setup.onlooker.dealt(match)
            elif self.replaced[seat]:
                self._do(match.house_action())
            else:
                return
        self._tell_deals()
        places = self._places()
        final = Notice(NoticeKind.MATCH_OVER, match.deal_number, None, tuple(match.scores), places)
        self._tell(final)

    def _tell_deals(self) -> None:
        finished = len(self._match.deals)
        if finished > self._deals_told:
            self._deals_told = finished
            scores = tuple(self._match.scores)
            self._tell(Notice(NoticeKind.DEAL_OVER, self._match.deal_number, None, scores))

    def _tell(self, notice: Notice) -> None:
        for place, is_house in zip(self._seats, self.replaced, strict=True):
            if not is_house:
                place.notices.append(notice)
