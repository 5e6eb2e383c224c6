"""Ctrl-C: once to finish the matches in play, twice to stop at once.

A request to end, and a terminal that is closed, are a Ctrl-C as well.
"""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

from arena.runner import Halt

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_OUTPUTS = (1, 2)


@contextmanager
def halting(console: Console) -> Iterator[Halt]:
    """Gives a halt that signals request, while the current event loop runs what is within.

    What somebody had ignored from the start, as `nohup` does, stays ignored.
    """
    halt = Halt()
    loop = asyncio.get_running_loop()
    terminals = [output for output in _OUTPUTS if os.isatty(output)]

    def ask(number: signal.Signals) -> None:
        halt.request()
        if number is signal.SIGHUP:
            _drop(terminals)
        if halt.is_immediate:
            console.print("Stopping at once.")
        else:
            console.print("Finishing the matches in play; press Ctrl-C again to stop at once.")

    heard = [number for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    for number in heard:
        loop.add_signal_handler(number, ask, number)
    try:
        yield halt
    finally:
        for number in heard:
            loop.remove_signal_handler(number)


@contextmanager
def stoppable() -> Iterator[None]:
    """Has a request to end, and a terminal that is closed, break off what is within as Ctrl-C does.

    What somebody had ignored from the start, as `nohup` does, stays ignored.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None, "what is within runs in a task"
    asked = []

    def stop() -> None:
        asked.append(True)
        task.cancel()

    heard = [
        number
        for number in (signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(number) is not signal.SIG_IGN
    ]
    for number in heard:
        loop.add_signal_handler(number, stop)
    try:
        yield
    except asyncio.CancelledError:
        if asked:
            raise KeyboardInterrupt from None
        raise
    finally:
        for number in heard:
            loop.remove_signal_handler(number)


def _drop(outputs: list[int]) -> None:
    """Sends nowhere what would go to a terminal that is gone; to write there would fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for output in outputs:
        os.dup2(nowhere, output)
    os.close(nowhere)
