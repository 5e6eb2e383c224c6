"""Images from submissions: built by the engine's own builder, within limits, or not at all.

A build runs an author's commands, so its network, memory and time are the operator's settings.
Nothing of a build that failed stays, whether it broke, ran out of time or was cancelled. What a
build says may be the author's words: they never decide alone what is removed.
"""

import asyncio
import contextlib
import re
import stat
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import docker
import requests
from docker.errors import APIError, DockerException
from docker.models.images import Image
from docker.types import CancellableStream
from urllib3.exceptions import HTTPError

from arena.errors import ArenaError, HostError, SandboxError, SubmissionError
from arena.sandbox.build_watch import Share, Watch
from arena.sandbox.builders import check_builder
from arena.sandbox.engine import Engine, EngineError, explain, is_conflict, is_gone
from arena.sandbox.ready import check_image, find_image
from arena.sandbox.sandbox import MIB, clean_text

_LAST_LINES = 12
_LINE_BYTES = 400
_LINE_COST = 64
"""As how many bytes more a line counts: many short ones take longer to show than a few long."""
_DOCKERFILE_BYTES = MIB
_ENDING_SECONDS = 30.0
_LOOK_SECONDS = 0.1
_QUIET_SECONDS = 1.0
_STEP = re.compile(r"Step \d+/\d+ : (\w+)\s*(.*)", re.DOTALL)
_SHORT = 12
_LAYER = re.compile(r"\s*---> ([0-9a-f]{12})\s*")
_KILLED = re.compile(r"returned a non-zero code: 137\b")
_UNKNOWN = ("pull access denied", "manifest unknown", "not found", "invalid reference format")
_NO_NETWORK = ("endpoint", "on network")  # the engine's words, and no program's of a build


class NoBaseError(HostError):
    """The image that a build starts from is not on this machine and cannot be fetched."""


@dataclass(frozen=True, slots=True)
class BuildLimits:
    """What a build may use at most."""

    network: str = "bridge"
    """`bridge`, `none` or `host`: what its commands can reach."""
    seconds: float = 600.0
    memory: int = 2048 * MIB
    """Bytes, swap included, for each command."""
    cpus: float = 2.0
    """Processor seconds a second, for each command."""
    disk: int = 4096 * MIB
    """Bytes that all commands together may write."""
    output: int = 16 * MIB
    """Bytes that they may print."""
    context: int = 64 * MIB
    """Bytes of all files handed to the engine."""
    files: int = 10_000
    size: int = 2048 * MIB
    """Bytes of the finished image."""


@dataclass(slots=True)
class _Progress:
    """What a build has said so far; written in the build's thread."""

    on_line: Callable[[str], None]
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=_LAST_LINES))
    step: tuple[str, str] = ("", "")
    layers: list[str] = field(default_factory=list)
    """Short ids of the layers that this build claims to have made, oldest first."""
    image: str = ""
    error: str = ""
    response: requests.Response | None = None
    _is_cached: bool = False
    _said: int = 0

    def take(self, word: Mapping[str, object], limits: BuildLimits) -> None:
        """Takes what the engine says; raises SubmissionError once that is too much."""
        aux = word.get("aux")
        if isinstance(aux, dict) and str(aux.get("ID", "")).startswith("sha256:"):
            self.image = str(aux["ID"])
        if "error" in word:
            self.error = clean_text(str(word["error"]).encode()).strip()
        said = str(word.get("stream", ""))
        self._said += len(said) + _LINE_COST * said.count("\n")
        if self._said > limits.output:
            raise SubmissionError(
                f"the build printed more than {limits.output // MIB} MiB: have it print less"
                f"{_told(self)}"
            )
        for line in said.splitlines():
            self._line(line)

    def _line(self, line: str) -> None:
        cleaned = clean_text(line.encode("utf-8", "replace"), _LINE_BYTES).rstrip()
        if step := _STEP.fullmatch(cleaned):
            self.step = (step[1].upper(), step[2])
        if layer := _LAYER.fullmatch(cleaned):
            if not self._is_cached:
                self.layers.append(layer[1])
        elif cleaned:
            self.lines.append(cleaned)
            self.on_line(cleaned)
        self._is_cached = "Using cache" in cleaned


