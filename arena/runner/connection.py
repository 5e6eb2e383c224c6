"""One bot's process and its stream, from start to end, in one thing."""

import asyncio
import secrets
import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from arena import wire
from arena.bots import GrpcSlot, Listener, Slot, StdioSlot
from arena.errors import BotError, SandboxError
from arena.moments import Moment, reached
from arena.record import Verdict
from arena.runner.alarm import finish, first_of
from arena.runner.ending import (
    Ending,
    ending_before_hello,
    ending_of_early_end,
    ending_of_flood,
    ending_of_unread_welcome,
    ending_without_hello,
    snag_of_missing,
)
from arena.runner.meter import charged_time
from arena.runner.terms import Contestant, Terms
from arena.runner.transcript import Said, Way
from arena.sandbox import Exit, Launch, Life, Sandbox

if TYPE_CHECKING:
    from pathlib import Path

LINGER = 1.0
"""Seconds in which a bot whose stream has ended may end by itself, which tells what happened."""
_REASONS = {
    Verdict.TIMEOUT: wire.Reason.TIMEOUT,
    Verdict.RESIGNED: wire.Reason.RESIGNED,
}
_WRITE_LIMIT = 0.5
"""Seconds in which a last message is written to a bot that may not read it."""


class LostBotError(BotError):
    """A bot is out before it has said hello."""

    def __init__(self, ending: Ending) -> None:
        super().__init__(ending.text)
        self.ending = ending


