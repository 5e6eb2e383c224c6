"""Uses up what the system grants to a user, and looks whether somebody else has used some of it.

Limits of a user, rather than of a process, would be shared by all bots that run as that user: one
could signal to another by using them up, and take them from everybody else.
"""

import fcntl
import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path

from hostile import Player, breach, did, sleep_for_ever, system_call

INOTIFY_INIT1, RT_SIGQUEUEINFO = 294, 129
SETPIPE = 1031  # F_SETPIPE_SZ
SI_QUEUE = (-1).to_bytes(4, "little", signed=True)
SIGNALS = 2_000
REFUSED = -1
USER = Path("/proc/sys")


class Greedy(Player):
    at = "bid"

    def __init__(self) -> None:
        super().__init__()
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])  # threads inherit it

    def deed(self) -> None:
        resource.setrlimit(resource.RLIMIT_SIGPENDING, (SIGNALS, SIGNALS))
        for what, most, one in (
            ("inotify instances", _told("fs/inotify/max_user_instances"), _watch),
            ("waiting signals", SIGNALS, _signal),
            ("pages of pipes", _told("fs/pipe-user-pages-soft"), _grow_pipe),
        ):
            got = _held_by_a_child(one, most)
            if got == REFUSED:
                did(f"{what}: refused")
                continue
            did(f"{what}: {got} of {most}")
            if got < most * 3 // 4:
                breach(f"somebody else has used {most - got} of the {most} {what}")


def _held_by_a_child(one: Callable[[], int], most: int) -> int:
    """Returns how much of it a child gets, and keeps for as long as it lives."""
    told, tell = os.pipe()
    if os.fork() == 0:
        got = 0
        try:
            while got < most:
                got += one()
        except PermissionError:
            got = REFUSED  # to everybody: there is nothing to use up
        except OSError:
            pass
        os.write(tell, str(got).encode())
        sleep_for_ever()
    got = int(os.read(told, 20))
    os.close(told)
    os.close(tell)
    return got


def _told(name: str) -> int:
    return int((USER / name).read_text(encoding="ascii"))


def _watch() -> int:
    system_call(INOTIFY_INIT1, 0)
    return 1


def _signal() -> int:
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    info = (
        signal.SIGRTMIN.to_bytes(4, "little") + bytes(4) + (-1 & 0xFFFFFFFF).to_bytes(4, "little")
    )
    system_call(RT_SIGQUEUEINFO, os.getpid(), int(signal.SIGRTMIN), info + bytes(128 - len(info)))
    return 1


def _grow_pipe() -> int:
    reading, _ = os.pipe()
    pages: int = fcntl.fcntl(reading, SETPIPE, 1 << 20) // 4096
    return pages


if __name__ == "__main__":
    Greedy().run()
