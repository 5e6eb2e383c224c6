"""Whether the limits hold on this machine, found out by bots that try to break them."""

import asyncio
import contextlib
import json
import os
import resource
import secrets
import shutil
import socket
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path

import docker
from docker.errors import APIError
from pydantic import TypeAdapter

from arena.errors import ArenaError
from arena.sandbox.container import ADDRESS, ENVIRONMENT, LOG_BYTES
from arena.sandbox.docker import DockerSandbox
from arena.sandbox.engine import Engine, explain, find_engine_problem
from arena.sandbox.life import DockerLife
from arena.sandbox.limit import Check, Outside, Status, judge
from arena.sandbox.pages import find_hidden, layers_of
from arena.sandbox.process import ProcessSandbox
from arena.sandbox.rules import PROBE_IMAGE, RULES
from arena.sandbox.sandbox import DEFAULT_URL, MIB, SOCKET_NAME, Exit, Launch, Life, Limits, Sandbox

BASE_IMAGE = "python:3.11-slim"
_SECONDS = 90.0
_SPIN_SECONDS = 10.0
_LOOK_SECONDS = 0.7
_LINE_BYTES = MIB
_SPINNING = 2
_SLOW_CPUS = 0.1
_CROWD_BEYOND = 32
_FLOOD_BYTES = 8 * MIB
_NAMED_BY_ENGINE = ("PATH", "HOSTNAME")
_FACTS = TypeAdapter(dict[str, object])


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a machine, besides to keep bots apart."""

    limits: Limits = field(default_factory=Limits)
    start: float = 10.0
    """Seconds from a bot's start to its hello, at most."""
    files: int = 512
    """Files that the arena itself may have to open."""
    private: tuple[str, ...] = ()
    """Paths that no bot may see."""

    def tried(self) -> Limits:
        """Returns limits like those of the bots, but small enough to be reached in a moment."""
        return replace(
            self.limits,
            memory=128 * MIB,
            cpus=_SLOW_CPUS,
            tmp_bytes=8 * MIB,
            tmp_inodes=256,
            fsize=2 * MIB,
            nofile=64,
        )


async def examine_docker(
    directory: Path,
    asked: Asked | None = None,
    *,
    url: str = DEFAULT_URL,
    image: str = BASE_IMAGE,
    runtime: str = "",
) -> list[Check]:
    """Returns what holds of containers; `directory` is for sockets and must be empty."""
    problem = await asyncio.to_thread(find_engine_problem, url)
    if problem is not None:
        advice = "start a Docker engine"
        checks = [Check("engine-answers", Status.DOES_NOT_HOLD, problem, advice)]
        return [*checks, *_unverified("engine-answers", "no engine answers", advice)]
    engine = Engine(url)
    try:
        checks, found, names = await _examine_engine(engine, image, runtime)
        lacks = next((check for check in checks if check.status is not Status.HOLDS), None)
        if lacks is not None:
            return [*checks, *_unverified(lacks.name, lacks.detail, lacks.advice)]
        sandbox = DockerSandbox(secrets.token_hex(8), engine=engine, runtime=runtime)
        bench = _Bench(sandbox, directory, asked or Asked(), found, engine)
        return [*checks, *await bench.examine(frozenset(names), 2 * LOG_BYTES)]
    finally:
        engine.close()


async def examine_processes(directory: Path, asked: Asked | None = None) -> list[Check]:
    """Returns what holds of plain processes; `directory` must be empty."""
    asked = asked or Asked()
    bench = _Bench(ProcessSandbox(directory / "lives"), directory, asked, None, None)
    return await bench.examine(frozenset(), asked.limits.stderr_bytes)


async def _examine_engine(
    engine: Engine, image: str, runtime: str
) -> tuple[list[Check], str, list[str]]:
    """Returns what the engine says of itself, and the image's id and names of its variables."""
    info = await engine.ask(lambda client: client.info())
    images = await engine.ask(lambda client: client.images.list(image))
    runtimes = sorted(info.get("Runtimes") or {})
    used = runtime or str(info.get("DefaultRuntime"))
    answers = f"version {info.get('ServerVersion')}, local, cgroups {info.get('CgroupVersion', 1)}"
    checks = [
        Check("engine-answers", Status.HOLDS, answers),
        _check(
            "runtime-known",
            f"{used}, of {', '.join(runtimes)}"
            if used in runtimes
            else f"the engine has no runtime {used!r}, only {', '.join(runtimes)}",
            "register it in the engine's daemon.json, or choose another with play.runtime",
            holds=used in runtimes,
        ),
        _check(
            PROBE_IMAGE,
            image if images else f"there is no {image}",
            f"docker pull {image}, or name another image that has python3 with play.probe_image",
            holds=bool(images),
        ),
    ]
    words = (images[0].attrs["Config"] or {}).get("Env") or [] if images else []
    return checks, str(images[0].id) if images else "", [word.split("=")[0] for word in words]


