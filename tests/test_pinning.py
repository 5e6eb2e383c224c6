"""Which processors bots are held to, and what is said of it."""

from dataclasses import replace
from pathlib import Path
from secrets import token_hex

import docker
import pytest

from arena.errors import HostError, SandboxError
from arena.league import ScheduleSettings
from arena.league.pinning import pinning_of
from arena.league.settings import Pin
from arena.sandbox import DEFAULT_URL
from arena.sandbox.cores import Cores, own_processors, parse_processors
from arena.sandbox.docker import DockerSandbox
from arena.store import SandboxKind
from tests.conftest import BASE_IMAGE
from tests.in_memory import new_settings
from tests.sandboxes import Place, remains

TELLS = "tell(*sorted(os.sched_getaffinity(0))); time.sleep(1000)"


@pytest.mark.parametrize(
    ("pin", "cpuset", "own", "entrants", "first", "words"),
    [
        # two processors and three bots: nobody is pinned, and it is said
        (
            Pin.AUTO,
            "",
            2,
            3,
            None,
            "not pinned to processors: there are up to 3 bots",
        ),
        (Pin.AUTO, "", 4, 3, 1, "of its own: 3 for bots"),  # one is left for the arena
        (Pin.AUTO, "", 4, 4, None, "up to 4 bots at once and 3 processors"),
        (Pin.AUTO, "", 13, 40, 1, "of its own: 12 for bots"),  # no sitting has more than twelve
        (Pin.AUTO, "1-3", 4, 3, 1, "of its own: 3 for bots"),  # the arena has the one outside
        (Pin.AUTO, "0-3", 4, 4, None, "up to 4 bots at once and 3 processors"),
        (Pin.ON, "", 2, 3, 1, "share processors"),
        (Pin.OFF, "", 64, 3, None, ""),
    ],
)
def test_a_bot_has_its_own_processor_or_none_is_pinned(  # noqa: PLR0913, PLR0917  # a table row
    pin: Pin, cpuset: str, own: int, entrants: int, first: int | None, words: str
) -> None:
    usual = new_settings()
    settings = replace(
        usual,
        schedule=ScheduleSettings(),
        play=replace(usual.play, pin=pin),
        limits=replace(usual.limits, cpuset=cpuset),
    )

    pinning = pinning_of(settings, SandboxKind.DOCKER, entrants, tuple(range(own)))

    assert words in pinning.told
    assert bool(words) is bool(pinning.told)
    assert (pinning.cores.lend() if pinning.cores else None) == first


def test_pinning_that_is_wanted_and_cannot_be_stops_a_run() -> None:
    usual = new_settings()
    settings = replace(usual, play=replace(usual.play, pin=Pin.ON))

    with pytest.raises(HostError, match="no processor is left for bots beside the arena's"):
        pinning_of(settings, SandboxKind.DOCKER, 3, (0,))
    told = pinning_of(settings, SandboxKind.PROCESS, 3, (0,)).told
    assert told == "Bots that run as plain processes are pinned to no processor."


def test_a_processor_is_lent_to_as_few_lives_as_can_be() -> None:
    cores = Cores((1, 2, 5))

    assert [cores.lend() for _ in range(5)] == [1, 2, 5, 1, 2]
    cores.give_back(2)
    cores.give_back(2)
    assert [cores.lend() for _ in range(2)] == [2, 2]
    with pytest.raises(SandboxError):
        Cores(())


@pytest.mark.parametrize(
    ("text", "numbers"), [("", ()), ("3", (3,)), ("0-1,3", (0, 1, 3)), ("2,0-2", (0, 1, 2))]
)
def test_processors_are_named_as_in_the_settings(text: str, numbers: tuple[int, ...]) -> None:
    assert parse_processors(text) == numbers


@pytest.mark.docker
async def test_a_container_has_the_processor_that_it_was_lent(run_directory: Path) -> None:
    """Each life tells what it may use; a processor comes back with the end of its life."""
    own = own_processors()[:2]
    client = docker.DockerClient(base_url=DEFAULT_URL)
    league = token_hex(8)
    sandbox = DockerSandbox(league, cores=Cores(own))
    place = Place(sandbox, run_directory, client=client)
    place.image = client.images.get(BASE_IMAGE).id
    try:
        lives, told = [], []
        for _ in range(len(own)):
            lives.append(await place.start(TELLS))
            told.append(await (await place.wire()).word())
        await lives[-1].stop()
        again = await place.start(TELLS)
        told.append(await (await place.wire()).word())
        await again.stop()
    finally:
        await place.close()
        left = remains("docker", run_directory, league, client)
        client.close()

    assert told == [*map(str, own), str(own[-1])]
    assert left == []
