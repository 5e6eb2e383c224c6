"""Sends bytes out of band, which sockets have besides their stream, amid its playing."""

import socket

from hostile import did, sleep_for_ever
from raw import PING, frame
from rawplay import RawPlayer

_PONG = frame(PING, 1, 0, bytes(8))


class OutOfBand(RawPlayer):
    def deed(self) -> None:
        try:
            while True:
                self.connection.send(b"!", socket.MSG_OOB)
                self.connection.sendall(_PONG)
        except (BrokenPipeError, ConnectionResetError):
            did("hung up on")
            sleep_for_ever()
        except OSError as error:
            did(f"no such bytes here: {error.strerror}")


if __name__ == "__main__":
    OutOfBand().run()
