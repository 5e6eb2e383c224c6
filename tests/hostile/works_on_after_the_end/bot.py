"""Works on after Goodbye: burns, writes and prints in threads and children, deaf to SIGTERM."""

import os
import signal
import threading
from pathlib import Path

from hostile import Player, did, scratch, sleep_for_ever
from timed import burn

from arena.v1.arena_pb2 import Goodbye


class Tireless(Player):
    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        for _ in range(3):
            if os.fork() == 0:
                os.setsid()
                _write(scratch() / f"{os.getpid()}")
            threading.Thread(target=burn, args=(lambda: False,)).start()
        did("working on")
        sleep_for_ever()


def _write(path: Path) -> None:
    while True:
        path.write_bytes(os.urandom(4096))


if __name__ == "__main__":
    Tireless().run()
