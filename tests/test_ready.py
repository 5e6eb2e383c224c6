"""Ready images: pinned as they are, or refused in a sentence; never fetched, changed or removed."""

from collections.abc import AsyncIterator, Iterator

import docker
import pytest

from arena.errors import SubmissionError
from arena.sandbox import DEFAULT_URL
from arena.sandbox.belongings import LEAGUE_LABEL
from arena.sandbox.engine import Engine
from arena.sandbox.ready import check_image, pin
from tests.conftest import BASE_IMAGE
from tests.loaded import loaded

MIB = 1024 * 1024
pytestmark = pytest.mark.docker


@pytest.fixture
async def engine() -> AsyncIterator[Engine]:
    engine = Engine()
    yield engine
    engine.close()


@pytest.fixture
def client() -> Iterator[docker.DockerClient]:
    client = docker.DockerClient(base_url=DEFAULT_URL)
    yield client
    client.close()


async def test_an_image_is_pinned_by_its_id(engine: Engine, client: docker.DockerClient) -> None:
    with loaded(client) as name, loaded(client) as other:
        first = await pin(engine, name, 2**40)
        assert first == client.images.get(name).id

        client.images.get(other).tag(name)
        assert await pin(engine, name, 2**40) == client.images.get(other).id != first
        client.images.remove(first)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no-such-image:1", "there is no image 'no-such-image:1' in the league's engine, and none"),
        (f"{BASE_IMAGE.partition(':')[0]}@sha256:{'0' * 64}", "there is no image "),
        ("no-such-host.invalid:5000/x/y:1", "there is no image 'no-such-host.invalid:5000/x/y:1'"),
    ],
)
async def test_an_image_that_is_not_there_is_not_fetched(
    engine: Engine, name: str, told: str
) -> None:
    with pytest.raises(SubmissionError) as caught:
        await pin(engine, name, 2**40)

    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("architecture", "system", "told"),
    [
        ("arm64", "linux", "is made for linux/arm64, and bots run on linux/"),
        ("386", "linux", "is made for linux/386, and bots run on linux/"),
        ("am\x1b[2Jd64\n", "linux", "is made for linux/amd64"),
    ],
)
async def test_an_image_for_another_machine_is_refused(
    engine: Engine, client: docker.DockerClient, architecture: str, system: str, told: str
) -> None:
    with loaded(client, architecture=architecture, system=system) as name:
        with pytest.raises(SubmissionError) as caught:
            await pin(engine, name, 2**40)

        assert str(caught.value).startswith(f"the image {name!r} {told}")
        assert "\x1b" not in str(caught.value)


async def test_an_image_that_says_nothing_of_a_machine_is_refused(engine: Engine) -> None:
    with pytest.raises(SubmissionError, match="the image is made for unknown/unknown, and bots"):
        await check_image(engine, {"Size": 1}, "the image", 2**40)


async def test_an_image_that_is_too_large_is_refused(
    engine: Engine, client: docker.DockerClient
) -> None:
    with loaded(client, size=3 * MIB) as name:
        with pytest.raises(SubmissionError, match="has 3 MiB, more than the 2 MiB allowed: leave"):
            await pin(engine, name, 2 * MIB)

        assert await pin(engine, name, 4 * MIB)


async def test_an_image_that_a_league_has_built_is_refused(
    engine: Engine, client: docker.DockerClient
) -> None:
    told = "was built for an entrant of a league, and is nobody else's bot"
    labels = {LEAGUE_LABEL: "0123456789abcdef"}
    with (
        loaded(client, config={"Labels": labels}) as name,
        pytest.raises(SubmissionError, match=told),
    ):
        await pin(engine, name, 2**40)
