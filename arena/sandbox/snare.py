"""Places of an image that the engine itself goes to, and what there would lead it astray.

A link where the socket belongs has the engine mount the socket's directory elsewhere. And whoever
is to run, the engine first reads the image's lists of users: it waits for ever at a pipe in their
place, and cannot then even remove the container; a device or a huge file may have no end.
"""

import base64
import json

import docker
from docker.errors import APIError

_READ_BY_THE_ENGINE = ("/etc/passwd", "/etc/group")
_LARGEST = 1024 * 1024
_LINK = 1 << 27
_NEITHER_FILE_NOR_FOLDER = 1 << 26 | 1 << 25 | 1 << 24 | 1 << 21 | 1 << 19
"""Devices, pipes, sockets and what is odder, in the bits of Go's file modes."""
_READ = "which the engine reads before anything starts"
_STAT = "X-Docker-Container-Path-Stat"


def find_snare(client: docker.DockerClient, container: str, mount: str) -> str | None:
    """Returns what the engine must not meet in a container that has not started, in words.

    `mount` is where the directory of the socket is mounted.
    """
    mode, _, _ = _state_of(client, container, mount)
    if mode & _LINK:
        return f"a link at {mount}, where its socket belongs"
    for path in _READ_BY_THE_ENGINE:
        mode, size, target = _state_of(client, container, path)
        if mode & _LINK and target:
            mode, size, _ = _state_of(client, container, target)
        if mode & _NEITHER_FILE_NOR_FOLDER:
            return f"no plain file at {path}, {_READ}"
        if size > _LARGEST:
            return f"a file of {size} bytes at {path}, {_READ}"
    return None


def _state_of(client: docker.DockerClient, container: str, path: str) -> tuple[int, int, str]:
    """Returns mode, size and, of a link, where it leads in the end; zeros if there is nothing."""
    api = client.api
    response = api.head(
        f"{api.base_url}/v{api.api_version}/containers/{container}/archive",
        params={"path": path},
        timeout=api.timeout,
    )
    if not response.ok:
        return 0, 0, ""  # nothing is there, or links without end, at which the start will fail
    try:
        state = json.loads(base64.b64decode(response.headers[_STAT]))
        return int(state["mode"]), int(state["size"]), str(state["linkTarget"])
    except (KeyError, ValueError):
        raise APIError(f"the engine does not tell what is at {path}", response=response) from None
