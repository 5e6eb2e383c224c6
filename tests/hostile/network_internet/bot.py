"""Tries to reach anything by the protocols of the internet, names and well-known addresses."""

import socket

from calls import failing
from hostile import Player


def _connect(address: str) -> None:
    socket.create_connection((address, 80), timeout=0.2).close()


def _send(family: int, address: str) -> None:
    with socket.socket(family, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", (address, 53))


class Caller(Player):
    def deed(self) -> None:
        failing(
            {
                "loopback": lambda: _connect("127.0.0.1"),
                "loopback, version 6": lambda: _connect("::1"),
                "metadata of a cloud": lambda: _connect("169.254.169.254"),
                "datagram": lambda: _send(socket.AF_INET, "127.0.0.53"),
                "datagram, version 6": lambda: _send(socket.AF_INET6, "::1"),
                "name": lambda: socket.getaddrinfo("arena.invalid", 80),
                "listening": lambda: socket.create_server(("127.0.0.1", 0)),
                "pair": lambda: socket.socketpair(socket.AF_INET),
            }
        )


if __name__ == "__main__":
    Caller().run()
