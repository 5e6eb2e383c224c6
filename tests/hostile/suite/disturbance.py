"""What the host's side does to a match while it is played, where a case asks for it."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from enum import StrEnum
from unittest.mock import patch

from docker import DockerClient
from docker.errors import APIError

from arena.sandbox.engine import Engine

_BEFORE = 0.3
"""Seconds of play before anything is done."""
_STEP = 86_400.0
_SPIN = "while True: pass"
_FREEZE = """
import os, signal, sys, time
for _ in range(int(sys.argv[2])):
    os.kill(int(sys.argv[1]), signal.SIGSTOP)
    time.sleep(float(sys.argv[3]))
    os.kill(int(sys.argv[1]), signal.SIGCONT)
    time.sleep(0.3)
"""


class Disturbance(StrEnum):
    """What is done in mid-match, by name."""

    STALL = "stall"
    """The arena's loop is blocked for half a second, three times."""
    FREEZE = "freeze"
    """The arena's whole process is stopped for half a second, three times."""
    CLOCK_STEP = "clock-step"
    """The time of day jumps by a day, forwards and back, for all that asks Python for it."""
    LOAD = "load"
    """Every processor has two processes more that use all they get."""
    PAUSE_CONTAINER = "pause-container"
    UNPAUSE_CONTAINER = "unpause-container"
    """It is paused, and goes on after a moment."""
    KILL_CONTAINER = "kill-container"
    STOP_CONTAINER = "stop-container"
    REMOVE_CONTAINER = "remove-container"


def _pause_for_a_moment(client: DockerClient, name: str) -> None:
    client.api.pause(name)
    time.sleep(0.1)
    with suppress(APIError):  # the arena may have ended it by then
        client.api.unpause(name)


_TO_CONTAINERS: dict[Disturbance, Callable[[DockerClient, str], object]] = {
    Disturbance.PAUSE_CONTAINER: lambda client, name: client.api.pause(name),
    Disturbance.UNPAUSE_CONTAINER: _pause_for_a_moment,
    Disturbance.KILL_CONTAINER: lambda client, name: client.api.kill(name),
    Disturbance.STOP_CONTAINER: lambda client, name: client.api.stop(name, timeout=0),
    Disturbance.REMOVE_CONTAINER: lambda client, name: client.api.remove_container(
        name, force=True
    ),
}


class Scene:
    """Where a disturbance takes place."""

    def __init__(self, containers: Callable[[], list[str]]) -> None:
        self.begun = asyncio.Event()
        """Set when the first match begins."""
        self.containers = containers
        """Those of the hostile bot."""
        self.was_disturbed = False


@asynccontextmanager
async def disturbed(kind: Disturbance | None, scene: Scene) -> AsyncIterator[None]:
    """Does what `kind` says once, when the match has begun; undoes what can be undone."""
    if kind is None:
        yield
        return
    with ExitStack() as undo:
        disturbing = asyncio.ensure_future(_disturb(kind, scene, undo))
        try:
            yield
        finally:
            disturbing.cancel()
            await asyncio.wait({disturbing})
        if not disturbing.cancelled():
            disturbing.result()


async def _disturb(kind: Disturbance, scene: Scene, undo: ExitStack) -> None:
    await scene.begun.wait()
    await asyncio.sleep(_BEFORE)
    match kind:
        case Disturbance.STALL:
            await _stall()
        case Disturbance.FREEZE:
            undo.enter_context(_process(_FREEZE, str(os.getpid()), "3", "0.5"))
        case Disturbance.CLOCK_STEP:
            await _step_clocks(undo)
        case Disturbance.LOAD:
            for _ in range(2 * len(os.sched_getaffinity(0))):
                undo.enter_context(_process(_SPIN))
        case _:
            await _harm(_TO_CONTAINERS[kind], scene.containers())
    scene.was_disturbed = True


async def _stall() -> None:
    for _ in range(3):
        time.sleep(0.5)  # noqa: ASYNC251  # this is the stall
        await asyncio.sleep(0.05)


async def _step_clocks(undo: ExitStack) -> None:
    real = time.time
    for offset in (_STEP, -_STEP, 0.5 * _STEP):
        undo.enter_context(patch("time.time", lambda offset=offset: real() + offset))
        await asyncio.sleep(0.1)


async def _harm(deed: Callable[[DockerClient, str], object], containers: Sequence[str]) -> None:
    engine = Engine()
    try:
        await engine.ask(lambda client: deed(client, containers[0]))
    finally:
        engine.close()


@contextmanager
def _process(program: str, *arguments: str) -> Iterator[None]:
    with subprocess.Popen([sys.executable, "-c", program, *arguments]) as process:
        try:
            yield
        finally:
            process.kill()
