"""Tries to make sockets of every family and type but those of files."""

import socket

from hostile import Player, breach, did

FAMILIES = 64
TYPES = (1, 2, 3, 4, 5, 6, 10)
"""Streams, datagrams, raw, reliable, sequenced, congestion-controlled, packets."""


class Caller(Player):
    def deed(self) -> None:
        answers = set()
        for family in set(range(FAMILIES)) - {socket.AF_UNIX}:
            for kind in TYPES:
                try:
                    socket.socket(family, kind)
                except OSError as error:
                    answers.add(error.strerror)
                else:
                    breach(f"a socket of family {family} and type {kind} could be made")
        left, right = socket.socketpair()
        left.sendall(b"x")
        if right.recv(1) == b"x":
            did(f"only those of files can be made, others: {', '.join(map(str, answers))}")


if __name__ == "__main__":
    Caller().run()
