"""Tries to enter and to make namespaces, by each call that can."""

import os
from functools import partial

from calls import call, refused
from hostile import Player

FLAGS = {
    "time": 0x80,
    "mount": 0x0002_0000,
    "group": 0x0200_0000,
    "names": 0x0400_0000,
    "messages": 0x0800_0000,
    "user": 0x1000_0000,
    "process": 0x2000_0000,
    "network": 0x4000_0000,
}
SIGCHLD = 17


def _cloned(flags: int) -> int:
    child = call("clone", flags | SIGCHLD, None, None, None, None)
    if child == 0:
        os._exit(0)
    return child


class Leaver(Player):
    def deed(self) -> None:
        own = os.open("/proc/self/ns/net", os.O_RDONLY)
        inits = os.open("/proc/1/ns/mnt", os.O_RDONLY)
        clone_flags = {name: flag for name, flag in FLAGS.items() if name != "time"}
        refused(
            {
                **{
                    f"unshare {name}": partial(call, "unshare", flag)
                    for name, flag in FLAGS.items()
                },
                **{f"clone {name}": partial(_cloned, flag) for name, flag in clone_flags.items()},
                "clone user and network": partial(_cloned, FLAGS["user"] | FLAGS["network"]),
                "clone3": lambda: call("clone3", bytes(88), 88),
                "setns": lambda: call("setns", own, 0),
                "setns of init": lambda: call("setns", inits, 0),
            }
        )


if __name__ == "__main__":
    Leaver().run()
