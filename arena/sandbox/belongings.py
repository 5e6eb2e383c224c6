"""What in an engine belongs to a league, by its label: what else is there is never looked at."""

from collections.abc import Sequence
from dataclasses import dataclass

import docker

from arena.sandbox.engine import Engine

LEAGUE_LABEL = "arena.league"
SINGLE_LABEL = "arena.for-one-match"
"""Of an image that was built for one match and is needed by nobody else.

Builders add labels in the order of the alphabet, each as a layer: this one, which is the same for
all matches, has to come before that of the league, or each match would leave a layer of its own.
"""
assert SINGLE_LABEL < LEAGUE_LABEL


@dataclass(frozen=True, slots=True)
class Belonging:
    """An image or a container."""

    id: str
    name: str
    """How people find it in the engine."""
    league: str
    """The id of the league, or of the room, that it is labelled with."""
    size: int
    """Bytes of an image, what it shares with others included; 0 for a container."""
    made_at: float
    """Unix time."""


async def find_images(engine: Engine, label: str, value: str | None = None) -> Sequence[Belonging]:
    """Returns the images that carry `label`, or carry it with `value`, the newest first."""
    wanted = label if value is None else f"{label}={value}"

    def listed(client: docker.DockerClient) -> list[Belonging]:
        images = client.api.images(all=True, filters={"label": wanted})
        return [
            Belonging(
                id=str(each["Id"]),
                name=str(each["Id"]).removeprefix("sha256:")[:12],
                league=str((each.get("Labels") or {}).get(LEAGUE_LABEL, "")),
                size=int(each.get("Size", 0)),
                made_at=float(each.get("Created", 0)),
            )
            for each in images
        ]

    return await engine.ask(listed)


async def find_containers(engine: Engine, league: str) -> Sequence[Belonging]:
    """Returns the containers of a league: both label and name must say so."""

    def listed(client: docker.DockerClient) -> list[Belonging]:
        filters = {"label": f"{LEAGUE_LABEL}={league}"}
        found = client.api.containers(all=True, filters=filters)
        belongings = [
            Belonging(
                id=str(each["Id"]),
                name=str(each["Names"][0]).lstrip("/"),
                league=league,
                size=0,
                made_at=float(each.get("Created", 0)),
            )
            for each in found
        ]
        return [each for each in belongings if each.name.startswith(f"arena-{league}-")]

    return await engine.ask(listed)
