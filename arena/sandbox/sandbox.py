"""What it is to start and stop one bot, whatever it runs in.

A `Sandbox` gives each `Launch` one `Life`; a life ends once and says how in its `Exit`.
What a bot writes reaches the arena only as the cleaned tail in `Exit.stderr`.
"""

import asyncio
import contextlib
import os
import re
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

from arena.errors import ArenaError, SandboxError
from arena.sandbox.streams import Streams

DEFAULT_URL = "unix:///var/run/docker.sock"
"""Where a Docker engine listens unless it is told otherwise."""
MIB = 1024 * 1024
SOCKET_NAME = "bot.sock"
STDERR_BYTES = 4096
SOCKET_PATH_BYTES = 107

_SLOT = re.compile(r"[a-z0-9][a-z0-9-]{0,47}")
_ESCAPES = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[ -/]*[0-~])"
)
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one bot may use at most."""

    memory: int = 256 * MIB
    """Bytes, swap included."""
    cpus: float = 1.0
    """Processor seconds a second."""
    cpuset: str = ""
    """The processors it may use, as in "0-1,3"; empty for any. Docker only."""
    pids: int = 128
    """Processes and threads together."""
    tmp_bytes: int = 16 * MIB
    tmp_inodes: int = 1024
    """Files and directories in /tmp together."""
    shm_bytes: int = 0
    """Shared memory among a bot's own processes, in /dev/shm; 0 for none. Docker only."""
    nofile: int = 256
    """Open file descriptors of each process."""
    fsize: int = 16 * MIB
    """Bytes of the largest file it may write."""
    stderr_bytes: int = STDERR_BYTES
    """Bytes kept of the end of what it prints."""


@dataclass(frozen=True, slots=True)
class Launch:
    """One bot to be started: where its socket is, what runs, and within which limits."""

    slot: str
    """Opaque and unguessable: lower-case letters, digits and hyphens, at most 48."""
    socket_directory: Path | None
    """Absolute; the arena's server listens on `bot.sock` in it before the bot starts.

    None for a bot that speaks by its standard streams, and has no socket.
    """
    command: tuple[str, ...]
    """Program and arguments; empty in Docker for what the image itself starts."""
    folder: Path | None = None
    """The stored submission, for plain processes."""
    image: str | None = None
    """The id of the image, for Docker."""
    limits: Limits = field(default_factory=Limits)
    labels: Mapping[str, str] = field(default_factory=dict)
    """Opaque ids of the run and the league, for Docker."""

    def __post_init__(self) -> None:
        if not _SLOT.fullmatch(self.slot):
            raise SandboxError(f"not a slot: {self.slot!r}, expected letters, digits and hyphens")
        if self.socket_directory is None:
            return
        if not self.socket_directory.is_absolute():
            raise SandboxError(f"not an absolute socket directory: {str(self.socket_directory)!r}")
        if len(os.fsencode(self.socket_directory / SOCKET_NAME)) > SOCKET_PATH_BYTES:
            raise SandboxError(
                f"the socket path under {str(self.socket_directory)!r} is longer than "
                f"{SOCKET_PATH_BYTES} bytes; use a shorter run directory"
            )


@dataclass(frozen=True, slots=True)
class Exit:
    """How a life ended."""

    code: int | None
    """The exit code, 128 + n for signal n; None where it cannot be known."""
    oom: bool = False
    """Whether it was ended for using more memory than it may."""
    stopped_by_arena: bool = False
    """Whether it still ran when the arena stopped it."""
    stderr: str = ""
    """The end of what it printed, safe to show."""
    external: str | None = None
    """The evidence, in words, that something outside the bot ended it; None without any."""

    @property
    def signal(self) -> int | None:
        """The signal that its code stands for: a bot may also exit with such a code by itself."""
        return self.code - 128 if self.code is not None and self.code > 128 else None  # noqa: PLR2004  # the shell's convention


class Life(Protocol):
    """One bot from start to end."""

    @property
    def started_at(self) -> float:
        """The monotonic time, in seconds, at which the bot's program ran."""
        ...

    @property
    def streams(self) -> Streams | None:
        """The bot's standard input and output; None for one that has a socket."""
        ...

    async def wait(self) -> Exit:
        """Returns how it ended, once it has; any number of callers may wait."""
        ...

    async def stop(self) -> Exit:
        """Ends it if it still runs, removes all that is left of it and returns how it ended.

        Raises SandboxError, each time, if it cannot be ended.
        """
        ...

    async def find_disturbance(self) -> str | None:
        """Returns the evidence so far that something outside disturbed it, None without any.

        Whoever can know is asked now; raises SandboxError if that fails.
        """
        ...


StartedLife = TypeVar("StartedLife", bound=Life)


class Sandbox(Protocol):
    """A way of running bots."""

    @property
    def name(self) -> str:
        """`docker` or `process`."""
        ...

    async def start(self, launch: Launch) -> Life:
        """Returns once the bot's program runs.

        Raises BotError if it cannot be started by its own fault, HostError if the machine lacks
        what is needed and SandboxError if anything else failed; then nothing of it is left.
        """
        ...

    async def sweep(self) -> list[str]:
        """Removes what an arena that was killed left behind; returns a line for each thing."""
        ...

    async def close(self) -> None:
        """Stops every life that still runs."""
        ...


async def awaited_start(start: Coroutine[None, None, StartedLife]) -> StartedLife:
    """Returns the life that `start` gives; if nobody waits for it any more, ends it."""
    starting = asyncio.ensure_future(start)
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        with contextlib.suppress(ArenaError):
            await (await starting).stop()
        raise


def clean_text(raw: bytes, limit: int = STDERR_BYTES) -> str:
    """Returns the last `limit` bytes as text without escapes, controls and direction marks."""
    text = raw[-limit:].decode("utf-8", "replace").replace("\r\n", "\n")
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", _ESCAPES.sub("", text))


def admit_group(directory: Path, group: int) -> None:
    """Lets `group`, and nobody else but the arena, enter a socket directory.

    An arena that is not root cannot give a directory to a group: its run directory, closed to
    others, is the barrier there.
    """
    if os.geteuid() == 0:
        os.chown(directory, -1, group)
        directory.chmod(0o710)
    else:
        directory.chmod(0o711)


def shown(command: Sequence[str]) -> str:
    """Returns a command as one short, safe line."""
    return clean_text(" ".join(command)[:200].encode("utf-8", "replace")).replace("\n", " ")
