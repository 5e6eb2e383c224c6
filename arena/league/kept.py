"""Whether what was handed in is still what will be started.

Stored copies lie in the league's directory and images in an engine, where others can reach them.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from arena.errors import HostError, SubmissionError
from arena.games.game import JsonValue
from arena.league.league import League
from arena.league.standing import benched_entrants, missing_fixtures
from arena.runner import Contestant
from arena.sandbox.engine import Engine
from arena.sandbox.images import image_present
from arena.store import SandboxKind
from arena.submissions import digest_of


async def check_kept(
    league: League, contestants: Iterable[Contestant], sandbox: SandboxKind
) -> None:
    """Raises HostError for the first of `contestants` that is gone or was changed."""
    match sandbox:
        case SandboxKind.PROCESS:
            for contestant in contestants:
                folder = contestant.folder
                if folder is None or not await asyncio.to_thread(is_whole, folder):
                    raise _changed_copy(league, contestant)
        case SandboxKind.DOCKER:
            engine = Engine(league.settings.play.engine)
            try:
                for contestant in contestants:
                    if not await image_present(engine, contestant.image or ""):
                        raise _lost_image(league, contestant)
            finally:
                engine.close()


async def rebuild_images(
    league: League,
    contestants: Mapping[str, Contestant],
    build: Callable[[Path], Awaitable[str]],
) -> dict[str, Contestant]:
    """Returns `contestants` with images that the engine has: those that it lost are built again.

    Only those who are to play are looked at. A base image or a package may be another than it was,
    so each new image is on record. Raises HostError if a stored copy was changed or is gone.
    """
    missing = missing_fixtures(league, benched_entrants(league))
    playing = {entrant for fixture in missing for entrant in fixture.seating}
    renewed = dict(contestants)
    engine = Engine()
    try:
        for entrant in sorted(playing, key=lambda each: int(each[1:])):
            contestant = contestants[entrant]
            if await image_present(engine, contestant.image or ""):
                continue
            if _ready_image(league, contestant) is not None:
                raise _lost_image(league, contestant)
            if contestant.folder is None or not await asyncio.to_thread(
                is_whole, contestant.folder
            ):
                raise _changed_copy(league, contestant)
            image = await build(contestant.folder)
            league.store.replace_image(entrant, image)
            renewed[entrant] = replace(contestant, image=image)
    finally:
        engine.close()
    return renewed


def is_whole(copy: Path) -> bool:
    """Says whether a stored copy is what was handed in."""
    try:
        return copy.is_dir() and digest_of(copy) == copy.name
    except SubmissionError:  # something is in it that nobody can hand in
        return False


def _ready_image(league: League, contestant: Contestant) -> JsonValue:
    """Returns the name under which an image was handed in; None for one that was built."""
    return league.store.entrant(contestant.entrant).manifest.get("image")


def _lost_image(league: League, contestant: Contestant) -> HostError:
    ready = _ready_image(league, contestant)
    otherwise = (
        "or have it built again with `arena run --rebuild`"
        if ready is None
        else f"for it was handed in ready, as {ready}, and cannot be built"
    )
    return HostError(
        f"the engine no longer has the image of {_shown(league, contestant)}: load "
        f"{contestant.image} from a copy, use the engine that has it, {otherwise}"
    )


def _changed_copy(league: League, contestant: Contestant) -> HostError:
    return HostError(
        f"the stored copy of {_shown(league, contestant)} was changed or removed: remove "
        f"{contestant.folder} and hand in the same folder once more, which brings it back"
    )


def _shown(league: League, contestant: Contestant) -> str:
    return f"entrant {contestant.entrant} ({league.names()[contestant.entrant]!r})"
