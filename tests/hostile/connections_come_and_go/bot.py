"""Opens and closes thousands of connections beside its playing, with and without a preface."""

import socket
import time
from typing import NoReturn

from hostile import Player, did, socket_path
from raw import opening
from rawplay import beside

made = 0


def _come_and_go() -> NoReturn:
    global made  # noqa: PLW0603  # what the thread has done, told by the other
    while True:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(0.1)
            try:
                connection.connect(str(socket_path()))
                if made % 2:
                    connection.sendall(opening())
            except OSError:
                time.sleep(0.001)  # its queue is full
            else:
                made += 1


class ComesAndGoes(Player):
    def deed(self) -> None:
        beside(_come_and_go)
        time.sleep(0.7)
        did(f"{made} connections came and went")


if __name__ == "__main__":
    ComesAndGoes().run()
