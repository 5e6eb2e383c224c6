"""One bot in a sitting, and the one turn that is outstanding.

A player collects the decisions that wait for its bot. When no turn is outstanding and a permit is
free, everything that waits goes out as one turn. What comes back is applied at once; what does not
come back in time costs the matches of the turn, one by one, as their banks run out.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Protocol

from arena import wire
from arena.errors import DisturbedError, SandboxError
from arena.games.cards import Seat
from arena.games.game import Action
from arena.record import LifeEnd, Verdict
from arena.runner.alarm import Alarm, pause
from arena.runner.connection import LINGER, Connection, LostBotError, with_exit
from arena.runner.ending import (
    Ending,
    ending_of_farewell,
    ending_of_flood,
    ending_of_unread_turn,
)
from arena.runner.late import Late, LateMatches
from arena.runner.meter import charged_time
from arena.runner.pace import Pace
from arena.runner.parting import Parting
from arena.runner.seated import InPlay, LastTurn, Seated
from arena.runner.terms import Contestant, Terms
from arena.runner.turn import Turn
from arena.sandbox import Sandbox
from arena.table import Notice

_UNREAD_LIMIT = 1.0
"""Seconds that the writing of a turn may go on after the bot has answered it."""


class Croupier(Protocol):
    """Whom a player tells what happens; called in the loop, and never waits."""

    def moved(self, seated: Seated) -> None:
        """The table of `seated` has a new decision, or is over."""

    def returned(self) -> None:
        """A bot that was adrift has answered."""

    def lost(self, player: "Player") -> None:
        """The bot is out, for the reason in `player.ending`; its matches are to be settled."""

    def ended(self, player: "Player", end: LifeEnd) -> None:
        """The bot's life is over; told once of each life."""

    def failed(self, error: Exception) -> None:
        """Something of ours went wrong; the sitting has to stop."""