class _Bench:
    """Runs probes one beside the other, and gathers what they tell."""

    def __init__(
        self,
        sandbox: Sandbox,
        directory: Path,
        asked: Asked,
        image: str | None,
        engine: Engine | None,
    ) -> None:
        self._sandbox, self._directory, self._asked = sandbox, directory, asked
        self._image, self._engine = image, engine
        self._facts: dict[str, object] = {"has_spoken": False}
        self._problems: list[str] = []
        self._told = asyncio.Event()
        self._servers = AsyncExitStack()
        self._directories: set[Path] = set()
        self._hearing: list[asyncio.Task[None] | None] = []

    async def examine(self, image_names: frozenset[str], kept_bytes: int) -> list[Check]:
        """Returns what holds; `image_names` are the variables of the image, which bots may have."""
        try:
            with _socket_without_file() as name:
                await asyncio.gather(*map(self._guarded, (self._calls(name), self._limits())))
            strains = (self._crowd(), self._memory(), self._processor(), self._output())
            self._facts["hidden_files"] = await self._hidden()
            await asyncio.gather(*map(self._guarded, strains))
        finally:
            await self._sandbox.close()
            await asyncio.wait_for(asyncio.gather(*filter(None, self._hearing)), _SECONDS)
            await self._servers.aclose()
            for used in self._directories:
                shutil.rmtree(used, ignore_errors=True)
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        self._facts["arena_files"] = hard if hard != resource.RLIM_INFINITY else 2**31
        outside = Outside(
            limits=self._asked.tried(),
            user=os.geteuid(),
            release=os.uname().release,
            machine=socket.gethostname(),
            environment=frozenset({*ADDRESS, *ENVIRONMENT, *_NAMED_BY_ENGINE, *image_names}),
            private=self._asked.private,
            start=self._asked.start,
            files_needed=self._asked.files,
            kept_bytes=kept_bytes,
        )
        missing = "; ".join(self._problems) or "no probe told of it"
        return [judge(rule, self._facts, outside, missing) for rule in RULES]

    async def _hidden(self) -> list[str]:
        """Returns why what is read of a bot's files cannot be dropped from memory; empty if so."""
        image = self._image
        if image is None or self._engine is None:
            return ["a bot reads the files of this machine"]
        says = await self._engine.ask(lambda client: client.images.get(image).attrs)
        hidden = await asyncio.to_thread(find_hidden, layers_of(says))
        return [hidden] if hidden else []

    async def _calls(self, outside: str) -> None:
        first: list[float] = []
        life = await self._start("calls", (outside,), self._asked.tried(), first)
        await self._ended(life, "the probe of calls")
        if first:
            self._facts["start_seconds"] = max(0.0, first[0] - life.started_at)

    async def _limits(self) -> None:
        limits = self._asked.tried()
        names = ("fsize", "tmp_inodes", "tmp_bytes", "nofile")
        arguments = (json.dumps({name: getattr(limits, name) for name in names}),)
        life = await self._start("inside", arguments, limits)
        await self._ended(life, "the probe of limits")

    async def _crowd(self) -> None:
        limits = self._asked.limits
        arguments = ("crowd", str(limits.pids + _CROWD_BEYOND))
        life = await self._start("strain", arguments, limits)
        ended = await self._end(life)
        has_ended_well = self._facts.get("has_ended_crowd") is True
        end = "no more" if has_ended_well else f"its sandbox ended with code {ended.code}"
        self._facts["crowd_end"] = end

    async def _memory(self) -> None:
        memory = self._asked.tried().memory
        limits = replace(self._asked.limits, memory=memory)
        life = await self._start("strain", ("memory", str(4 * memory)), limits)
        self._facts["is_oom"] = (await self._end(life)).oom

    async def _processor(self) -> None:
        limits = replace(self._asked.limits, cpus=self._asked.tried().cpus)
        life = await self._start("strain", ("processor", str(_SPINNING)), limits)
        counted: tuple[float, int] | None = None
        try:
            if isinstance(life, DockerLife) and self._engine is not None:
                counted = await self._counted(self._engine, life)
            await self._until("cpu_share", life)
        finally:
            await life.stop()
        share, times = counted or (0.0, 0)
        if counted and self._facts.get("release") != os.uname().release:
            self._facts["cpu_share"] = share
        used = self._facts.get("cpu_share")
        if times or self._engine is None or (isinstance(used, float) and used > limits.cpus):
            self._facts["throttled"] = times > 0
        else:
            self._problems.append("this machine is too busy for a bot to want more than its share")

    async def _counted(self, engine: Engine, life: DockerLife) -> tuple[float, int] | None:
        """Returns what share of a processor a container has, and how often it was held back."""
        await self._until("is_spinning", life)
        before = await engine.ask(_usage(life.container))
        after, is_held_back = before, False
        while before and after and not is_held_back and after[0] - before[0] < _SPIN_SECONDS:
            await asyncio.sleep(_LOOK_SECONDS)
            after = await engine.ask(_usage(life.container))
            is_held_back = after is not None and after[2] > before[2]
        if before is None or after is None:
            return None
        return (after[1] - before[1]) / (after[0] - before[0]), after[2]

    async def _output(self) -> None:
        arguments = ("output", str(_FLOOD_BYTES))
        life = await self._start("strain", arguments, self._asked.limits)
        await self._until("has_flooded", life)
        kept = 0
        if isinstance(life, DockerLife) and self._engine is not None:
            kept = await self._engine.ask(_log_bytes(life.container))
        ended = await life.stop()
        self._facts["is_killed"] = ended.stopped_by_arena
        self._facts["kept_bytes"] = max(kept, len(ended.stderr.encode()))

    async def _start(
        self,
        program: str,
        arguments: tuple[str, ...],
        limits: Limits,
        heard: list[float] | None = None,
    ) -> Life:
        """Starts a probe whose words become facts; `heard` gets the time of each word."""
        slot = secrets.token_hex(8)
        sockets, folder = self._directory / slot, self._directory / "empty"
        self._directories |= {sockets, folder}
        sockets.mkdir(parents=True)
        folder.mkdir(exist_ok=True)

        async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self._hearing.append(asyncio.current_task())
            with contextlib.suppress(ValueError):  # a word that is no fact
                async for line in reader:
                    if heard is not None:
                        heard.append(time.monotonic())
                    self._facts.update(_FACTS.validate_json(line), has_spoken=True)
                    self._told.set()
            writer.close()

        path = sockets / SOCKET_NAME
        server = await asyncio.start_unix_server(hear, path, limit=_LINE_BYTES)
        self._servers.push_async_exit(server)
        path.chmod(0o666)
        source = files("arena.sandbox").joinpath(f"{program}.py").read_text("utf-8")
        command = ("python3", "-c", source, *arguments)
        return await self._sandbox.start(
            Launch(slot, sockets, command, folder, self._image, limits)
        )

    async def _end(self, life: Life) -> Exit:
        """Returns how a probe ended by itself, once all that it told is known."""
        try:
            return await life.wait()
        finally:
            await life.stop()

    async def _ended(self, life: Life, what: str) -> None:
        ended = await self._end(life)
        if ended.code != 0:
            last = ended.stderr.strip().splitlines()[-1:] or ["it said nothing"]
            self._problems.append(f"{what} ended with code {ended.code}: {last[0][:200]}")

    async def _until(self, fact: str, life: Life) -> None:
        """Returns once a fact is there, or never will be."""
        ended = asyncio.ensure_future(life.wait())
        while fact not in self._facts and not ended.done():
            self._told.clear()
            told = asyncio.ensure_future(self._told.wait())
            await asyncio.wait({ended, told}, return_when=asyncio.FIRST_COMPLETED)
            told.cancel()
        ended.cancel()

    async def _guarded(self, probing: Coroutine[None, None, None]) -> None:
        """Waits for a probe, or says why it failed."""
        try:
            await asyncio.wait_for(probing, _SECONDS)
        except (ArenaError, OSError, ValueError) as error:
            self._problems.append(str(error))
        except APIError as error:
            self._problems.append(explain(error))
        except TimeoutError:
            self._problems.append(f"nothing came in {_SECONDS:g} s")


