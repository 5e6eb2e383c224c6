"""Whether the limits hold on this machine, found out by bots that try to break them."""

import asyncio
import json
import os
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from enum import Enum
from importlib.resources import files
from pathlib import Path

from arena.errors import ArenaError
from arena.sandbox.docker import DockerSandbox
from arena.sandbox.engine import DEFAULT_URL, Engine, find_engine_problem
from arena.sandbox.process import ProcessSandbox
from arena.sandbox.sandbox import MIB, SOCKET_NAME, Exit, Launch, Limits, Sandbox

BASE_IMAGE = "python:3.11-slim"
_SECONDS = 30.0
_TRIES_BEYOND = 32
_BOMB = "import time\nheld = []\nwhile True: held.append(b'x' * 2**20); time.sleep(0.002)"
_IDLE = "import time\ntime.sleep(1000)"
_FACTS_BYTES = 65_536


class Status(Enum):
    """What is known of a limit."""

    HOLDS = "holds"
    DOES_NOT_HOLD = "does-not-hold"
    NOT_VERIFIED = "not-verified"


@dataclass(frozen=True, slots=True)
class Check:
    """One limit or need, whether it holds, how that was seen and what to do if it does not."""

    name: str
    status: Status
    detail: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class _Rule:
    """What facts a limit must lead to."""

    name: str
    holds: Callable[[Mapping[str, object], Limits], bool]
    facts: tuple[str, ...]
    """The facts that show it, for the detail."""
    advice: str


_STRANGERS = "run bots that you do not trust with --sandbox docker"
_OUTDATED = "update the Docker engine and the kernel, or run only bots that you trust"
_RULES = (
    _Rule(
        "own user",
        lambda f, _: f["user"] not in (0, f["arena"]) and f["groups"] == [],
        ("user", "groups"),
        _STRANGERS,
    ),
    _Rule(
        "no capabilities", lambda f, _: f["capabilities"] == [0, 0, 0], ("capabilities",), _OUTDATED
    ),
    _Rule(
        "no new privileges", lambda f, _: f["no_new_privs"] is True, ("no_new_privs",), _OUTDATED
    ),
    _Rule("system calls filtered", lambda f, _: f["seccomp"] == 2, ("seccomp",), _STRANGERS),  # noqa: PLR2004  # filter mode
    _Rule("no network route", lambda f, _: f["routes"] == 0, ("routes",), _STRANGERS),
    _Rule(
        "no network socket",
        lambda f, _: bool(f["inet"]) and bool(f["netlink"]),
        ("inet", "netlink"),
        _STRANGERS,
    ),
    _Rule("nothing written elsewhere", lambda f, _: f["written"] == [], ("written",), _STRANGERS),
    _Rule(
        "small temporary directory",
        lambda f, limits: f["scratch_bytes"] == limits.tmp_bytes,
        ("scratch_bytes",),
        _STRANGERS,
    ),
    _Rule(
        "few temporary files",
        lambda f, limits: f["scratch_files"] == limits.tmp_inodes,
        ("scratch_files",),
        _STRANGERS,
    ),
    _Rule(
        "no shared memory",
        lambda f, _: f["has_shared_memory"] is False,
        ("has_shared_memory",),
        _STRANGERS,
    ),
    _Rule(
        "socket cannot be replaced",
        lambda f, _: bool(f["unlink"]) and bool(f["beside"]),
        ("unlink", "beside"),
        _STRANGERS,
    ),
    _Rule(
        "files limited",
        lambda f, limits: (f["nofile"], f["fsize"], f["core"]) == (limits.nofile, limits.fsize, 0),
        ("nofile", "fsize", "core"),
        _OUTDATED,
    ),
    _Rule("no neighbours seen", lambda f, _: f["neighbours"] == 0, ("neighbours",), _STRANGERS),
    _Rule(
        "processes limited",
        lambda f, limits: isinstance(f["processes"], int) and f["processes"] < limits.pids,
        ("processes",),
        _STRANGERS,
    ),
)


async def examine_docker(
    directory: Path, *, url: str = DEFAULT_URL, image: str = BASE_IMAGE
) -> list[Check]:
    """Returns what holds of containers; `directory` is for sockets and must be empty."""
    problem = await asyncio.to_thread(find_engine_problem, url)
    if problem is not None:
        return [
            Check("engine answers", Status.DOES_NOT_HOLD, problem, "start a Docker engine"),
            *_unverified("no engine answers", "start a Docker engine"),
        ]
    engine = Engine(url)
    checks, found = await _examine_engine(engine, image)
    if not found:
        engine.close()
        return [*checks, *_unverified(f"there is no {image}", f"docker pull {image}")]
    sandbox = DockerSandbox(secrets.token_hex(8), engine=engine)
    return [*checks, *await _examine(sandbox, directory, found)]


async def examine_processes(directory: Path) -> list[Check]:
    """Returns what holds of plain processes; `directory` must be empty."""
    return await _examine(ProcessSandbox(directory / "lives"), directory, None)


