"""Tries to make raw sockets and sockets of packets."""

import socket

from calls import failing
from hostile import Player

ALL = 3  # every protocol
XDP = 44


class Caller(Player):
    def deed(self) -> None:
        raw, datagram = socket.SOCK_RAW, socket.SOCK_DGRAM
        failing(
            {
                "icmp": lambda: socket.socket(socket.AF_INET, raw, socket.IPPROTO_ICMP),
                "icmp, version 6": lambda: socket.socket(socket.AF_INET6, raw, 58),
                "any": lambda: socket.socket(socket.AF_INET, raw, socket.IPPROTO_RAW),
                "ping": lambda: socket.socket(socket.AF_INET, datagram, socket.IPPROTO_ICMP),
                "packets": lambda: socket.socket(socket.AF_PACKET, raw, socket.htons(ALL)),
                "packets, cooked": lambda: socket.socket(socket.AF_PACKET, datagram, 0),
                "express": lambda: socket.socket(XDP, raw),
            }
        )


if __name__ == "__main__":
    Caller().run()
