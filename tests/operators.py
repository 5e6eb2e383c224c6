"""Somebody with access to the engine who meddles with a match."""

import contextlib
import threading
from collections.abc import Callable
from typing import Self

import docker
import requests
from docker.errors import DockerException
from docker.models.containers import Container

from arena.sandbox import DEFAULT_URL


class Meddler:
    """Does a deed to the container of e2 once it plays, in the first life of it alone."""

    def __init__(
        self, league: str, deed: Callable[[Container], object], url: str = DEFAULT_URL
    ) -> None:
        self._league, self._deed, self._url = league, deed, url
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._meddle)
        self.is_done = False

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()

    def finish(self) -> None:
        """Returns once the deed is over."""
        self._over.set()
        self._thread.join()

    def _meddle(self) -> None:
        with contextlib.closing(docker.DockerClient(base_url=self._url)) as client:
            while not self._over.is_set() and not self.is_done:
                with contextlib.suppress(
                    DockerException, requests.RequestException
                ):  # it has ended meanwhile
                    self._look(client)
                self._over.wait(0.05)

    def _look(self, client: docker.DockerClient) -> None:
        label = f"arena.league={self._league}"
        for container in client.containers.list(filters={"label": label}, ignore_removed=True):
            if "--slow" in container.attrs["Args"] and self._plays(container):
                self.is_done = True
                self._deed(container)
                return

    def _plays(self, container: Container) -> bool:
        return b"scripted: at-work" in container.logs(stderr=True)
