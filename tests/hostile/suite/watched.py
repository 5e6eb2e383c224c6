"""A sandbox that remembers how every life in it ended."""

import unicodedata
from dataclasses import dataclass, field

from arena.sandbox import Exit, Launch, Life, Sandbox, Streams

_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""The categories of characters that move the cursor, the text or the eye."""
_PLAIN = "\n\t"


@dataclass(slots=True)
class WatchedLife:
    """A life, and its end once that is known."""

    launch: Launch
    life: Life
    exit: Exit | None = None

    @property
    def started_at(self) -> float:
        return self.life.started_at

    @property
    def streams(self) -> Streams | None:
        return self.life.streams

    async def wait(self) -> Exit:
        self.exit = await self.life.wait()
        return self.exit

    async def stop(self) -> Exit:
        self.exit = await self.life.stop()
        return self.exit

    async def find_disturbance(self) -> str | None:
        return await self.life.find_disturbance()


@dataclass(slots=True)
class WatchedSandbox:
    """Starts bots in another sandbox."""

    inner: Sandbox
    lives: list[WatchedLife] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.inner.name

    async def start(self, launch: Launch) -> WatchedLife:
        life = WatchedLife(launch, await self.inner.start(launch))
        self.lives.append(life)
        return life

    async def sweep(self) -> list[str]:
        return await self.inner.sweep()

    async def close(self) -> None:
        await self.inner.close()

    def printed(self, command: tuple[str, ...]) -> str:
        """Returns what the bots that were started with `command` have printed, one after another.

        Of each only the end, as the arena keeps it.
        """
        mine = [life for life in self.lives if life.launch.command == command]
        return "\n".join(life.exit.stderr for life in mine if life.exit is not None)

    def unclean(self) -> list[str]:
        """Returns what is not fit to be shown in what the arena keeps of any life."""
        return [
            f"{code:#04x} is in the stored output of {life.launch.slot}"
            for life in self.lives
            for code in sorted(set(map(ord, life.exit.stderr if life.exit else "")))
            if unicodedata.category(chr(code)) in _UNSEEN and chr(code) not in _PLAIN
        ]
