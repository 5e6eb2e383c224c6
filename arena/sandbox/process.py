"""Bots as plain processes: for an author's own machine and for programs that one trusts.

Under root each bot is a user of its own, in a mount namespace in which it can write nowhere but
in a small /tmp; otherwise it runs as the arena's user. `Footing.notes` says what does not hold.
Each bot has a keeper (`keeper.py`), which outlives neither the bot nor the arena.
"""

import asyncio
import contextlib
import json
import os
import re
import shutil
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError, BotError, SandboxError
from arena.moments import Moment, reached
from arena.sandbox import keeper
from arena.sandbox.sandbox import (
    SOCKET_NAME,
    Exit,
    Launch,
    admit_group,
    awaited_start,
    clean_text,
    shown,
)
from arena.sandbox.stragglers import KEEPER, end_stragglers, run_keeper, sweep_life
from arena.sandbox.streams import Pipes
from arena.sandbox.users import FIRST_USER, USERS, User, reserve_user

_START_SECONDS = 30.0
_END_SECONDS = 45.0
_LINE_BYTES = 1024 * 1024
_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
_LIFE_NAME = re.compile(r"([a-z0-9][a-z0-9-]*)\.(\d+|own)")


@dataclass(frozen=True, slots=True)
class Footing:
    """What this machine lets the arena do for bots that are processes."""

    has_users: bool
    """Each bot is a user of its own."""
    has_mounts: bool
    """Each bot has its own view of the file system."""

    def notes(self) -> tuple[str, ...]:
        """Returns what does not hold, a sentence each."""
        always = (
            "processes share the network, the list of processes and the processor with the arena",
            "memory is looked at five times a second, not limited by the kernel",
        )
        if self.has_mounts:
            return always
        if self.has_users:
            return (*always, "a bot may write to the temporary directories of this machine")
        return (*always, "a bot runs as the arena's user and can touch all that this user can")


class ProcessSandbox:
    """Runs bots as processes, each from a fresh copy of its folder under `directory`.

    The directory belongs to one arena at a time. The users are numbers from `first_user` on.
    """

    name = "process"

    def __init__(
        self, directory: Path, *, first_user: int = FIRST_USER, users: int = USERS
    ) -> None:
        self._directory = directory.resolve()
        self._first_user, self._users = first_user, users
        self._lives: dict[Path, ProcessLife] = {}
        self._footing: Footing | None = None

    async def footing(self) -> Footing:
        """Returns what holds here; found out once."""
        if self._footing is None:
            self._directory.mkdir(mode=0o711, parents=True, exist_ok=True)
            self._footing = await _find_footing(self._directory)
        return self._footing

    async def start(self, launch: Launch) -> "ProcessLife":
        """Returns once the program runs; what a cancelled start began is ended."""
        return await awaited_start(self._start(launch))

    async def sweep(self) -> list[str]:
        """Ends processes and removes directories that a killed arena left in the directory."""
        swept = []
        for directory in sorted(self._directory.glob("*.*")):
            named = _LIFE_NAME.fullmatch(directory.name)
            if named and directory not in self._lives:
                await sweep_life(directory, named[2])
                swept.append(f"process and directory of slot {named[1]}")
        return swept

    async def close(self) -> None:
        await asyncio.gather(*(life.stop() for life in [*self._lives.values()]))

    async def _start(self, launch: Launch) -> "ProcessLife":
        footing = await self.footing()
        if launch.folder is None or not launch.command:
            raise SandboxError(f"slot {launch.slot} has no folder or command to run as a process")
        user = None
        if footing.has_users:
            user = await asyncio.to_thread(reserve_user, self._first_user, self._users)
        name = f"{launch.slot}.{user.number if user else 'own'}"
        life = ProcessLife(launch, self._directory / name, user, self._lives)
        try:
            await life.open_streams()
            await asyncio.to_thread(_prepare, launch, life.directory, user)
            reached(Moment.LIFE_PREPARED)
            await life.begin(_order(life, launch, user, footing))
        except BaseException:
            await life.abandon()
            raise
        return life