async def build(  # noqa: PLR0913  # all but two are named
    engine: Engine,
    folder: Path,
    *,
    labels: Mapping[str, str],
    limits: BuildLimits,
    on_line: Callable[[str], None],
    arguments: Mapping[str, str] | None = None,
    tag: str | None = None,
) -> str:
    """Returns the id of the image built from `folder`.

    `on_line` gets each line of the build, cleaned, in another thread. Raises SubmissionError if
    the author is at fault, NoBaseError if the base image cannot be had, SandboxError otherwise.
    """
    await asyncio.to_thread(_check_folder, folder, limits)
    progress = _Progress(on_line)
    earlier = await _image_ids(engine)
    share = Share(limits.cpus)
    ask = _Build(engine.url, folder, dict(labels), limits, share, dict(arguments or {}), tag)
    work = asyncio.ensure_future(asyncio.to_thread(ask.run, progress))
    watch = Watch(engine, share, limits.disk)
    watching = asyncio.ensure_future(watch.watch())
    try:
        await _first_of(work, watching, limits.seconds)
        return await _finish(engine, progress, limits)
    except BaseException as error:
        _hang_up(progress)
        with contextlib.suppress(ArenaError, TimeoutError):
            await asyncio.wait_for(work, _ENDING_SECONDS)
        await _clear(engine, progress, earlier, watch)
        if isinstance(error, TimeoutError):
            raise SubmissionError(
                f"the image was not built within {limits.seconds:g} s{_told(progress)}"
            ) from None
        raise
    finally:
        watching.cancel()


