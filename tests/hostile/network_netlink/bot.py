"""Tries every protocol of netlink, by which a program speaks with the kernel about the machine."""

import socket
from functools import partial

from calls import failing
from hostile import Player

PROTOCOLS = 23


class Caller(Player):
    def deed(self) -> None:
        failing(
            {
                f"{number}": partial(socket.socket, socket.AF_NETLINK, socket.SOCK_RAW, number)
                for number in range(PROTOCOLS)
            }
        )


if __name__ == "__main__":
    Caller().run()
