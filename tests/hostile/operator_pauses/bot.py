"""Plays slowly and leaves notes of all cards, while an operator has a hand in its container."""

import time
from collections.abc import Iterator
from pathlib import Path

from carrier import Carrier, read
from hostile import did, scratch

from arena.v1.arena_pb2 import Turn


class Slow(Carrier):
    def on_turn(self, turn: Turn) -> None:
        super().on_turn(turn)
        did(f"turn {turn.number}")
        time.sleep(0.1)

    def keep(self, note: bytes) -> int:
        with self._path().open("ab") as file:
            file.write(note)
        return 1

    def find(self) -> Iterator[tuple[str, bytes]]:
        yield str(self._path()), read(self._path())

    def _path(self) -> Path:
        return scratch() / "notes"


if __name__ == "__main__":
    Slow().run()