async def _examine_engine(engine: Engine, image: str) -> tuple[list[Check], str]:
    """Returns what the engine says of itself, and the id of the image, empty if it has none."""
    info = await engine.ask(lambda client: client.info())
    images = await engine.ask(lambda client: client.images.list(image))
    has_seccomp = any("seccomp" in str(option) for option in info.get("SecurityOptions") or [])
    cgroups = str(info.get("CgroupVersion") or "1")
    checks = [
        Check("engine answers", Status.HOLDS, f"version {info.get('ServerVersion')}, local"),
        _check(
            "engine can filter system calls",
            holds=has_seccomp,
            detail=f"security options {info.get('SecurityOptions')}",
            advice=_OUTDATED,
        ),
        _check(
            "engine can limit memory and processes",
            holds=bool(info.get("MemoryLimit")) and bool(info.get("PidsLimit")),
            detail=f"cgroups version {cgroups}",
            advice="start the kernel with the memory and pids cgroups",
        ),
        _check(
            "base image is here",
            holds=bool(images),
            detail=image,
            advice=f"docker pull {image}",
        ),
    ]
    return checks, str(images[0].id) if images else ""


async def _examine(sandbox: Sandbox, directory: Path, image: str | None) -> list[Check]:
    try:
        return [
            *await _guarded("limits", _examine_limits(sandbox, directory, image)),
            *await _guarded("memory limited", _examine_memory(sandbox, directory, image)),
            *await _guarded("kill works", _examine_kill(sandbox, directory, image)),
        ]
    finally:
        await sandbox.close()


async def _guarded(name: str, examining: Awaitable[list[Check]]) -> list[Check]:
    """Returns the checks, or why they could not be made."""
    try:
        return await asyncio.wait_for(examining, _SECONDS)
    except (ArenaError, OSError, ValueError) as error:
        return [Check(name, Status.DOES_NOT_HOLD, str(error), "see the message")]
    except TimeoutError:
        return [Check(name, Status.NOT_VERIFIED, f"nothing came in {_SECONDS:g} s", "try again")]


async def _examine_limits(sandbox: Sandbox, directory: Path, image: str | None) -> list[Check]:
    limits = Limits(pids=64)
    told: asyncio.Queue[bytes] = asyncio.Queue()

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        told.put_nowait(await reader.readline())
        writer.close()

    async with AsyncExitStack() as stack:
        source = files("arena.sandbox").joinpath("inside.py").read_text("utf-8")
        launch = _launch(directory, image, source, limits)
        path = launch.socket_directory / SOCKET_NAME
        server = await asyncio.start_unix_server(hear, path, limit=_FACTS_BYTES)
        await stack.enter_async_context(server)
        path.chmod(0o666)
        life = await sandbox.start(launch)
        stack.push_async_callback(life.stop)
        ended = asyncio.ensure_future(life.wait())
        heard = asyncio.ensure_future(told.get())
        await asyncio.wait({ended, heard}, return_when=asyncio.FIRST_COMPLETED)
        if not heard.done():
            await asyncio.wait({heard}, timeout=1)
        if not heard.done():
            heard.cancel()
            return [_silent(await ended)]
        ended.cancel()
        return _judge({**json.loads(heard.result()), "arena": os.geteuid()}, limits)


def _silent(ended: Exit) -> Check:
    detail = f"the probe ended with code {ended.code}: {ended.stderr[-300:]}"
    advice = "see that the run directory can be entered and that python3 is in the image"
    return Check("socket can be reached", Status.DOES_NOT_HOLD, detail, advice)


def _judge(facts: Mapping[str, object], limits: Limits) -> list[Check]:
    checks = [Check("socket can be reached", Status.HOLDS, "the probe spoke through it")]
    for rule in _RULES:
        detail = ", ".join(f"{fact} {facts[fact]}" for fact in rule.facts)
        checks.append(
            _check(rule.name, holds=rule.holds(facts, limits), detail=detail, advice=rule.advice)
        )
    return checks


async def _examine_memory(sandbox: Sandbox, directory: Path, image: str | None) -> list[Check]:
    limits = Limits(memory=64 * MIB)
    life = await sandbox.start(_launch(directory, image, _BOMB, limits))
    try:
        ended = await life.wait()
    finally:
        await life.stop()
    detail = f"a program that wants all memory ended with code {ended.code}, oom {ended.oom}"
    advice = "start the kernel with the memory cgroup"
    return [_check("memory limited", holds=ended.oom, detail=detail, advice=advice)]


async def _examine_kill(sandbox: Sandbox, directory: Path, image: str | None) -> list[Check]:
    life = await sandbox.start(_launch(directory, image, _IDLE, Limits()))
    ended = await life.stop()
    detail = f"a program that runs on ended with code {ended.code}"
    advice = "see whether AppArmor keeps the engine from killing containers"
    return [_check("kill works", holds=ended.stopped_by_arena, detail=detail, advice=advice)]


def _launch(directory: Path, image: str | None, source: str, limits: Limits) -> Launch:
    slot = secrets.token_hex(8)
    sockets, folder = directory / slot, directory / "empty"
    sockets.mkdir(parents=True)
    folder.mkdir(exist_ok=True)
    tries = str(limits.pids + _TRIES_BEYOND)
    return Launch(slot, sockets, ("python3", "-c", source, tries), folder, image, limits)


def _check(name: str, *, holds: bool, detail: str, advice: str) -> Check:
    if holds:
        return Check(name, Status.HOLDS, detail)
    return Check(name, Status.DOES_NOT_HOLD, detail, advice)


def _unverified(detail: str, advice: str) -> list[Check]:
    names = [*(rule.name for rule in _RULES), "memory limited", "kill works"]
    return [Check(name, Status.NOT_VERIFIED, detail, advice) for name in names]