@contextlib.contextmanager
def _socket_without_file() -> Iterator[str]:
    """Listens outside on a socket that a bot must not reach, and gives its name."""
    name = f"arena-probe-{secrets.token_hex(8)}"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"\0{name}")
        listening.listen()
        yield name


def _usage(container: str) -> Callable[[docker.DockerClient], tuple[float, float, int] | None]:
    """Returns a call for the time, the processor seconds used, and how often it was held back."""

    def usage(client: docker.DockerClient) -> tuple[float, float, int] | None:
        found = client.api.stats(container, stream=False, one_shot=True)
        counted = found.get("cpu_stats", {})
        used = counted.get("cpu_usage", {}).get("total_usage")
        if not isinstance(used, int) or not used:
            return None
        times = counted.get("throttling_data", {}).get("throttled_periods", 0)
        return time.monotonic(), used / 1e9, int(times)

    return usage


def _log_bytes(container: str) -> Callable[[docker.DockerClient], int]:
    def measured(client: docker.DockerClient) -> int:
        return len(client.api.logs(container))

    return measured


def _check(name: str, detail: str, advice: str, *, holds: bool) -> Check:
    if holds:
        return Check(name, Status.HOLDS, detail)
    return Check(name, Status.DOES_NOT_HOLD, detail, advice)


def _unverified(cause: str, detail: str, advice: str) -> list[Check]:
    return [Check(rule.name, Status.NOT_VERIFIED, detail, advice, cause) for rule in RULES]
