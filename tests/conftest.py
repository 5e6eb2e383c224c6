"""Fixtures that many tests share, and what tests need that are marked `docker`."""

import asyncio
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import docker
import pytest

from arena.sandbox import DEFAULT_URL
from arena.sandbox.engine import Engine, find_engine_problem
from arena.sandbox.images import remove_image
from tests.containers import build_scripted

BASE_IMAGE = "python:3.11-slim"
os.environ.setdefault("ARENA_ENTRY_CHECK", "start")  # quick; test_check.py tries the other
collect_ignore = [
    "hostile",  # programs that are played: `make hostile`, and test_hostile.py
    "languages/spoiler.py",  # a bot of its own, which finds the kit where it is played
]


@pytest.fixture
def run_directory() -> Iterator[Path]:
    """Yields a directory whose path is short enough for a socket, and which bots may enter."""
    with TemporaryDirectory(prefix="arena-") as name:
        directory = Path(name)
        directory.chmod(0o711)
        yield directory


@cache
def has_runsc() -> bool:
    """Tells whether the engine knows gVisor; found out once."""
    if docker_problem() is not None:
        return False
    client = docker.DockerClient(base_url=DEFAULT_URL)
    try:
        return "runsc" in client.info().get("Runtimes", {})
    finally:
        client.close()


@pytest.fixture(scope="session")
def scripted_image() -> Iterator[str]:
    """The image of the scripted bot; what it does is in the command that it is started with."""
    image = build_scripted()
    yield image
    engine = Engine()
    asyncio.run(remove_image(engine, image))
    engine.close()


@cache
def docker_problem() -> str | None:
    """Returns why tests with Docker cannot run here; found out once."""
    problem = find_engine_problem()
    if problem is not None:
        return problem
    client = docker.DockerClient(base_url=DEFAULT_URL)
    try:
        is_there = bool(client.images.list(BASE_IMAGE))
    finally:
        client.close()
    return None if is_there else f"the engine has no image {BASE_IMAGE}; pull it"


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests marked `docker` where they cannot run, or fails them if they must."""
    if item.get_closest_marker("docker") is None:
        return
    problem = docker_problem()
    if problem is None and item.get_closest_marker("runsc") is not None and not has_runsc():
        problem = "not verified: the engine has no runtime runsc (gVisor); register one"
    if problem is None:
        return
    if os.environ.get("ARENA_REQUIRE_DOCKER") == "1":
        pytest.fail(f"ARENA_REQUIRE_DOCKER=1, but {problem}", pytrace=False)
    pytest.skip(problem)
