"""Two bots try to meet at an abstract address, and in the list of all sockets."""

import socket
from pathlib import Path

from together import Partner

MEETING = "\0the-usual-place"


class Caller(Partner):
    def __init__(self) -> None:
        super().__init__()
        self.own = socket.socket(socket.AF_UNIX)
        self.is_bound = False

    def seek(self) -> str:
        if not self.is_bound:
            try:
                self.own.bind(MEETING)
            except OSError as error:
                return f"the other is there: {error.strerror}"
            self.own.listen()
            self.own.setblocking(False)
            self.is_bound = True
        try:
            self.own.accept()
        except BlockingIOError:
            listed = Path("/proc/net/unix").read_text(encoding="utf-8").count("@the-usual-place")
            return "the other is listed" if listed > 1 else ""
        return "the other called"


if __name__ == "__main__":
    Caller().run()
