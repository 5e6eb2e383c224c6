"""Ready images, which somebody has brought to the engine: looked at, pinned, and never changed.

Nothing is fetched. What such an image says of itself is its author's word: it is run as any other,
with our command, user, limits and nothing of its volumes and health checks.
"""

from collections.abc import Mapping
from functools import partial

import docker
from docker.errors import APIError
from docker.models.images import Image

from arena.errors import SubmissionError
from arena.sandbox.belongings import LEAGUE_LABEL
from arena.sandbox.engine import Engine, EngineError, is_gone
from arena.sandbox.sandbox import MIB, clean_text


async def pin(engine: Engine, name: str, most: int) -> str:
    """Returns the id of the image called `name`, which has `most` bytes at most and can run here.

    Raises SubmissionError if there is none, or it cannot.
    """
    try:
        image = await engine.ask(partial(find_image, name=name))
    except EngineError as error:
        raise EngineError(f"the engine cannot look for image {name!r}: {error.words}") from None
    if image is None:
        raise SubmissionError(
            f"there is no image {name!r} in the league's engine, and none is fetched: have its "
            "operator load or pull it first"
        )
    if LEAGUE_LABEL in image.labels:
        raise SubmissionError(
            f"the image {name!r} was built for an entrant of a league, and is nobody else's bot: "
            "name one of your own"
        )
    await check_image(engine, image.attrs, f"the image {name!r}", most)
    return str(image.id)


def find_image(client: docker.DockerClient, name: str) -> Image | None:
    try:
        return client.images.get(name)
    except APIError as error:
        if is_gone(error):
            return None
        raise


async def check_image(engine: Engine, attrs: Mapping[str, object], what: str, most: int) -> None:
    """Raises SubmissionError if an image is too large or made for another kind of machine."""
    size = attrs.get("Size")
    if isinstance(size, int) and size > most:
        raise SubmissionError(
            f"{what} has {size / MIB:,.0f} MiB, more than the {most / MIB:,.0f} MiB allowed: leave "
            "out what the bot does not need to run"
        )
    version = await engine.ask(lambda client: client.version())
    made_for, here = _platform(attrs, "Architecture"), _platform(version, "Arch")
    if made_for != here:
        raise SubmissionError(
            f"{what} is made for {made_for}, and bots run on {here} here: build it for that"
        )


def _platform(said: Mapping[str, object], architecture: str) -> str:
    """Returns system and processor, whoever said it."""
    names = (str(said.get(key) or "unknown") for key in ("Os", architecture))
    return clean_text("/".join(name[:40] for name in names).encode("utf-8", "replace"))