class ProcessLife:
    """One bot as a process, with its keeper, its directory and its user."""

    def __init__(
        self, launch: Launch, directory: Path, user: User | None, lives: "dict[Path, ProcessLife]"
    ) -> None:
        self.started_at = 0.0
        self.directory = directory
        self._launch, self._user, self._lives = launch, user, lives
        self._process: asyncio.subprocess.Process | None = None
        self._ending: asyncio.Task[Exit] | None = None
        self._is_killed = False  # its keeper, by the arena: it did not end the bot in time
        self.streams: Pipes | None = None
        lives[directory] = self

    async def wait(self) -> Exit:
        if self._ending is None:
            raise SandboxError(f"slot {self._launch.slot} was never started")
        return await asyncio.shield(self._ending)

    async def stop(self) -> Exit:
        if self._ending is not None and not self._ending.done():
            self._say_stop()
            try:
                await asyncio.wait_for(self.wait(), _END_SECONDS)
            except TimeoutError:
                self._kill_keeper()
        try:
            return await self.wait()
        finally:
            self._close_streams()

    async def find_disturbance(self) -> str | None:
        """Returns nothing: nobody notes what is done to a process that goes on."""
        return None

    async def open_streams(self) -> None:
        """Opens the streams of a bot that speaks by them."""
        if self._launch.socket_directory is None:
            try:
                self.streams = await Pipes.open()
            except OSError as error:
                raise SandboxError(
                    f"cannot open the streams of slot {self._launch.slot}: {error.strerror}"
                ) from None

    async def begin(self, order: keeper.Order) -> None:
        """Starts the keeper and waits until it says that the program runs."""
        held = (self._user.held.fileno(),) if self._user else ()
        theirs = self.streams.theirs if self.streams else ()
        self._process = await asyncio.create_subprocess_exec(
            *KEEPER,
            str(self.directory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={},
            cwd="/",
            pass_fds=(*held, *theirs),
            start_new_session=True,
            limit=_LINE_BYTES,
        )
        if self.streams is not None:
            self.streams.let_go()
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")
        try:
            word = await asyncio.wait_for(self._hear(), _START_SECONDS)
        except TimeoutError:
            raise SandboxError(f"slot {self._launch.slot} did not start in time") from None
        if "started" not in word:
            raise _failure(self._launch, word)
        self.started_at = float(str(word["at"]))
        self._ending = asyncio.ensure_future(self._end())

    async def abandon(self) -> None:
        """Ends what `begin` began and removes what was prepared."""
        self._close_streams()
        self._say_stop()
        self._kill_keeper()
        await self._remove(is_keeper_sound=False)

    async def _hear(self) -> dict[str, object]:
        """Returns the keeper's next word, empty at its end."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        word: dict[str, object] = json.loads(line) if line.endswith(b"\n") else {}
        return word

    async def _end(self) -> Exit:
        word = await self._hear()
        reached(Moment.BOT_ENDED)
        is_sound = bool(word.get("ended"))
        await self._remove(is_keeper_sound=is_sound)
        reached(Moment.BOT_REMOVED)
        if not word:
            # A bot that is the arena's user can kill its keeper; one that is its own cannot.
            is_foreign = self._user is not None and not self._is_killed
            external = "its keeper was killed from outside" if is_foreign else None
            return Exit(code=None, stopped_by_arena=self._is_killed, external=external)
        code = word["code"]
        return Exit(
            code=code if isinstance(code, int) else None,
            oom=bool(word["oom"]),
            stopped_by_arena=bool(word["stopped"]),
            stderr=clean_text(
                str(word["printed"]).encode("latin-1"), self._launch.limits.stderr_bytes
            ),
        )

    async def _remove(self, *, is_keeper_sound: bool) -> None:
        if self._process is not None:
            self._say_stop()
            await self._process.wait()
        if not is_keeper_sound and self._process is not None:
            await end_stragglers(self.directory, self._user)
        await asyncio.to_thread(shutil.rmtree, self.directory, ignore_errors=True)
        if self._user is not None:
            self._user.release()
        self._lives.pop(self.directory, None)

    def _close_streams(self) -> None:
        if self.streams is not None:
            self.streams.close()

    def _say_stop(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError, RuntimeError):
                self._process.stdin.write(b"x")
            self._process.stdin.close()

    def _kill_keeper(self) -> None:
        self._is_killed = True
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()


def _prepare(launch: Launch, directory: Path, user: User | None) -> None:
    """Makes a life's directory: a copy of the bot's folder and, without its own /tmp, a home."""
    assert launch.folder is not None
    try:
        directory.mkdir(mode=0o711)
        shutil.copytree(launch.folder, directory / "bot", symlinks=True)
        home = directory / "home"
        home.mkdir(mode=0o700)
        if user is not None:
            os.chown(home, user.number, user.number)
            _open_to_read(directory / "bot")
            if launch.socket_directory is not None:
                admit_group(launch.socket_directory, user.number)
    except (OSError, shutil.Error) as error:
        reason = getattr(error, "strerror", None) or "some files could not be copied"
        raise SandboxError(f"cannot prepare slot {launch.slot} for its bot: {reason}") from None


def _open_to_read(folder: Path) -> None:
    """Lets everybody read a copy that only its owner, the arena, may change."""
    for parent, _, names in os.walk(folder):
        for path in (Path(parent), *(Path(parent, name) for name in names)):
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                continue
            is_run = stat.S_ISDIR(mode) or mode & stat.S_IXUSR
            path.chmod(0o755 if is_run else 0o644)


def _order(life: ProcessLife, launch: Launch, user: User | None, footing: Footing) -> keeper.Order:
    directory = life.directory
    home = keeper.SCRATCH[0] if footing.has_mounts else str(directory / "home")
    sockets = launch.socket_directory
    needs = [directory, *([sockets.resolve()] if sockets else []), *_interpreter()]
    limits = launch.limits
    return {
        "command": list(launch.command),
        "environment": {
            "PATH": f"{_scripts()}:{_SYSTEM_PATH}",
            "HOME": home,
            "TMPDIR": home,
            "LANG": "C.UTF-8",
            **({"ARENA_SOCKET": f"unix://{sockets / SOCKET_NAME}"} if sockets else {}),
        },
        "streams": list(life.streams.theirs) if life.streams else [],
        "directory": str(directory / "bot"),
        "life": str(directory),
        "user": user.number if user else None,
        "covers": _covers(needs) if footing.has_mounts else [],
        "needs": [str(need) for need in needs],
        "memory": limits.memory,
        "pids": limits.pids,
        "tmp_bytes": limits.tmp_bytes,
        "tmp_inodes": limits.tmp_inodes,
        "nofile": limits.nofile,
        "fsize": limits.fsize,
        "stderr_bytes": limits.stderr_bytes,
    }


def _scripts() -> Path:
    """Returns the directory of the arena's interpreter: its own link keeps the environment."""
    return Path(sys.executable).parent.resolve()


def _interpreter() -> list[Path]:
    """Returns the directories that a Python bot needs of the arena's own environment."""
    return sorted({Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve(), _scripts()})


def _covers(needs: list[Path]) -> list[str]:
    """Returns the directories to hide: where all may write, and where only others may enter."""
    scratch = [Path(place) for place in keeper.SCRATCH]
    closed = [barrier for need in needs if (barrier := _find_barrier(need)) is not None]
    covers = {cover.resolve() for cover in (*scratch, *closed) if cover.is_dir()}
    return sorted(str(cover) for cover in covers if not covers.intersection(cover.parents))


def _find_barrier(path: Path) -> Path | None:
    """Returns the outermost directory above `path` that a stranger cannot enter."""
    for parent in reversed(path.parents):
        if not parent.stat().st_mode & stat.S_IXOTH:
            return parent
    return None


async def _find_footing(directory: Path) -> Footing:
    if os.geteuid() != 0:
        return Footing(has_users=False, has_mounts=False)
    readable = stat.S_IROTH | stat.S_IXOTH
    if any(path.stat().st_mode & readable != readable for path in _interpreter()):
        return Footing(has_users=False, has_mounts=False)
    if await run_keeper("--try-mounts") == 0:
        return Footing(has_users=True, has_mounts=True)
    is_open = all(_find_barrier(path) is None for path in (directory / "bot", *_interpreter()))
    return Footing(has_users=is_open, has_mounts=False)


def _failure(launch: Launch, word: dict[str, object]) -> ArenaError:
    """Says why the keeper could not start the program."""
    if "failed" not in word:
        return SandboxError(f"the keeper of slot {launch.slot} ended before its bot began")
    reason = os.strerror(int(str(word["errno"]))).lower()
    if word["bots"]:
        return BotError(
            f"cannot start {shown(launch.command)!r}: {reason}; "
            "build the bot as its README says, or mend its command in bot.toml"
        )
    return SandboxError(f"cannot start slot {launch.slot}: {word['failed']} failed, {reason}")
