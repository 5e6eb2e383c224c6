"""Tries to reach the machine below a virtual machine."""

import os
import socket

from calls import failing
from hostile import Player

HOST = 2


def _connect() -> None:
    with socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM) as stream:
        stream.settimeout(0.2)
        stream.connect((HOST, 1024))


class Caller(Player):
    def deed(self) -> None:
        failing(
            {
                "stream": _connect,
                "datagram": lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_DGRAM),
                "device": lambda: os.open("/dev/vsock", os.O_RDONLY),
            }
        )


if __name__ == "__main__":
    Caller().run()
