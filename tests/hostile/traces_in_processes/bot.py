"""Leaves daemons that hold a name, and looks for those of an earlier life."""

import os
import socket
import time
from pathlib import Path

from daemon import daemon
from hostile import Player, breach, did, sleep_for_ever

NAME = "\0seen-by-a-hostile-bot"


class Tracer(Player):
    at = "start"

    def deed(self) -> None:
        others = [
            entry.name
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and int(entry.name) not in {1, os.getpid()}
        ]
        if others:
            breach(f"processes of an earlier life: {others}")
        with socket.socket(socket.AF_UNIX) as looking:
            if looking.connect_ex(NAME) == 0:
                breach("an earlier life answers")
        if daemon():
            with socket.socket(socket.AF_UNIX) as holding:
                holding.bind(NAME)
                holding.listen()
                did("a daemon waits for the next life")
                sleep_for_ever()
        time.sleep(0.2)


if __name__ == "__main__":
    Tracer().run()
