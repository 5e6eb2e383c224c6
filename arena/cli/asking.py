"""A bot that is built, started and asked, with how far it is shown, and what comes of it."""

import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from arena.checking import Progress
from arena.cli.halting import stoppable
from arena.cli.words import UNSANDBOXED
from arena.league import Settings
from arena.league.rooms import run_directory
from arena.runner import run
from arena.store import SandboxKind

Found = TypeVar("Found")


def asked(
    settings: Settings, console: Console, ask: Callable[[Path, Progress], Awaitable[Found]]
) -> Found:
    """Returns what `ask` finds of a bot, in a run directory that is there for as long as it takes.

    `console` shows how far it is; Ctrl-C and its like break it off.
    """
    if settings.play.sandbox is SandboxKind.PROCESS:
        console.print(UNSANDBOXED, soft_wrap=True)
    with (
        run_directory(settings, secrets.token_hex(8)) as rooms,
        console.status("Building and starting it …") as status,
    ):

        def progress(done: int, of: int) -> None:
            status.update(f"Asked {done:,} of {of:,} decisions …")

        async def found() -> Found:
            with stoppable():
                return await ask(rooms, progress)

        return run(found)
