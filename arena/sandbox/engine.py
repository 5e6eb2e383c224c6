"""The one way to a Docker engine: a local one, at a stated address, asked again if it stutters."""

import asyncio
import contextlib
import http
import logging
import os
import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import docker
import requests
import stamina
import urllib3
from docker.errors import APIError, DockerException

from arena.errors import ArenaError, DisturbedError, HostError
from arena.sandbox.sandbox import DEFAULT_URL

_ASK_SECONDS = 60
_KNOCK_SECONDS = 3
_ATTEMPTS = 4
_RETRY_SECONDS = 10.0
_THREADS = 8
_T = TypeVar("_T")
_NONSENSE = (
    requests.RequestException,
    urllib3.exceptions.HTTPError,
    DockerException,
    OSError,
    ValueError,  # half a JSON text
    LookupError,  # an answer without what it must have
    TypeError,
    AttributeError,
)
"""What docker-py raises when an answer is not one, or does not come."""


class EngineError(DisturbedError):
    """The engine failed: it answered with an error, with nonsense, or not at all."""

    def __init__(self, text: str, words: str = "", status: int | None = None) -> None:
        super().__init__(text)
        self.words = words
        """What the engine itself said."""
        self.status = status
        """The status of its answer; None when there was none."""


class Engine:
    """A local Docker engine. Its calls block, so they run in threads of its own."""

    def __init__(self, url: str = DEFAULT_URL, *, ask_seconds: int = _ASK_SECONDS) -> None:
        self.url = url
        self.ask_seconds = ask_seconds
        """How long one answer may take."""
        self._client: docker.DockerClient | None = None
        # Without a handler a retry would be printed into what the arena says to people.
        logging.getLogger("stamina").addHandler(logging.NullHandler())
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="docker")
        self._opening = threading.Lock()

    @property
    def socket(self) -> str:
        """The path of the engine's socket."""
        return self.url.removeprefix("unix://")

    async def ask(self, question: Callable[[docker.DockerClient], _T]) -> _T:
        """Returns what the engine answers; only for questions that may be asked twice.

        An answer may be lost although the engine has done what it was asked for, so a question has
        to take that for granted. Raises EngineError if the engine fails again and again.
        """
        return await self.run(lambda: self.ask_now(question))

    async def run(self, work: Callable[[], _T]) -> _T:
        """Does blocking work in a thread of the engine's."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def ask_now(self, question: Callable[[docker.DockerClient], _T]) -> _T:
        """Does as `ask`, in the caller's thread."""
        client = self.client()

        def knock_and_ask() -> _T:
            _knock(self.socket, self.ask_seconds)
            return question(client)

        return _patiently(knock_and_ask)

    def client(self) -> docker.DockerClient:
        """Returns the client, opened once. Raises HostError if there is no local engine."""
        with self._opening:
            if self._client is None:
                self._client = _open(self.url, self.ask_seconds)
            return self._client

    def close(self) -> None:
        self._threads.shutdown(wait=True, cancel_futures=True)
        if self._client is not None:
            self._client.close()
            self._client = None


def _patiently(question: Callable[[], _T]) -> _T:
    """Returns what the engine answers, after a stutter or two of it; raises EngineError."""
    patient = stamina.retry(on=_is_passing, attempts=_ATTEMPTS, timeout=_RETRY_SECONDS)
    try:
        return patient(question)()
    except ArenaError:
        raise
    except APIError as error:
        words = explain(error)
        text = f"the Docker engine answered with an error: {words}"
        raise EngineError(text, words, error.status_code) from None
    except _NONSENSE as error:
        reason = reason_of(error)
        raise EngineError(f"the Docker engine stopped answering: {reason}", reason) from None


def find_engine_problem(url: str = DEFAULT_URL) -> str | None:
    """Returns why no engine can be used, in one sentence; None if one answers."""
    try:
        _open(url, ask_seconds=_KNOCK_SECONDS).close()
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
        client = _patiently(
            lambda: docker.DockerClient(
                base_url=url, timeout=ask_seconds, max_pool_size=_THREADS + 2
            )
        )
    except EngineError as error:
        raise _absent(url, error.words) from None
    except OSError as error:
        raise _absent(url, reason_of(error)) from None
    try:
        _check_local(client)
    except BaseException:
        client.close()
        raise
    return client


def _absent(url: str, reason: str) -> HostError:
    return HostError(
        f"no Docker engine answers at {url!r} ({reason}); start one, or run bots as plain processes"
    )


def _knock(path: str, seconds: float) -> None:
    """Raises OSError if nobody listens there: docker-py leaves a socket open when it fails."""
    with socket.socket(socket.AF_UNIX) as knocking:
        knocking.settimeout(seconds)
        knocking.connect(path)


def _check_local(client: docker.DockerClient) -> None:
    """Raises HostError if the engine runs on another kernel: its mounts are not our files."""
    kernel = str(_patiently(client.info).get("KernelVersion"))
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
    return isinstance(error, _NONSENSE)


def reason_of(error: Exception) -> str:
    """Returns the innermost cause of a failed connection, in a few words."""
    inner: BaseException = error
    with contextlib.suppress(RecursionError):
        while (cause := inner.__cause__ or inner.__context__) is not None:
            inner = cause
            if isinstance(inner, APIError):
                return explain(inner)
    strerror = getattr(inner, "strerror", None)
    return str(strerror or type(inner).__name__).lower()
