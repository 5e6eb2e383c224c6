"""Leaves processes behind that hold its notes, and that another life could ask for them."""

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from carrier import Carrier, places, read
from hostile import sleep_for_ever

NAME = "arena-note"


class Keeper(Carrier):
    notes = 3

    def keep(self, note: bytes) -> int:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                _serve(note)
            os._exit(0)
        os.wait()
        return 1

    def find(self) -> Iterator[tuple[str, bytes]]:
        for address in _addresses():
            with suppress(OSError), socket.socket(socket.AF_UNIX) as asking:
                asking.settimeout(0.2)
                asking.connect(address)
                yield f"a process at {address!r}", asking.recv(1 << 16)
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                yield f"process {entry.name}", read(entry / "cmdline") + read(entry / "environ")


def _serve(note: bytes) -> None:
    listening = []
    for address in _addresses():
        with suppress(OSError):
            one = socket.socket(socket.AF_UNIX)
            one.bind(address)
            one.listen()
            listening.append(one)
    if not listening:
        sleep_for_ever()
    listening[0].settimeout(None)
    while True:
        for one in listening:
            one.settimeout(0.05)
            with suppress(OSError):
                asked, _ = one.accept()
                asked.sendall(note)
                asked.close()


def _addresses() -> list[str]:
    return [f"\0{NAME}", *(str(place / f"{NAME}.sock") for place in sorted({*places()}))]


if __name__ == "__main__":
    Keeper().run()
