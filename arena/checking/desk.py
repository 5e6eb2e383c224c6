"""A bot that is asked single decisions, as a league's sitting would ask it.

Its socket, messages, clock, banks and faults are the runner's: to the bot this is a sitting. Only
the matches are none. Each begins with the decision that is asked and ends with the answer.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self

from arena.errors import DisturbedError
from arena.games.cards import Seat
from arena.games.game import Action, Match
from arena.record import Fault, LifeEnd, Verdict
from arena.runner import Contestant, Pace, Said, Terms, Way
from arena.runner.ending import Ending
from arena.runner.player import Player
from arena.runner.seated import InPlay, Seated
from arena.sandbox import Sandbox
from arena.schedule import Fixture
from arena.table import Setup, Table
from arena.wire import Greeting, Reason, kind_of, message_text, only_match

_MOST_LINES = 24
_WIDEST = 240
"""What is kept of a message that was sent or came, in lines and in the length of each."""
_GOODBYE = "these were all decisions; this bot did nothing wrong"


@dataclass(frozen=True, slots=True)
class Question:
    """A decision to be asked."""

    match: Match
    """The match as it stands; it is left as it is."""
    seed: int
    """What the bot may seed its own dice with."""
    replaced: tuple[Fault, ...] = ()
    """The forfeits of other seats up to here."""

    @property
    def seat(self) -> Seat:
        seat = self.match.seat
        assert seat is not None, "what is asked is due"
        return seat


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was sent and what came back, as far as it belongs to one decision."""

    sent: str = ""
    came: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a question."""

    question: Question
    number: int
    """What its match was called."""
    action: Action | None
    """None where nothing came in time."""
    fault: str
    """What was wrong, in words; empty for a legal answer."""
    exchange: Exchange
    """Kept where something was wrong."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn that was answered."""

    decisions: int
    elapsed: float
    budget: float
    is_again: bool
    """Whether its decisions had been refused, so that nothing of it is free."""

    @property
    def overrun(self) -> float:
        return max(0.0, self.elapsed - self.budget)


@dataclass(slots=True)
class _Ear:
    """Hears what is said: keeps the last message each way, and the goodbye apart from them."""

    said: dict[Way, Said] = field(default_factory=dict)
    goodbye: str = ""

    def __call__(self, said: Said) -> None:
        if not isinstance(said.what, str) and kind_of(said.what) == "goodbye":
            self.goodbye = said.text
            return
        self.said[said.way] = said
        if said.way is Way.TO_BOT:
            self.said.pop(Way.FROM_BOT, None)

    def exchange(self, number: int | None = None) -> Exchange:
        """Returns the last messages; of turns only what is about the match `number`."""
        sent, came = (self._text(way, number) for way in (Way.TO_BOT, Way.FROM_BOT))
        return Exchange(sent, came)

    def _text(self, way: Way, number: int | None) -> str:
        said = self.said.get(way)
        if said is None:
            return ""
        if number is None or isinstance(said.what, str):
            return _cut(said.text)
        return _cut(message_text(only_match(said.what, number)))


def _cut(text: str) -> str:
    """Returns the beginning of a long text."""
    lines = text.splitlines()
    shown = [line if len(line) <= _WIDEST else f"{line[:_WIDEST]}…" for line in lines[:_MOST_LINES]]
    more = len(lines) - _MOST_LINES
    return "\n".join([*shown, f"… and {more:,} more lines"] if more > 0 else shown)


