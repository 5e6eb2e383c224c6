"""Tries to become somebody else, and to have capabilities."""

import os
import struct

from calls import call, failing
from hostile import Player, breach, did

VERSION = 0x20080522
EVERY = 0xFFFFFFFF


class Climber(Player):
    def deed(self) -> None:
        wanted = struct.pack("6I", EVERY, EVERY, EVERY, EVERY, EVERY, EVERY)
        other = os.getuid() - 1
        failing(
            {
                "setuid": lambda: os.setuid(0),
                "setgid": lambda: os.setgid(0),
                "setreuid": lambda: os.setreuid(0, 0),
                "setresuid": lambda: os.setresuid(0, 0, 0),
                "setresgid": lambda: os.setresgid(0, 0, 0),
                "setgroups": lambda: os.setgroups([0]),
                "another": lambda: os.setuid(other),
                "capset": lambda: call("capset", struct.pack("Ii", VERSION, 0), wanted),
            }
        )
        if 0 in (*os.getresuid(), *os.getresgid(), *os.getgroups()):
            breach(f"it is {os.getresuid()} {os.getresgid()} {os.getgroups()}")
        did("still nobody")


if __name__ == "__main__":
    Climber().run()