async def _first_of(
    work: "asyncio.Future[None]", watching: "asyncio.Future[None]", seconds: float
) -> None:
    """Waits for the end of the work; raises what either raises, or TimeoutError."""
    waiting = (work, watching)
    done, _ = await asyncio.wait(waiting, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    if not done:
        raise TimeoutError
    for each in done:
        each.result()


async def image_present(engine: Engine, name: str) -> bool:
    """Tells whether the engine has an image of that name or id."""
    try:
        return await engine.ask(partial(find_image, name=name)) is not None
    except EngineError as error:
        raise EngineError(f"the engine cannot look for image {name!r}: {error.words}") from None


async def remove_image(engine: Engine, image: str, *, keep_layers: bool = False) -> None:
    """Removes an image and the layers that only it has, if it is there and nothing uses it.

    With `keep_layers` its layers stay, as the engine's cache of the next build like it.
    """

    def remove(client: docker.DockerClient) -> None:
        try:
            client.images.remove(image, force=False, noprune=keep_layers)
        except APIError as error:
            if not is_gone(error) and not is_conflict(error):
                raise

    try:
        await engine.ask(remove)
    except EngineError as error:
        raise EngineError(f"the engine cannot remove {image!r}: {error.words}") from None


@dataclass(frozen=True, slots=True)
class _Build:
    """One request to build, with a connection of its own that can be cut."""

    url: str
    folder: Path
    labels: dict[str, str]
    limits: BuildLimits
    share: Share
    arguments: dict[str, str]
    tag: str | None

    def run(self, progress: _Progress) -> None:
        """Builds until done, failed or hung up on; what was said is in `progress`."""
        try:
            client = docker.APIClient(base_url=self.url, timeout=int(self.limits.seconds) + 30)
        except (DockerException, requests.RequestException):
            raise HostError(f"no Docker engine answers at {self.url!r}; start one") from None
        with contextlib.closing(client):
            client.hooks["response"] = [_keeping(progress)]
            client.params = self.share.to_query()  # which docker-py's own words leave out
            try:
                for word in self._ask(client):
                    progress.take(word, self.limits)
            except APIError as error:
                progress.error = progress.error or explain(error)
            except (DockerException, HTTPError, OSError, TypeError, ValueError) as error:
                # TypeError is docker-py's word for a folder that has gone meanwhile.
                raise SandboxError(
                    f"the engine broke off a build: {type(error).__name__}"
                ) from None
            finally:
                _hang_up(progress)
                if progress.response is not None:
                    progress.response.close()

    def _ask(self, client: docker.APIClient) -> Iterator[Mapping[str, object]]:
        return client.build(
            path=str(self.folder),
            tag=self.tag,
            rm=True,
            forcerm=True,
            nocache=False,
            pull=False,
            decode=True,
            container_limits={"memory": self.limits.memory, "memswap": self.limits.memory},
            labels=self.labels,
            buildargs=self.arguments,
            network_mode=self.limits.network,
            use_config_proxy=False,
        )


def _keeping(progress: _Progress) -> Callable[..., None]:
    def keep(response: requests.Response, **_rest: object) -> None:
        if (response.request.path_url or "").split("?")[0].endswith("/build"):
            progress.response = response

    return keep


def _hang_up(progress: _Progress) -> None:
    """Cuts the connection; then the engine ends the build and what it runs."""
    if progress.response is not None:
        with contextlib.suppress(OSError, AttributeError):
            CancellableStream(iter(()), progress.response).close()


async def _finish(engine: Engine, progress: _Progress, limits: BuildLimits) -> str:
    """Returns the image if there is one and it is not too large."""
    if progress.error or not progress.image:
        raise _fault(progress)
    image = await engine.ask(lambda client: client.images.get(progress.image))
    try:
        await check_image(engine, image.attrs, "the image", limits.size)
    except BaseException:
        progress.layers.append(progress.image.removeprefix("sha256:")[:_SHORT])
        raise
    return progress.image


async def _image_ids(engine: Engine) -> frozenset[str]:
    # Not `images.list`, which looks at each again and fails where one was removed meanwhile.
    images = await engine.ask(lambda client: client.api.images(all=True))
    return frozenset(str(image["Id"]) for image in images)


async def _clear(
    engine: Engine, progress: _Progress, earlier: frozenset[str], watch: Watch
) -> None:
    """Removes the layers that are new, nameless and unlabelled, once no command runs any more."""
    deadline = time.monotonic() + _ENDING_SECONDS
    with contextlib.suppress(ArenaError):
        quiet_since = time.monotonic()  # the engine may just be making one
        while time.monotonic() < min(deadline, quiet_since + _QUIET_SECONDS):
            await asyncio.sleep(_LOOK_SECONDS)
            if await watch.has_containers():
                quiet_since = time.monotonic()
        new = await _image_ids(engine) - earlier
        ids = {each.removeprefix("sha256:")[:_SHORT]: each for each in new}
        claimed = dict.fromkeys(layer for layer in reversed(progress.layers) if layer in ids)
        for layer in claimed:
            found = await engine.ask(partial(find_image, name=ids[layer]))
            if found is not None and not _has_owner(found, progress):
                await remove_image(engine, str(found.id))


def _has_owner(image: Image, progress: _Progress) -> bool:
    """Tells whether somebody named or fetched it, or it is the finished image of another build."""
    if image.tags or image.attrs.get("RepoDigests"):
        return True
    return image.id != progress.image and any(key.startswith("arena.") for key in image.labels)


def _fault(progress: _Progress) -> ArenaError:
    """Says why there is no image."""
    reason = progress.error or "the engine ended the build without a word"
    instruction, rest = progress.step
    if instruction == "FROM":
        base = rest.split(" ")[0]
        if any(word in reason.lower() for word in _UNKNOWN):
            return SubmissionError(f"there is no base image {base!r}: {reason}; check its name")
        return NoBaseError(
            f"the base image {base!r} is not on this machine and cannot be fetched: {reason}; "
            "load it by hand or connect to its registry"
        )
    if all(word in reason.lower() for word in _NO_NETWORK):
        return HostError(
            f"the engine cannot give a build its network: {reason}; mend it, or choose another "
            "with build_network"
        )
    if instruction == "RUN" and _KILLED.search(reason):
        return SubmissionError(
            "the image could not be built: a command of it was killed, as is one that uses more "
            f"memory than a build may{_told(progress)}"
        )
    return SubmissionError(f"the image could not be built: {reason}{_told(progress)}")


def _told(progress: _Progress) -> str:
    if not progress.lines:
        return "; mend the Dockerfile"
    return "".join(["; it last said:", *(f"\n  {line}" for line in progress.lines)])


def _check_folder(folder: Path, limits: BuildLimits) -> None:
    """Raises SubmissionError if the folder is too large or wants another builder."""
    dockerfile = folder / "Dockerfile"
    if dockerfile.is_symlink() or not dockerfile.is_file():
        raise SubmissionError("the bot has no Dockerfile; add one, or run it as a plain process")
    if dockerfile.stat().st_size > _DOCKERFILE_BYTES:
        raise SubmissionError(f"the Dockerfile is larger than {_DOCKERFILE_BYTES} bytes")
    check_builder(dockerfile.read_bytes())
    states = [path.lstat() for path in folder.rglob("*")]
    if any(not _is_plain(state.st_mode) for state in states):
        raise SubmissionError("the bot's folder holds something that is no file, folder or link")
    size = sum(state.st_size for state in states)
    if size > limits.context or len(states) > limits.files:
        raise SubmissionError(
            f"the bot's folder has {len(states)} files with {size} bytes, more than the "
            f"{limits.files} files or {limits.context} bytes allowed"
        )


def _is_plain(mode: int) -> bool:
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISLNK(mode)
