"""The one way to a Docker engine: a local one, at a stated address, asked again if it stutters."""

import asyncio
import contextlib
import http
import logging
import os
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import docker
import requests
import stamina
from docker.errors import APIError, DockerException

from arena.errors import HostError, SandboxError

DEFAULT_URL = "unix:///var/run/docker.sock"
_ASK_SECONDS = 60
_ATTEMPTS = 4
_RETRY_SECONDS = 10.0
_THREADS = 8
_T = TypeVar("_T")


class Engine:
    """A local Docker engine. Its calls block, so they run in threads of its own."""

    def __init__(self, url: str = DEFAULT_URL, *, ask_seconds: int = _ASK_SECONDS) -> None:
        self.url = url
        self._ask_seconds = ask_seconds
        self._client: docker.DockerClient | None = None
        # Without a handler a retry would be printed into what the arena says to people.
        logging.getLogger("stamina").addHandler(logging.NullHandler())
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="docker")

    async def ask(self, question: Callable[[docker.DockerClient], _T]) -> _T:
        """Returns what the engine answers; only for questions that may be asked twice.

        Raises what docker-py raises for an answer, SandboxError if there is none.
        """
        return await self.run(lambda: self.ask_now(question))

    async def run(self, work: Callable[[], _T]) -> _T:
        """Does blocking work in a thread of the engine's."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def ask_now(self, question: Callable[[docker.DockerClient], _T]) -> _T:
        """Does as `ask`, in the caller's thread."""
        client = self.client()
        patient = stamina.retry(on=_is_passing, attempts=_ATTEMPTS, timeout=_RETRY_SECONDS)
        try:
            return patient(question)(client)
        except (requests.ConnectionError, requests.Timeout) as error:
            raise SandboxError(f"the Docker engine stopped answering: {_reason(error)}") from None

    def client(self) -> docker.DockerClient:
        """Returns the client, opened once. Raises HostError if there is no local engine."""
        if self._client is None:
            self._client = _open(self.url, self._ask_seconds)
        return self._client

    def close(self) -> None:
        self._threads.shutdown(wait=True)
        if self._client is not None:
            self._client.close()
            self._client = None


def find_engine_problem(url: str = DEFAULT_URL) -> str | None:
    """Returns why no engine can be used, in one sentence; None if one answers."""
    try:
        _open(url, ask_seconds=3).close()
    except HostError as error:
        return str(error)
    return None


def _open(url: str, ask_seconds: int) -> docker.DockerClient:
    if not url.startswith("unix:///"):
        raise HostError(
            f"the Docker engine at {url!r} is not local: bots reach the arena by a socket file, "
            f"so give an address like {DEFAULT_URL!r}"
        )
    try:
        _knock(url.removeprefix("unix://"), ask_seconds)
        client = docker.DockerClient(base_url=url, timeout=ask_seconds, max_pool_size=_THREADS + 2)
    except (DockerException, requests.RequestException, OSError) as error:
        raise HostError(
            f"no Docker engine answers at {url!r} ({_reason(error)}); "
            "start one, or run bots as plain processes"
        ) from None
    try:
        _check_local(client)
    except BaseException:
        client.close()
        raise
    return client


def _knock(path: str, seconds: float) -> None:
    """Raises OSError if nobody listens there: docker-py leaves a socket open when it fails."""
    with socket.socket(socket.AF_UNIX) as knocking:
        knocking.settimeout(seconds)
        knocking.connect(path)


def _check_local(client: docker.DockerClient) -> None:
    """Raises HostError if the engine runs on another kernel: its mounts are not our files."""
    kernel = str(client.info().get("KernelVersion"))
    if kernel != os.uname().release:
        raise HostError(
            f"the Docker engine runs on another kernel ({kernel!r}), so bots cannot reach this "
            "arena's sockets; run the arena inside a container of it, as compose.yaml does"
        )


def is_gone(error: APIError) -> bool:
    return error.status_code == http.HTTPStatus.NOT_FOUND


def is_conflict(error: APIError) -> bool:
    return error.status_code == http.HTTPStatus.CONFLICT


def explain(error: APIError) -> str:
    """Returns the engine's own words, on one line."""
    words = error.explanation or f"status {error.status_code}"
    return " ".join(str(words).split())[:400]


def _is_passing(error: Exception) -> bool:
    """Tells a stutter of the engine from an answer."""
    if isinstance(error, APIError):
        return error.is_server_error() and "OCI runtime" not in explain(error)
    return isinstance(error, (requests.ConnectionError, requests.Timeout))


def _reason(error: Exception) -> str:
    """Returns the innermost cause of a failed connection, in a few words."""
    inner: BaseException = error
    with contextlib.suppress(RecursionError):
        while (cause := inner.__cause__ or inner.__context__) is not None:
            inner = cause
    strerror = getattr(inner, "strerror", None)
    return str(strerror or type(inner).__name__).lower()
