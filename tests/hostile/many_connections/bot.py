"""Opens hundreds of connections beside the one that it plays over, and keeps them."""

import socket

from hostile import Player, did, socket_path
from raw import opening

_COUNT = 200
kept: list[socket.socket] = []


class Many(Player):
    def deed(self) -> None:
        failed = 0
        for _ in range(_COUNT):
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(0.2)
            try:
                connection.connect(str(socket_path()))
                connection.sendall(opening())
            except OSError:
                failed += 1
            kept.append(connection)
        did(f"{_COUNT} connections, {failed} failed, {_open()} still open")


def _open() -> int:
    """Returns how many the arena has not hung up on."""
    count = 0
    for connection in kept:
        connection.settimeout(0.05)
        try:
            while connection.recv(4096):
                pass
        except TimeoutError:
            count += 1
        except OSError:
            pass
    return count


if __name__ == "__main__":
    Many().run()
