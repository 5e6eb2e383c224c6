"""Plays a sitting: one life of every bot in it, and as many of its matches as come about.

The one place that waits for bots. Tables begin in the order of the fixtures, as seats come free;
results are kept one by one as they come; a bot that is lost costs the matches that it has in play,
and what it had not begun is left for a later sitting.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial

from arena.errors import BotError
from arena.games.cards import Seat
from arena.moments import Moment, reached
from arena.record import LifeEnd
from arena.runner.ending import Ending
from arena.runner.pace import Pace
from arena.runner.player import Player
from arena.runner.seated import InPlay, Seated
from arena.runner.terms import Contestant, Halt, Journal, Played, Terms
from arena.sandbox import Sandbox
from arena.schedule import Fixture
from arena.table import Setup, Table
from arena.wire import Reason

INTERRUPTED = "interrupted"
"""The cause of an attempt that a person stopped."""


async def play_sitting(  # noqa: PLR0913, PLR0917  # what a sitting is made of
    fixtures: Sequence[Fixture],
    contestants: Mapping[str, Contestant],
    sandbox: Sandbox,
    terms: Terms,
    journal: Journal,
    halt: Halt,
) -> None:
    """Plays `fixtures`, no two of which may be of one board, and tells `journal` of each.

    Some may be left: the caller plans what is missing again. Raises SandboxError, when all is
    settled, if a bot could not be started, or not ended, through no fault of its own. Whatever it
    raises, also when it is cancelled, no bot is left.
    """
    boards = [fixture.board for fixture in fixtures]
    if len(set(boards)) < len(boards):
        raise ValueError("a sitting would show a board to the same bots twice")
    seated = {entrant for fixture in fixtures for entrant in fixture.seating}
    needed = {entrant: contestants[entrant] for entrant in seated}
    sitting = _Sitting(fixtures, needed, terms, journal, halt)
    await sitting.play(sandbox)


async def try_start(contestant: Contestant, sandbox: Sandbox, terms: Terms) -> str:
    """Starts a bot, takes its greeting and lets it go; returns what its program calls itself.

    Raises BotError, with the end of what it printed, when it does not greet as it should.
    """
    sitting = _Sitting((), {contestant.entrant: contestant}, terms, _NoJournal(), Halt())
    player = await sitting.try_start(sandbox)
    if player.trouble is not None:
        raise player.trouble
    if player.ending is not None:
        raise BotError(_told(player.ending))
    assert player.greeting is not None, "a bot that is in has greeted"
    return player.greeting.client


def _told(ending: Ending) -> str:
    stderr = ending.exit.stderr.strip() if ending.exit else ""
    return (
        f"{ending.text}; it printed:\n{stderr}" if stderr else f"{ending.text}; it printed nothing"
    )


class _NoJournal:
    """Keeps nothing: nothing is played."""

    def begin(self, fixtures: Sequence[Fixture]) -> None: ...

    def finish(self, played: Played) -> None: ...

    def annul(self, match: str, cause: str) -> None: ...

    def ended(self, entrant: str, end: LifeEnd) -> None: ...


class _Sitting:
    """The state of a sitting; a `player.Croupier`."""

    def __init__(
        self,
        fixtures: Sequence[Fixture],
        contestants: Mapping[str, Contestant],
        terms: Terms,
        journal: Journal,
        halt: Halt,
    ) -> None:
        self._waiting = list(fixtures)
        self._terms = terms
        self._journal = journal
        self._halt = halt
        self._in_play: dict[str, InPlay] = {}
        self._finished: list[InPlay] = []
        self._conceded: set[tuple[str, str]] = set()  # an entrant, and a meeting that it forfeits
        self._changed = asyncio.Event()
        self._halted = asyncio.Event()
        self._failure: Exception | None = None
        self._pace = terms.pace or Pace(terms.jobs)
        self._players = {
            entrant: Player(contestant, terms, self._pace, self)
            for entrant, contestant in sorted(contestants.items())
        }

    async def play(self, sandbox: Sandbox) -> None:
        self._halt.listen(self._wake)
        reason, text = Reason.STOPPED, "the arena stops; this bot did nothing wrong"
        attending: asyncio.Future[None] | None = None
        try:
            await self._start(sandbox)
            attending = asyncio.ensure_future(self._attend())
            await self._play_all()
            if not self._halt.is_requested:
                reason, text = Reason.FINISHED, "all tables are done"
        finally:
            if attending is not None:
                attending.cancel()
            failures = await self._dismiss(reason, text)
        failures += [player.trouble for player in self._players.values() if player.trouble]
        if failures:
            raise failures[0]

    async def try_start(self, sandbox: Sandbox) -> Player:
        (player,) = self._players.values()
        try:
            await player.start(sandbox)
        finally:
            failures = await self._dismiss(Reason.FINISHED, "this was a trial of the start alone")
        if failures:
            raise failures[0]
        return player

    async def _attend(self) -> None:
        try:
            await self._pace.attend()
        except Exception as error:  # noqa: BLE001  # whatever it is, the sitting has to know
            self.failed(error)

    def _wake(self) -> None:
        if self._halt.is_immediate:
            for player in self._players.values():
                player.hurry()
        self._halted.set()
        self._changed.set()

    async def _start(self, sandbox: Sandbox) -> None:
        """Starts all bots at once; a halt breaks it off, since nothing is to begin after it."""
        if self._halt.is_requested:
            return
        starts = [asyncio.ensure_future(each.start(sandbox)) for each in self._players.values()]
        halted = asyncio.ensure_future(self._halted.wait())
        all_started = asyncio.ensure_future(asyncio.wait(starts))
        try:
            await asyncio.wait({all_started, halted}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*starts, halted):
                task.cancel()
            await all_started
        for start in starts:
            if not start.cancelled():
                start.result()

    async def _dismiss(self, reason: Reason, text: str) -> list[BaseException]:
        """Lets all bots go, whatever becomes of each; returns what went wrong."""
        leaving = (player.leave(reason, text) for player in self._players.values())
        outcomes = await asyncio.gather(*leaving, return_exceptions=True)
        return [outcome for outcome in outcomes if outcome is not None]

    # --- the matches -----------------------------------------------------------------------------

    async def _play_all(self) -> None:
        for player in self._players.values():
            if player.ending is not None:
                self.lost(player)
        self._begin_more()
        while self._in_play or self._has_undecided():
            await self._changed.wait()
            self._changed.clear()
            if self._failure is not None:
                raise self._failure
            self._settle_finished()
            if self._halt.is_immediate:
                for match in list(self._in_play.values()):
                    self._annul(match, INTERRUPTED)
            self._begin_more()

    def _has_undecided(self) -> bool:
        """Says whether it is still open of some bot if it plays on."""
        is_open = bool(self._waiting) and not self._halt.is_requested
        return any(
            player.is_being_lost or (is_open and player.is_adrift)
            for player in self._players.values()
        )

    def _begin_more(self) -> None:
        """Begins every waiting match whose bots have a seat free, in order."""
        if self._halt.is_requested:
            return
        taken: dict[str, int] = {}
        chosen = []
        for fixture in self._waiting:
            if all(self._has_room(name, fixture, taken.get(name, 0)) for name in fixture.seating):
                chosen.append(fixture)
                for entrant in fixture.seating:
                    taken[entrant] = taken.get(entrant, 0) + 1
        if chosen:
            self._begin(chosen)

    def _has_room(self, entrant: str, fixture: Fixture, taken: int) -> bool:
        player = self._players[entrant]
        if player.ending is not None:
            return (entrant, fixture.meeting) in self._conceded
        return len(player.seated) + taken < player.tables

    def _begin(self, fixtures: Sequence[Fixture]) -> None:
        self._journal.begin(fixtures)
        begun = {fixture.match for fixture in fixtures}
        self._waiting = [fix for fix in self._waiting if fix.match not in begun]
        for fixture in fixtures:
            match = InPlay(fixture, Table(self._setup(fixture)))
            self._in_play[fixture.match] = match
            match.seats = tuple(
                self._players[entrant].sit(match, Seat(seat))
                for seat, entrant in enumerate(fixture.seating)
            )
            for seated in match.seats:
                if seated.player.ending is not None:
                    seated.forfeit(seated.player.ending)
            self.moved(match.seats[0])

    def _setup(self, fixture: Fixture) -> Setup:
        terms, dice = self._terms, self._terms.dice
        seats = terms.rules.seats
        deal = partial(dice.deal, fixture.meeting, fixture.board_number)
        return Setup(
            rules=terms.rules,
            first_dealer=dice.first_dealer(fixture.meeting, fixture.board_number, seats),
            shuffled_pack=lambda number: deal(number, terms.rules.pack),
            seeds=tuple(dice.bot_seed(fixture.match, Seat(seat)) for seat in range(seats)),
            bank=terms.clock.bank,
            onlooker=terms.onlooker,
        )

    def moved(self, seated: Seated) -> None:
        match = seated.match
        seat = match.table.seat
        if seat is None:
            match.is_closed = True
            self._finished.append(match)
            self._changed.set()
        else:
            due = match.seats[seat]
            due.player.owe(due)

    def returned(self) -> None:
        self._changed.set()

    def lost(self, player: Player) -> None:
        ending = player.ending
        assert ending is not None, "a lost bot has an ending"
        if not player.has_sat and ending.cause is None:
            self._concede(player)
        for seated in list(player.seated.values()):
            if ending.cause is not None and seated.is_playing:
                entrant = player.contestant.entrant
                self._annul(seated.match, f"the bot of {entrant} was disturbed: {ending.cause}")
            elif seated.forfeit(ending, player.last_turn(seated)):
                self.moved(seated)
        self._changed.set()

    def _concede(self, player: Player) -> None:
        """Has a bot that was lost before it sat forfeit the matches of its first meeting.

        Its others wait for a later sitting, where it may do better.
        """
        entrant = player.contestant.entrant
        for fixture in self._waiting:
            if entrant in fixture.seating:
                self._conceded.add((entrant, fixture.meeting))
                return

    def ended(self, player: Player, end: LifeEnd) -> None:
        self._journal.ended(player.contestant.entrant, end)

    def failed(self, error: Exception) -> None:
        if self._failure is None:
            self._failure = error
        self._changed.set()

    def _settle_finished(self) -> None:
        finished, self._finished = self._finished, []
        for match in finished:
            played = self._played(match)
            reached(Moment.RESULT_KNOWN, played.match)
            self._journal.finish(played)
            self._close(match)

    def _played(self, match: InPlay) -> Played:
        bank = self._terms.clock.bank
        overdrawn = tuple(bank - match.table.bank(seated.seat) for seated in match.seats)
        evidence = tuple(match.evidence)
        return Played(match.fixture.match, match.table.record(), evidence, overdrawn)

    def _annul(self, match: InPlay, cause: str) -> None:
        if match.is_closed:
            return
        match.is_closed = True
        match.table.annul()
        self._journal.annul(match.fixture.match, cause)
        self._close(match)

    def _close(self, match: InPlay) -> None:
        del self._in_play[match.fixture.match]
        for seated in match.seats:
            seated.player.rise(seated)
