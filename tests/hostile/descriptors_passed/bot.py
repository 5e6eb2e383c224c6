"""Passes descriptors of its own to the arena, hundreds with each byte, beside and amid play."""

import os
import socket
import time

from hostile import did
from raw import PING, connect, frame, opening
from rawplay import RawPlayer

_AT_ONCE = 200
_TIMES = 50


class Passes(RawPlayer):
    def deed(self) -> None:
        files = [os.open("/dev/null", os.O_RDONLY)] * _AT_ONCE
        passed = refused = 0
        with connect() as beside:
            beside.sendall(opening())
            for connection in (beside, self.connection):
                for _ in range(_TIMES):
                    try:
                        socket.send_fds(connection, [frame(PING, 1, 0, bytes(8))], files)
                        passed += _AT_ONCE
                    except OSError:
                        refused += 1
                        time.sleep(0.005)  # so many are under way that the arena has to read first
            did(f"passed {passed} descriptors, {refused} times refused")


if __name__ == "__main__":
    Passes().run()
