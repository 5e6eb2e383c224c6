"""The end of a bot's life, found out when it is closed and told once."""

from collections.abc import Callable
from dataclasses import replace

from arena.errors import SandboxError
from arena.record import LifeEnd, Verdict
from arena.runner.connection import Connection, with_exit
from arena.runner.ending import Ending, end_of_life, end_of_our_failure, ending_of_lost_stream
from arena.sandbox import Exit

_UNENDED = Ending(Verdict.CRASHED, "its stream ended, and nobody could say how")


class Parting:
    """Closes a bot, and tells how its life ended."""

    def __init__(self, connection: Connection, tell: Callable[[LifeEnd], None]) -> None:
        self._connection = connection
        self._tell = tell
        self._is_told = False
        self.trouble: SandboxError | None = None
        """Why the bot could not be ended."""
        self._seconds: float | None = None

    async def close(self, turns: int) -> Exit | None:
        """Ends the bot, which has had `turns`, and returns how it ended; None if it never ran."""
        self._seconds = self._connection.seconds
        try:
            return await self._connection.close()
        except SandboxError as error:
            self.tell_failure(error, turns)
            raise

    async def settle(self, ending: Ending | None, turns: int) -> Ending:
        """Ends a bot that has greeted, for `ending` or because its stream is gone.

        Returns why it is out: what its exit shows of something outside annuls its matches.
        """
        try:
            await self._connection.part(ending)
            exit_state = await self.close(turns)
        except SandboxError as error:
            self.trouble = error
            return replace(ending or _UNENDED, cause=str(error))
        assert exit_state is not None, "a bot that has greeted has a life"
        return with_exit(ending, exit_state) if ending else ending_of_lost_stream(exit_state)

    def tell(
        self, exit_state: Exit | None, ending: Ending | None, turns: int, text: str = ""
    ) -> None:
        """Tells of a bot that is out for `ending` or, without one, was dismissed for `text`.

        There is nothing to tell of a bot that never ran and did nothing wrong.
        """
        if exit_state or ending:
            self._tell_once(end_of_life(exit_state, ending, self._seconds, turns, text))

    def tell_failure(self, error: SandboxError, turns: int) -> None:
        """Tells of a life that could not be started, or not be ended, for a fault of ours."""
        self._tell_once(end_of_our_failure(str(error), self._seconds, turns))

    def _tell_once(self, end: LifeEnd) -> None:
        if not self._is_told:
            self._is_told = True
            self._tell(end)
