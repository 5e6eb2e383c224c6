"""What a submission that was killed has left, swept away before the next one.

A copy is stored and an image built before their entrant is there. Copies that no entrant has are
left over, whenever they were made: they lie in the league's own directory. That an image was being
built a file beside them says, and since when: of the images of this league that no entrant has,
only those are removed that were made since then.
"""

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from arena.errors import ArenaError, HostError
from arena.league.league import League
from arena.sandbox.belongings import LEAGUE_LABEL, find_images
from arena.sandbox.engine import Engine
from arena.sandbox.images import remove_image

_MARK = ".building"
_COPY = re.compile(r"[0-9a-f]{64}")


def sweep_copies(league: League) -> None:
    """Removes the stored copies that no entrant has; the caller holds the league."""
    needed = {entrant.digest for entrant in league.store.entrants()}
    for path in league.directory.submissions.glob("*"):
        if _COPY.fullmatch(path.name) and path.name not in needed:
            shutil.rmtree(path, ignore_errors=True)


@asynccontextmanager
async def marked(league: League) -> AsyncIterator[None]:
    """Marks the league while an image of it is built and its bot tried."""
    mark = league.directory.submissions / _MARK
    if mark.exists():
        await _sweep(league, mark.stat().st_mtime)
    _set(mark)
    try:
        yield
    except ArenaError:  # what was built is gone
        mark.unlink(missing_ok=True)
        raise
    mark.unlink(missing_ok=True)


async def _sweep(league: League, since: float) -> None:
    """Removes the images that no entrant has and that were made after a moment, to the second."""
    needed = {entrant.image for entrant in league.store.entrants()}
    engine = Engine(league.settings.play.engine)
    try:
        with suppress(ArenaError):  # an engine that fails is told of by what comes next
            for image in await find_images(engine, LEAGUE_LABEL, league.made.id):
                if image.id not in needed and image.made_at >= int(since):
                    await remove_image(engine, image.id)
    finally:
        engine.close()


def _set(mark: Path) -> None:
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.unlink(missing_ok=True)
        mark.touch()
    except OSError as error:
        raise HostError(
            f"the bot cannot be copied to {mark.parent}: {error.strerror}; check space and rights"
        ) from None
