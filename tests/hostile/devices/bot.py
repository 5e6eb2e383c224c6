"""Tries to open or make the devices of the machine."""

import os
import stat
from functools import partial

from calls import failing
from hostile import Player, scratch

DEVICES = """
    mem kmem kmsg port sda vda nvme0n1 fuse kvm loop-control loop0 mapper/control net/tun ppp rtc0
    vhost-vsock snapshot userio watchdog dri/card0 input/event0 console tty0 hpet cuse
"""
NUMBERS = {"mem": (1, 1), "kmsg": (1, 11), "sda": (8, 0), "vda": (254, 0), "loop": (7, 0)}


class Opener(Player):
    def deed(self) -> None:
        failing(
            {
                **{
                    name: partial(os.open, f"/dev/{name}", os.O_RDONLY | os.O_NONBLOCK)
                    for name in DEVICES.split()
                },
                **{f"making {name}": partial(_make, name, *pair) for name, pair in NUMBERS.items()},
            }
        )


def _make(name: str, major: int, minor: int) -> None:
    kind = stat.S_IFBLK if name in ("sda", "vda", "loop") else stat.S_IFCHR
    os.mknod(scratch() / name, kind | 0o666, os.makedev(major, minor))


if __name__ == "__main__":
    Opener().run()
