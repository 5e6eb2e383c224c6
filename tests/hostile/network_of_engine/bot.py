"""Tries to reach the engine and every other socket that lies or lay anywhere."""

import os
import socket
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from calls import failing
from hostile import Player, breach, did, socket_path

USUAL = (
    "/var/run/docker.sock",
    "/run/docker.sock",
    "/run/containerd/containerd.sock",
    "/run/podman/podman.sock",
    "/proc/1/root/var/run/docker.sock",
    "/run/dbus/system_bus_socket",
    "/run/systemd/private",
    "\0containerd-shim",
)


def _connect(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect(path)


class Caller(Player):
    def deed(self) -> None:
        failing({path.replace("\0", "@"): partial(_connect, path) for path in USUAL})
        found = [path for path in _sockets() if path != socket_path()]
        if found:
            breach(f"there are other sockets: {found[:3]}")
        listed = Path("/proc/net/unix").read_text(encoding="utf-8").splitlines()[1:]
        named = [line.split()[7:] for line in listed if len(line.split()) > 7]
        if others := [name for name in named if name and name != [_own_path()]]:
            breach(f"other sockets are listed: {others[:3]}")
        did("no socket but its own")


def _own_path() -> str:
    """Returns what its own socket is called outside."""
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
        source, place = line.split()[3:5]
        if place == str(socket_path().parent):
            return f"{source}/{socket_path().name}"
    return ""


def _sockets() -> Iterator[Path]:
    for folder, _, names in os.walk("/"):
        if folder.startswith(("/proc", "/sys")):
            continue
        for name in names:
            path = Path(folder, name)
            if stat.S_ISSOCK(path.lstat().st_mode):
                yield path


if __name__ == "__main__":
    Caller().run()
