"""Opens a stream and resets it, again and again: alone, or beside the stream that it plays over."""

import sys
import time
from typing import NoReturn

from hostile import Player, did
from raw import CANCEL, RESET, connect, frame, open_stream, opening
from rawplay import beside


def _reset_for_ever() -> NoReturn:
    did("resetting")
    while True:
        try:
            with connect() as connection:
                connection.sendall(opening())
                for stream in range(1, 200_001, 2):
                    reset = frame(RESET, 0, stream, CANCEL.to_bytes(4, "big"))
                    connection.sendall(open_stream(stream) + reset)
        except OSError:
            time.sleep(0.01)  # hung up on


class Beside(Player):
    def deed(self) -> None:
        beside(_reset_for_ever)
        time.sleep(0.5)


if __name__ == "__main__":
    if sys.argv[1] == "alone":
        _reset_for_ever()
    Beside().run()
