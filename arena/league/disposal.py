"""What a league no longer needs, and how each thing of it is removed.

Looked at is only what carries the league's label, lies in its directory, or is its run directory.
The caller holds the league, so nothing of it is in use.
"""

import asyncio
import re
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from arena.errors import ConfigError, HostError
from arena.league.kept import is_whole
from arena.league.league import League
from arena.league.rooms import PREFIX, check_free, held_room, rooms_in, run_base, run_place
from arena.league.settings import Settings
from arena.league.standing import benched_entrants, missing_fixtures
from arena.sandbox.belongings import (
    LEAGUE_LABEL,
    SINGLE_LABEL,
    Belonging,
    find_containers,
    find_images,
)
from arena.sandbox.engine import Engine
from arena.sandbox.images import image_present, remove_image
from arena.sandbox.life import removal
from arena.sandbox.process import ProcessSandbox

_FRESH = 3600.0
"""Seconds in which the image of a single match may still be played with, in whatever place."""
_COPY = re.compile(r"[0-9a-f]{64}|\.(staging|unpacked)-.*")
_LOG = re.compile(r"e[0-9]+\.log")


@dataclass(frozen=True, slots=True)
class Disposable:
    """One thing that nobody needs any more."""

    what: str
    size: int
    """Bytes; of an image with all that it shares with others."""
    remove: Callable[[], Awaitable[bool]]
    """Removes it; the answer is whether it is gone."""


async def disposables_of(league: League, engine: Engine | None) -> AsyncIterator[Disposable]:
    """Yields what a league no longer needs; without an engine only what lies in directories."""
    place = run_place(league.settings, league.made.id)
    if _is_there(place):
        check_free(place)
        yield _room(place, "run directory of an arena that was killed")
    if engine is not None:
        for container in await find_containers(engine, league.made.id):
            yield _container(engine, container)
        needed = {entrant.image for entrant in league.store.entrants()}
        for image in await find_images(engine, LEAGUE_LABEL, league.made.id):
            if image.id not in needed:
                yield _image(engine, image, "image of no entrant")
    digests = {entrant.digest for entrant in league.store.entrants()}
    for path in _children(league.directory.submissions):
        if _COPY.fullmatch(path.name) and path.name not in digests:
            yield _directory(path, "stored copy of no entrant")
    for path in _children(league.directory.logs):
        if _LOG.fullmatch(path.name):
            yield _file(path, "log of an earlier arena, which `arena logs` has as well")


async def entrants_images(league: League, engine: Engine) -> AsyncIterator[Disposable]:
    """Yields the images of all entrants of a league that is closed, or in which nothing is missing.

    Raises ConfigError while something is missing, and HostError if an image could not be built
    again because its stored copy was changed or is gone.
    """
    missing = next(missing_fixtures(league, benched_entrants(league)), None)
    if missing is not None and league.store.closing() is None:
        raise ConfigError(
            f"{missing.match} is still to be played, and needs its images: play what is missing "
            "first, with `arena run`"
        )
    for entrant in league.store.entrants():
        if entrant.image is not None and not await asyncio.to_thread(
            is_whole, league.directory.submissions / entrant.digest
        ):
            raise HostError(
                f"the stored copy of entrant {entrant.id} was changed or removed, so its image "
                "could not be built again: hand in the same folder once more, which brings it back"
            )
    needed = {entrant.image: entrant.id for entrant in league.store.entrants()}
    for image in await find_images(engine, LEAGUE_LABEL, league.made.id):
        if image.id in needed:
            yield _image(engine, image, f"image of entrant {needed[image.id]}")


async def demo_disposables(
    settings: Settings, engine: Engine | None, demo: str
) -> AsyncIterator[Disposable]:
    """Yields what demos, and matches without a league, have left; `demo` is the demos' label.

    What is in use stays: run directories that an arena holds, and while there are any, all images.
    """
    rooms = rooms_in(run_base(settings))
    left = [room for room in rooms if _is_free(room)]
    for room in left:
        yield _room(room, "run directory of an arena that was killed")
        for container in await _containers_of(room, engine):
            yield container
    if engine is None or len(left) < len(rooms):
        return
    for image in await find_images(engine, LEAGUE_LABEL, demo):
        yield _image(engine, image, "image of demos")
    for image in await find_images(engine, SINGLE_LABEL):
        if image.made_at < time.time() - _FRESH:
            yield _image(engine, image, "image of a single match")


async def _containers_of(room: Path, engine: Engine | None) -> list[Disposable]:
    if engine is None:
        return []
    found = await find_containers(engine, room.name.removeprefix(PREFIX))
    return [_container(engine, container) for container in found]


def _is_free(room: Path) -> bool:
    with held_room(room) as is_free:
        return is_free


def _is_there(path: Path) -> bool:
    return path.is_dir()


def _children(directory: Path) -> list[Path]:
    return sorted(directory.iterdir()) if directory.is_dir() else []


def _room(path: Path, what: str) -> Disposable:
    return Disposable(f"{what}: {path}", _size_of(path), partial(_remove_room, path))


async def _remove_room(path: Path) -> bool:
    """Ends the bots that a killed arena has left as processes, then removes its directory."""
    with held_room(path) as is_free:
        if not is_free:
            return False
        sandbox = ProcessSandbox(path / "bots")
        await sandbox.sweep()
        await sandbox.close()
        return await asyncio.to_thread(_remove_tree, path)


def _container(engine: Engine, container: Belonging) -> Disposable:
    async def remove() -> bool:
        await engine.ask(removal(container.id))
        return True

    return Disposable(f"container of an arena that was killed: {container.name}", 0, remove)


def _image(engine: Engine, image: Belonging, what: str) -> Disposable:
    async def remove() -> bool:
        await remove_image(engine, image.id)
        return not await image_present(engine, image.id)

    return Disposable(f"{what}: {image.name}", image.size, remove)


def _directory(path: Path, what: str) -> Disposable:
    return Disposable(
        f"{what}: {path}", _size_of(path), partial(asyncio.to_thread, _remove_tree, path)
    )


def _file(path: Path, what: str) -> Disposable:
    return Disposable(
        f"{what}: {path}", path.lstat().st_size, partial(asyncio.to_thread, _remove_file, path)
    )


def _remove_tree(path: Path) -> bool:
    if path.is_symlink():
        path.unlink()
    shutil.rmtree(path, ignore_errors=True)
    return not path.exists()


def _remove_file(path: Path) -> bool:
    path.unlink(missing_ok=True)
    return not path.exists()


def _size_of(path: Path) -> int:
    """Returns the bytes of all files under `path`, as far as they can be seen."""
    return sum(_bytes_of(each) for each in path.rglob("*"))


def _bytes_of(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0
