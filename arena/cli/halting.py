"""Ctrl-C: once to finish the matches in play, twice to stop at once."""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from arena.runner import Halt

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def halting(console: Console) -> Iterator[Halt]:
    """Gives a halt that signals request, while the current event loop runs what is within."""
    halt = Halt()
    loop = asyncio.get_running_loop()

    def ask() -> None:
        halt.request()
        if halt.is_immediate:
            console.print("Stopping at once.")
        else:
            console.print("Finishing the matches in play; press Ctrl-C again to stop at once.")

    for number in _SIGNALS:
        loop.add_signal_handler(number, ask)
    try:
        yield halt
    finally:
        for number in _SIGNALS:
            loop.remove_signal_handler(number)