class Desk:
    """One bot from start to end; a `player.Croupier`. To be entered, which starts the bot."""

    def __init__(self, contestant: Contestant, terms: Terms, sandbox: Sandbox) -> None:
        self._ear = _Ear()
        self._terms = replace(terms, transcript=self._ear)
        self._entrant = contestant.entrant
        self._sandbox = sandbox
        self._player = Player(contestant, self._terms, Pace(1), self)
        self._asked: dict[int, tuple[Question, Seated]] = {}
        """What is not answered yet, by the number of its match."""
        self._answers: list[Answer] = []
        self._changed = asyncio.Event()
        self._failure: Exception | None = None
        self.end: LifeEnd | None = None
        """How its life ended; None while it goes on, and if there was none."""
        self.turns: list[Turn] = []
        """Every turn that was answered in time, in order."""

    async def __aenter__(self) -> Self:
        try:
            await self._player.start(self._sandbox)
            self._raise_ours()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Says goodbye and ends the bot; safe to repeat."""
        await self._player.leave(Reason.FINISHED, _GOODBYE)
        self._raise_ours()

    @property
    def greeting(self) -> Greeting | None:
        return self._player.greeting

    @property
    def ending(self) -> Ending | None:
        """Why the bot is out; None while it is in."""
        return self._player.ending

    @property
    def tables(self) -> int:
        """How many decisions a turn may have."""
        return min(self.greeting.tables, self._terms.tables) if self.greeting else 0

    def last_exchange(self) -> Exchange:
        """Returns what was said last, but for the goodbye."""
        return self._ear.exchange()

    @property
    def goodbye(self) -> Exchange:
        """The goodbye that was said to it; nothing comes back."""
        return Exchange(self._ear.goodbye)

    async def ask(self, questions: Sequence[Question]) -> Sequence[Answer]:
        """Asks all of them in one turn, and returns what was answered, in the order asked.

        Fewer than were asked if the bot is out by then.
        """
        seats = [self._seat(question) for question in questions]
        answers = await self._answered(seats)
        self._rise(seats)
        return answers

    async def refuse(self, question: Question, illegal: Action) -> Sequence[Answer]:
        """Asks, takes what comes as if it were `illegal`, and asks again in the same match.

        Returns both answers, or fewer if the bot is out by then.
        """
        seated = self._seat(question)
        first = await self._answered([seated])
        if self.ending is not None or not first or first[0].fault:
            return first
        table = self._table(question)
        reason = table.answer(illegal)
        assert reason is not None, "what is refused is illegal"
        seated.match.table = table
        self._asked[seated.number] = (question, seated)
        again = await self._answered([seated])
        self._rise([seated])
        return [*first, *again]

    def _seat(self, question: Question) -> Seated:
        fixture = Fixture("check", "check", "check", 1, 1, (self._entrant,))
        seated = self._player.sit(InPlay(fixture, self._table(question)), question.seat)
        self._asked[seated.number] = (question, seated)
        return seated

    def _table(self, question: Question) -> Table:
        rules = self._terms.rules
        table = Table(
            Setup(
                rules=rules,
                first_dealer=question.match.dealer,
                shuffled_pack=lambda _number: rules.pack,
                seeds=(question.seed,) * rules.seats,
                bank=self._terms.clock.bank,
                match=question.match.copy(),
            )
        )
        for fault in question.replaced:
            table.forfeit(fault.seat, fault.verdict)
        for seat in range(rules.seats):
            table.take_notices(Seat(seat))  # of what was before the decision
        return table

    async def _answered(self, seats: Sequence[Seated]) -> Sequence[Answer]:
        self._answers = []
        is_again = any(seated.match.table.refusal for seated in seats)
        for seated in seats:
            self._player.owe(seated)
        while self._asked and self.ending is None:
            await self._changed.wait()
            self._changed.clear()
            self._raise_ours()
        self._asked.clear()
        if len(self._answers) == len(seats) and all(each.action for each in self._answers):
            budget = 0.0 if is_again else self._terms.clock.budget(len(seats))
            self.turns.append(Turn(len(seats), self._player.elapsed, budget, is_again))
        order = {seated.number: at for at, seated in enumerate(seats)}
        return sorted(self._answers, key=lambda answer: order[answer.number])

    def _rise(self, seats: Sequence[Seated]) -> None:
        """Ends matches that have been asked for; the bot is told with its next turn."""
        for seated in seats:
            seated.match.is_closed = True
            if not seated.match.table.is_over:
                seated.match.table.annul()
            self._player.rise(seated)

    def _raise_ours(self) -> None:
        """Raises what went wrong that is no fault of the bot's."""
        if self._failure is not None:
            raise self._failure
        if self._player.trouble is not None:
            raise self._player.trouble
        if self.ending is not None and self.ending.cause is not None:
            raise DisturbedError(f"the bot was disturbed: {self.ending.cause}; try again")

    # --- what the player tells -------------------------------------------------------------------

    def moved(self, seated: Seated) -> None:
        asked = self._asked.pop(seated.number, None)
        if asked is None:
            return
        question, table, evidence = asked[0], seated.match.table, seated.match.evidence
        action, fault = table.answered, ""
        if evidence:
            fault = evidence[-1].text
            action = action if evidence[-1].verdict is Verdict.ILLEGAL else None
        elif action is not None and action not in question.match.legal_actions():
            fault = f"{action.text} is not legal here: the rules charge it, with another card"
        exchange = self._ear.exchange(seated.number) if fault else Exchange()
        self._answers.append(Answer(question, seated.number, action, fault, exchange))
        if not self._asked:
            self._changed.set()

    def returned(self) -> None:
        self._changed.set()

    def lost(self, player: Player) -> None:  # noqa: ARG002  # there is only one
        self._changed.set()

    def ended(self, player: Player, end: LifeEnd) -> None:  # noqa: ARG002  # as above
        self.end = end

    def failed(self, error: Exception) -> None:
        self._failure = self._failure or error
        self._changed.set()