class Player:
    """One bot from start to end; a `bots.Listener`."""

    def __init__(
        self,
        contestant: Contestant,
        terms: Terms,
        pace: Pace,
        croupier: Croupier,
    ) -> None:
        self.contestant = contestant
        self.ending: Ending | None = None
        """Why it is out; None while it is in."""
        self.trouble: SandboxError | None = None
        """Why it could not be started or ended, when that was no fault of its own."""
        self.greeting: wire.Greeting | None = None
        self.seated: dict[int, Seated] = {}
        """Its matches in play, by their number on its stream."""
        self.turn_number = 0
        self.elapsed = 0.0
        """The seconds charged for its last turn."""
        self._budget = 0.0  # of its last turn
        self._terms = terms
        self._pace = pace
        self._croupier = croupier
        self._connection = Connection(contestant, terms, self)
        self.hurry = self._connection.hurry
        self._parting = Parting(self._connection, partial(croupier.ended, self))
        self._time: Callable[[], float] = charged_time()
        self._work = asyncio.Event()
        self._owed: dict[int, Seated] = {}
        self._notices: list[tuple[int, Notice]] = []
        self._turn: Turn | None = None
        self._alarm = Alarm(partial(self._guarded, self._ring))
        self._late = LateMatches(self._connection.find_disturbance, croupier.moved, self._lose)
        self._unread_alarm = Alarm(partial(self._guarded, self._check_read))
        self._numbers = 0
        self._most_tables = 0
        self._is_writing = False
        self._is_leaving = False
        self._tasks: list[asyncio.Task[None]] = []

    # --- start and end ---------------------------------------------------------------------------

    async def start(self, sandbox: Sandbox) -> None:
        """Starts the bot; afterwards it has a greeting, or an ending, or ours is the trouble."""
        terms = self._terms
        try:
            greeting = await self._connection.open(sandbox)
            tables = min(greeting.tables, terms.tables)
            welcome = wire.welcome_to_message(terms.rules, terms.clock, tables)
            await self._connection.welcome(welcome)
        except LostBotError as error:
            await self._fail_to_start(error)
            return
        except SandboxError as error:
            self.trouble = self._named(error)
            self._parting.tell_failure(error, self.turn_number)
            return
        self.greeting, self._most_tables = greeting, tables
        self._tasks += [
            asyncio.create_task(self._guard(self._serve())),
            asyncio.create_task(self._guard(self._watch())),
        ]
        self._connection.attend()

    async def _fail_to_start(self, error: LostBotError) -> None:
        try:
            if error.ending.verdict is Verdict.PROTOCOL:
                text = wire.goodbye_to_message(wire.Reason.PROTOCOL, str(error))
                await self._connection.say_goodbye(text, self._terms.clock.grace)
            exit_state = await self._parting.close(self.turn_number)
        except SandboxError as trouble:
            self.trouble = self._named(trouble)
            return
        ending = with_exit(error.ending, exit_state)
        self._parting.tell(exit_state, ending, self.turn_number)
        if ending.cause is None:
            self.ending = ending
        else:
            self.trouble = self._named(DisturbedError(ending.cause))

    def _named(self, error: SandboxError) -> SandboxError:
        """Returns `error` with whose bot it was that could not be run."""
        return type(error)(f"the bot of {self.contestant.entrant} cannot be run: {error}")

    @property
    def is_being_lost(self) -> bool:
        """Whether it is on its way out, with its ending not known yet."""
        return self._is_leaving and self.ending is None

    @property
    def is_adrift(self) -> bool:
        """Whether it still thinks about a turn that has nothing left to lose.

        Until it answers, or is out, it is given no new match that it would lose as well.
        """
        return self._turn is not None and self._turn.limit() is None

    @property
    def has_sat(self) -> bool:
        """Whether it has had a seat in this sitting."""
        return self._numbers > 0

    @property
    def tables(self) -> int:
        """How many tables it can be given at once; 0 when it is not there, or adrift."""
        return 0 if self._is_leaving or self.is_adrift else self._most_tables

    async def leave(self, reason: wire.Reason, text: str) -> None:
        """Says goodbye and ends the bot; safe to repeat, and for a bot that is out already."""
        was_here = self.greeting is not None and not self._is_leaving
        self._is_leaving = True
        losing = [task for task in self._tasks if task.get_name() == "lose"]
        try:
            await asyncio.gather(*losing)
            if was_here:
                message = wire.goodbye_to_message(reason, text, self._take_notices())
                await self._connection.say_goodbye(message, self._terms.clock.grace)
        finally:
            self._close_turn()
            self._alarm.cancel()
            self._unread_alarm.cancel()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            exit_state = await self._parting.close(self.turn_number)
            self._parting.tell(exit_state, None, self.turn_number, text)

    async def _watch(self) -> None:
        """Notices a bot that has ended although something holds its stream open."""
        with suppress(SandboxError):
            await self._connection.ended()
        await pause(LINGER)
        self.gone()

    async def _guard(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Exception as error:  # noqa: BLE001  # whatever it is, the sitting has to know
            self._croupier.failed(error)

    # --- turns -----------------------------------------------------------------------------------

    def sit(self, match: InPlay, seat: Seat) -> Seated:
        """Gives the bot a seat at a table."""
        self._numbers += 1
        seated = Seated(match, seat, self, self._numbers)
        self.seated[seated.number] = seated
        return seated

    def rise(self, seated: Seated) -> None:
        """Takes a match from the bot that is over or annulled; it is told with its next turn."""
        self.seated.pop(seated.number, None)
        self._owed.pop(seated.number, None)
        told = seated.match.table.take_notices(seated.seat)
        self._notices.extend((seated.number, notice) for notice in told)

    def owe(self, seated: Seated) -> None:
        """Puts a decision in the bot's next turn."""
        self._owed[seated.number] = seated
        self._poke()

    def _poke(self) -> None:
        if self._owed and self._turn is None and not self._is_leaving:
            self._work.set()

    async def _serve(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            if self._turn is not None:  # its answer will poke again
                continue
            await self._pace.acquire()
            owed, self._owed = self._owed, {}
            asked = {number: seated for number, seated in owed.items() if seated.is_playing}
            if not asked or self._is_leaving:
                self._pace.release()
                continue
            self._is_writing = True
            await self._connection.send(self._open_turn(asked))
            self._is_writing = False

    def _open_turn(self, asked: dict[int, Seated]) -> wire.Outgoing:
        self.turn_number += 1
        decisions = []
        fresh = 0
        banks = []
        for number, seated in asked.items():
            table = seated.match.table
            decisions.append((number, table, seated.seat))
            banks.append(table.bank(seated.seat))
            fresh += not table.refusal
            for notice in table.take_notices(seated.seat):
                self._notices.append((number, notice))
        budget = self._budget = self._terms.clock.budget(fresh)
        message = wire.turn_to_message(self.turn_number, budget, decisions, self._take_notices())
        longest = budget + max(banks)
        snag = self._connection.find_snag
        self._turn = Turn(self.turn_number, asked, budget, self._time(), longest, snag)
        self._alarm.set(budget + min(banks))
        return message

    def _take_notices(self) -> list[tuple[int, Notice]]:
        notices, self._notices = self._notices, []
        return notices

    def received(self, message: wire.Incoming) -> None:
        """Applies what came; an error of ours stops the sitting, not the stream."""
        if self._is_leaving:
            return
        try:
            self._receive(message)
        except wire.MessageError as error:
            self._lose(Ending(Verdict.PROTOCOL, str(error)))
        except Exception as error:  # noqa: BLE001  # whatever it is, the sitting has to know
            self._croupier.failed(error)

    def _receive(self, message: wire.Incoming) -> None:
        turn = self._turn
        if turn is None:
            farewell = wire.parse_unasked(message)
            self._lose(ending_of_farewell(farewell))
            return
        self.elapsed = self._time() - turn.sent_at
        answers = wire.parse_answer(message, turn.number, turn.asked, self._terms.rules.game)
        if isinstance(answers, wire.Farewell):
            self._lose(ending_of_farewell(answers))
            return
        self._close_turn()
        if self._is_writing:
            self._unread_alarm.set(_UNREAD_LIMIT)
        overrun = max(0.0, self.elapsed - turn.budget)
        was_adrift = True
        for number, action in answers.items():
            seated = turn.asked[number]
            if seated.is_in_time:
                was_adrift = False
                self._apply(seated, action, turn, overrun)
        if was_adrift:
            self._croupier.returned()
        self._poke()

    def _apply(self, seated: Seated, action: Action, turn: Turn, overrun: float) -> None:
        last = self.last_turn(seated)
        if not seated.match.table.charge(seated.seat, overrun):
            self._doubt(seated, turn)
            return
        seated.answer(action, last)
        self._croupier.moved(seated)

    def _doubt(self, seated: Seated, turn: Turn) -> None:
        """Has a match that is out of time wait until it is known whose fault that is."""
        asking = self._late.add(Late(seated, turn.timeout(seated), self.last_turn(seated)))
        if asking is not None:
            self._tasks.append(asyncio.create_task(self._guard(asking)))

    def _close_turn(self) -> None:
        self._alarm.stop()
        if self._turn is not None:
            self._turn = None
            self._pace.release()

    # --- time ------------------------------------------------------------------------------------

    def _arm(self, turn: Turn, elapsed: float) -> None:
        """Sets the alarm for the next match that may run out, or for the end of the grace."""
        limit = turn.limit()
        if limit is None:
            turn.dead_since = elapsed if turn.dead_since is None else turn.dead_since
            limit = turn.last_limit + self._terms.clock.grace
        self._alarm.set(max(0.0, limit - elapsed))

    def _guarded(self, ring: Callable[[], None]) -> None:
        try:
            ring()
        except Exception as error:  # noqa: BLE001  # whatever it is, the sitting has to know
            self._croupier.failed(error)

    def _check_read(self) -> None:
        """Ends a bot that answers what it does not read: nothing more could be sent to it."""
        if self._is_writing and self._turn is None:
            self._lose(ending_of_unread_turn(self.turn_number))

    def _ring(self) -> None:
        turn = self._turn
        if turn is None:
            return
        elapsed = self.elapsed = self._time() - turn.sent_at
        for seated in turn.expired(elapsed):
            self._doubt(seated, turn)
        is_dead = turn.dead_since is not None
        if is_dead and elapsed > turn.last_limit + self._terms.clock.grace:
            self._lose(turn.hanging(self._terms.clock.grace))
        else:
            self._arm(turn, elapsed)

    def last_turn(self, seated: Seated) -> LastTurn | None:
        """Returns the last turn that was sent to the bot, if there was one."""
        if not self.turn_number:
            return None
        allowed = self._budget + seated.match.table.bank(seated.seat)
        return LastTurn(self.turn_number, self.elapsed, allowed)

    # --- losing a bot ----------------------------------------------------------------------------

    def garbled(self, reason: str) -> None:
        self._lose(Ending(Verdict.PROTOCOL, reason))

    def flooded(self) -> None:
        self._lose(ending_of_flood())

    def gone(self) -> None:
        self._lose(None)

    def _lose(self, ending: Ending | None) -> None:
        """Ends the bot for `ending`, or for what its exit tells; only the first reason counts."""
        if self._is_leaving:
            return
        self._is_leaving = True
        self._alarm.cancel()  # what ends it is known, and is no longer its time
        self._unread_alarm.cancel()
        if self._turn is not None:
            self.elapsed = self._time() - self._turn.sent_at
        self._tasks.append(asyncio.create_task(self._guard(self._settle(ending)), name="lose"))

    async def _settle(self, ending: Ending | None) -> None:
        known = await self._parting.settle(ending, self.turn_number)
        if self._parting.trouble is not None:
            self.trouble = self._named(self._parting.trouble)
        await self._late.settle()
        self._close_turn()
        self.ending = replace(known, cause=known.cause or self._late.cause)
        self._parting.tell(known.exit, self.ending, self.turn_number)
        self._croupier.lost(self)
