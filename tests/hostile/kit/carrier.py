"""A bot that keeps all it learns, for itself and for other lives of its kind, and looks for theirs.

What it leaves is a note: a mark, its life, and the cards that it knows. It is a breach when a life
finds a note of another, or is dealt cards that it knows already. At its end it says how many notes
of its own it has found again, so that ways that lead nowhere are not taken for closed ones.
"""

import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from hostile import Player, breach, did, scratch
from memory import Key, Memory

from arena.v1.arena_pb2 import Decision, Goodbye, Turn, Welcome

MARK = b"arena-note:"


class Carrier(Player):
    """Plays as the others do, and carries."""

    notes = 40
    """The most notes that it leaves."""

    def __init__(self) -> None:
        super().__init__()
        self.life = os.urandom(8).hex()
        self.memory = Memory()
        self.left = 0
        self.found = 0

    def keep(self, note: bytes) -> int:
        """Leaves a note wherever it can; returns in how many places it could."""
        del note
        return 0

    def find(self) -> Iterable[tuple[str, bytes]]:
        """Yields places, and what is there: notes of its own, of others, or anything else."""
        return ()

    def on_welcome(self, welcome: Welcome) -> None:
        del welcome
        self.look()

    def on_turn(self, turn: Turn) -> None:
        for decision in turn.decisions:
            self._remember(decision)
        if any(decision.spades.legal_bids for decision in turn.decisions):
            self.look()
        if self.left < self.notes:
            self.left += self.keep(self.note())

    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        self.left += self.keep(self.note())
        self.look()
        did(f"knows {len(self.memory.known)} deals, left {self.left} notes, found {self.found}")

    def note(self) -> bytes:
        told = [[*key, *held] for key, held in self.memory.known.items()]
        return MARK + json.dumps([self.life, told]).encode() + b"\n"

    def look(self) -> None:
        """Reads all notes that there are, and ends with a breach if one is of another life."""
        for place, raw in self.find():
            for piece in raw.split(MARK)[1:]:
                with suppress(ValueError, TypeError):
                    life, told = json.loads(piece.split(b"\n", 1)[0])
                    if life != self.life:
                        self._learn(told)
                        breach(f"a note of another life was in {place}")
                    self.found += 1

    def _learn(self, told: Iterable[list[int]]) -> None:
        for life, match, deal, *held in told:
            self.memory.tell(Key(str(life), match, deal), held)

    def _remember(self, decision: Decision) -> None:
        key = Key(self.life, decision.match, decision.spades.deal)
        if known := self.memory.see(key, decision.spades):
            breach(known)


def read(path: Path, most: int = 1 << 20) -> bytes:
    """Returns the beginning of a file, nothing if it cannot be read; waits for nobody."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return b""
    try:
        return os.read(descriptor, most)
    except OSError:
        return b""
    finally:
        os.close(descriptor)


def places() -> Iterator[Path]:
    """Yields every directory in which a life might leave something for another."""
    named = [os.environ.get(name, "") for name in ("HOME", "TMPDIR", "XDG_RUNTIME_DIR", "PWD")]
    yield from (Path(name) for name in named if name)
    yield from map(Path, ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", "/run/lock"))  # noqa: S108  # it looks everywhere
    yield from map(Path, ("/", "/dev", "/var", "/var/lib", "/var/log", "/var/cache", "/home"))
    yield from map(Path, ("/run/arena", "/proc/self/cwd", "/sys/fs/cgroup", "/srv", "/mnt"))
    yield from (scratch(), Path.cwd(), *Path(__file__).resolve().parents)
