"""Leaves notes in what the system shares by number or by name: memory, queues, semaphores, keys."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from carrier import Carrier, read
from hostile import breach, did, system_call

SHMGET, SEMGET, MSGGET, MQ_OPEN, ADD_KEY, REQUEST_KEY = 29, 64, 68, 240, 248, 249
CREATE, NUMBER, SIZE = 0o1666, 0x41524E41, 65_536
USER_KEYRING = -4
O_CREAT_RDWR = 0o102


class Objects(Carrier):
    notes = 2

    def __init__(self) -> None:
        super().__init__()
        self.refused: set[str] = set()

    def keep(self, note: bytes) -> int:
        made: dict[str, Callable[[], object]] = {
            "shared memory": lambda: system_call(SHMGET, NUMBER, SIZE, CREATE),
            "semaphores": lambda: system_call(SEMGET, NUMBER, 8, CREATE),
            "a queue": lambda: system_call(MSGGET, NUMBER, CREATE),
            "a named queue": lambda: system_call(MQ_OPEN, b"arena-note", O_CREAT_RDWR, 0o666, 0),
            "a key": lambda: system_call(
                ADD_KEY, b"user", b"arena-note", note[:64], 64, USER_KEYRING
            ),
            "a file in shared memory": lambda: Path("/dev/shm/arena-note").write_bytes(note),  # noqa: S108  # it tries
        }
        for what, deed in made.items():
            try:
                deed()
            except OSError as error:
                self.refused.add(f"{what} ({errno.errorcode.get(error.errno or 0, '?')})")
        memory = os.memfd_create("arena-note")
        os.write(memory, note)
        return 1

    def find(self) -> Iterator[tuple[str, bytes]]:
        for what, number, arguments in (
            ("shared memory", SHMGET, (NUMBER, 0, 0)),
            ("semaphores", SEMGET, (NUMBER, 0, 0)),
            ("a queue", MSGGET, (NUMBER, 0)),
            ("a key", REQUEST_KEY, (b"user", b"arena-note", None, 0)),
        ):
            try:
                system_call(number, *arguments)
            except OSError:
                continue
            breach(f"{what} of another life was found")
        yield "/dev/shm", read(Path("/dev/shm/arena-note"))  # noqa: S108  # it tries
        for descriptor in Path("/proc").glob("[0-9]*/fd/*"):
            yield str(descriptor), _beginning(descriptor)
        if self.left:
            did("refused: " + ", ".join(sorted(self.refused)))


def _beginning(descriptor: Path) -> bytes:
    """Reads a file that some process has open, and no pipe or socket."""
    try:
        return read(descriptor) if "arena-note" in str(descriptor.readlink()) else b""
    except OSError:
        return b""


if __name__ == "__main__":
    Objects().run()
