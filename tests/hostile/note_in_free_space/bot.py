"""Leaves a note in how much is left: blocks, inodes, numbers of processes, of files, of mounts."""

import os
from pathlib import Path

from carrier import Carrier
from hostile import breach, did, scratch

from arena.v1.arena_pb2 import Goodbye, Welcome

EACH = 64 * 1024
MOST = 64


class Filler(Carrier):
    notes = 1

    def on_welcome(self, welcome: Welcome) -> None:
        super().on_welcome(welcome)
        here = os.statvfs(scratch())
        used = here.f_blocks - here.f_bfree
        if used * here.f_frsize > EACH:
            breach(f"{used} blocks of its own place are in use when it begins")
        if here.f_files - here.f_ffree > MOST // 2:
            breach(f"{here.f_files - here.f_ffree} inodes of its own place are in use")
        if (first := _next_process()) > MOST:
            breach(f"processes before it were counted: the next is {first}")

    def keep(self, note: bytes) -> int:
        del note
        for number in range(MOST):
            (scratch() / f"filler-{number}").write_bytes(bytes(EACH))
        for _ in range(2 * MOST):
            _next_process()
        here = os.statvfs(scratch())
        used = (here.f_blocks - here.f_bfree) * here.f_frsize
        did(f"{used} bytes used, {_next_process()} is next")
        return MOST

    def on_goodbye(self, goodbye: Goodbye) -> None:
        super().on_goodbye(goodbye)
        elsewhere = [_free(Path(place)) for place in ("/", "/dev", "/run/arena", "/etc/hosts")]
        did(f"elsewhere are free: {elsewhere}")


def _next_process() -> int:
    """Returns the number that a new process gets."""
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return child


def _free(place: Path) -> int:
    try:
        return os.statvfs(place).f_bfree
    except OSError:
        return -1


if __name__ == "__main__":
    Filler().run()
