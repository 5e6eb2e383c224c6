"""Tries to trace itself, its child and its init, and to read and write their memory."""

import os
import signal
from functools import partial

from calls import call, refused
from hostile import Player, sleep_for_ever

TRACE_ME = 0
WAYS = {"attached": 16, "seized": 0x4206}


class Tracer(Player):
    def deed(self) -> None:
        child = os.fork()
        if child == 0:
            sleep_for_ever()
        file = call("pidfd_open", child, 0)
        targets = {"child": child, "init": 1, "parent": os.getppid()}
        refused(
            {
                "itself": lambda: call("ptrace", TRACE_ME, 0, None, None),
                **{
                    f"{name} {word}": partial(call, "ptrace", way, pid, None, None)
                    for name, pid in targets.items()
                    for word, way in WAYS.items()
                },
                "reading": lambda: call("process_vm_readv", child, None, 0, None, 0, 0),
                "writing": lambda: call("process_vm_writev", child, None, 0, None, 0, 0),
                "descriptors": lambda: call("pidfd_getfd", file, 0, 0),
                "comparing": lambda: call("kcmp", child, os.getpid(), 0, 0, 0),
            }
        )
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


if __name__ == "__main__":
    Tracer().run()