class Connection:
    """A bot's slot and life; a `bots.Listener` that takes the greeting and hands on the rest."""

    def __init__(self, contestant: Contestant, terms: Terms, listener: Listener) -> None:
        self._contestant = contestant
        self._terms = terms
        self._listener = listener
        self._name = secrets.token_hex(8)  # a bot can read it, so it says nothing
        self._directory: Path = terms.run_directory / self._name
        self._stdio = StdioSlot(self) if contestant.is_stdio else None
        self._slot: Slot = self._stdio or GrpcSlot(self._directory, self)
        self._life: Life | None = None
        self._hello: asyncio.Future[wire.Greeting | Ending | None] = (
            asyncio.get_running_loop().create_future()
        )
        """None when the stream ended without one."""
        self._early: Callable[[], None] | None = None
        self._is_attended = False
        self._hurried: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, sandbox: Sandbox) -> wire.Greeting:
        """Starts the bot and returns its greeting.

        Raises LostBotError when it is the bot's fault that there is none; the caller closes.
        """
        if self._stdio is None:
            await self._open_socket()
        try:
            self._life = await sandbox.start(self._launch())
        except BotError as error:
            raise LostBotError(Ending(Verdict.NO_CONNECT, str(error))) from None
        if self._stdio is not None:
            assert self._life.streams is not None, "what was launched without a socket has streams"
            self._stdio.attach(self._life.streams)
        reached(Moment.BOT_STARTED)
        greeting = await self._greeting(self._life)
        reached(Moment.BOT_GREETED)
        return greeting

    async def _open_socket(self) -> None:
        try:
            self._directory.mkdir(mode=0o711)
            self._directory.chmod(0o711)
            reached(Moment.SLOT_DIRECTORY_MADE)
            await self._slot.open()
            reached(Moment.SLOT_OPENED)
        except (OSError, RuntimeError) as error:  # RuntimeError is how gRPC says it
            raise SandboxError(
                f"cannot open a socket under {str(self._terms.run_directory)!r}: {error}; "
                "see to the space, rights and open files of that directory"
            ) from None

    def _launch(self) -> Launch:
        return Launch(
            slot=self._name,
            socket_directory=self._directory if self._stdio is None else None,
            command=self._contestant.command,
            folder=self._contestant.folder,
            image=self._contestant.image,
            limits=self._terms.limits,
            labels={"league": self._terms.league},
        )

    async def _greeting(self, life: Life) -> wire.Greeting:
        limit, charged = self._terms.clock.start, charged_time()
        begun = charged()
        exited = asyncio.ensure_future(life.wait())
        try:
            await first_of((self._hello, exited), limit)
            if self._hello.done() and self._hello.result() is None:
                await first_of((exited,), LINGER)
        finally:
            exit_state = await _left_alone(exited)
        heard = self._hello.result() if self._hello.done() else None
        if isinstance(heard, Ending):
            raise LostBotError(heard)
        if heard is not None:
            return heard
        if exit_state is not None:
            snag = self._missing_file()
            raise LostBotError(ending_before_hello(exit_state, charged() - begun, limit, snag))
        if self._hello.done():
            raise LostBotError(ending_of_early_end(charged() - begun, limit))
        snag = self._slot.find_snag()
        raise LostBotError(ending_without_hello(charged() - begun, limit, snag))

    def _missing_file(self) -> str:
        """Returns what may be wrong with the command of a plain process; an image has its own."""
        contestant = self._contestant
        if contestant.image is not None or contestant.folder is None:
            return ""
        return snag_of_missing(contestant.command, contestant.folder)

    async def welcome(self, message: wire.Outgoing) -> None:
        """Sends the first message; raises LostBotError when the bot does not read it."""
        limit, charged = self._terms.clock.start, charged_time()
        sent_at = charged()
        try:
            await finish(self.send(message), limit)
        except TimeoutError:
            raise LostBotError(ending_of_unread_welcome(charged() - sent_at, limit)) from None
        reached(Moment.BOT_WELCOMED)

    def attend(self) -> None:
        """Has the listener told of what came after the greeting, and of all that comes from now."""
        self._is_attended = True
        if self._early is not None:
            self._early()

    def received(self, message: wire.Incoming) -> None:
        self._note(Way.FROM_BOT, message)
        if self._is_attended:
            self._listener.received(message)
            return
        if self._hello.done():
            self._tell(partial(self._listener.received, message))
            return
        try:
            self._hello.set_result(wire.parse_hello(message, self._terms.rules.game))
        except wire.MessageError as error:
            self._hello.set_result(Ending(Verdict.PROTOCOL, str(error)))

    def garbled(self, reason: str) -> None:
        self._note(Way.FROM_BOT, reason)
        if self._hello.done():
            self._tell(partial(self._listener.garbled, reason))
        else:
            self._hello.set_result(Ending(Verdict.PROTOCOL, reason))

    def flooded(self) -> None:
        if self._hello.done():
            self._tell(self._listener.flooded)
        else:
            self._hello.set_result(ending_of_flood())

    def gone(self) -> None:
        if self._hello.done():
            self._tell(self._listener.gone)
        else:
            self._hello.set_result(None)  # it may not call again

    def _tell(self, what: Callable[[], None]) -> None:
        """Tells the listener, or keeps the first thing to tell until it attends."""
        if self._is_attended:
            what()
        elif self._early is None:
            self._early = what
            self._slot.mute()

    async def send(self, message: wire.Outgoing) -> None:
        self._note(Way.TO_BOT, message)
        await self._slot.send(message)

    def _note(self, way: Way, what: wire.Readable | str) -> None:
        if self._terms.transcript is not None:
            self._terms.transcript(Said(self._contestant.entrant, way, time.monotonic(), what))

    def find_snag(self) -> str:
        """Returns what may be why nothing is heard of the bot, to go on with; empty if unknown."""
        return self._slot.find_snag()

    @property
    def seconds(self) -> float | None:
        """How long the bot has run so far; None if it never did."""
        return time.monotonic() - self._life.started_at if self._life is not None else None

    async def ended(self) -> Exit | None:
        """Waits until the bot has ended by itself."""
        return await self._life.wait() if self._life else None

    async def find_disturbance(self) -> str | None:
        """Returns the evidence, in words, that something outside disturbs the bot; asks for it."""
        if self._life is None:
            return None
        try:
            return await self._life.find_disturbance()
        except SandboxError as error:
            return f"nobody could say whether the bot was disturbed: {error}"

    async def say_goodbye(self, message: wire.Outgoing, grace: float) -> None:
        """Sends the last message and lets the bot end by itself for `grace` seconds."""
        self._slot.mute()
        try:
            await finish(self.send(message), _WRITE_LIMIT)
        except TimeoutError:
            return
        self._slot.finish()
        reached(Moment.GOODBYE_SAID)
        await self.linger(grace)

    def hurry(self) -> None:
        """Has a bot that is to end no more time for it: a person does not want to wait."""
        if not self._hurried.done():
            self._hurried.set_result(None)

    async def linger(self, seconds: float) -> None:
        """Lets a bot that is about to end do so by itself."""
        if self._life is None:
            return
        ended = asyncio.ensure_future(self._life.wait())
        try:
            await first_of((ended, self._hurried), seconds)
        finally:
            await _left_alone(ended)

    async def part(self, ending: Ending | None) -> None:
        """Says goodbye for `ending`; without one the stream is gone, and the bot about to end."""
        if ending is None:
            await self.linger(LINGER)
        else:
            reason = _REASONS.get(ending.verdict, wire.Reason.PROTOCOL)
            message = wire.goodbye_to_message(reason, ending.text)
            await self.say_goodbye(message, self._terms.clock.grace)

    async def close(self) -> Exit | None:
        """Ends the bot and its stream, and leaves nothing behind; returns how it ended.

        Both at once: a server does not stop while its client floods it, and a bot that waits for
        its stream to end is not kept waiting.
        """
        closing = asyncio.ensure_future(self._slot.close())
        try:
            return await self._life.stop() if self._life is not None else None
        finally:
            try:
                await closing
            finally:
                shutil.rmtree(self._directory, ignore_errors=True)
                reached(Moment.SLOT_REMOVED)


async def _left_alone(exited: asyncio.Future[Exit]) -> Exit | None:
    """Returns the exit if it is known, and waits for it no longer; a failure is raised."""
    if not exited.done():
        exited.cancel()
        await asyncio.wait({exited})
    return None if exited.cancelled() else exited.result()


def with_exit(ending: Ending, exit_state: Exit | None) -> Ending:
    """Returns `ending` with the evidence of the exit; what came from outside annuls it."""
    if exit_state is None or ending.exit is not None:
        return ending
    if ending.is_early_end and not exit_state.stopped_by_arena:
        return ending_before_hello(exit_state, ending.elapsed, ending.allowed)
    return replace(ending, exit=exit_state, cause=ending.cause or exit_state.external)
