"""Tries the calls that change or look into the whole machine."""

import struct

from calls import call, refused
from hostile import Player

MAGIC = (0xFEE1DEAD, 0x28121969, 0)
"""What reboot wants, with a command that would only switch a key off."""
TIME = struct.pack("qq", 0, 0)


class Meddler(Player):
    def deed(self) -> None:
        refused(
            {
                "reboot": lambda: call("reboot", *MAGIC, None),
                "kexec_load": lambda: call("kexec_load", 0, 0, None, 0),
                "kexec_file_load": lambda: call("kexec_file_load", -1, -1, 0, None, 0),
                "init_module": lambda: call("init_module", bytes(8), 8, b""),
                "finit_module": lambda: call("finit_module", 0, b"", 0),
                "delete_module": lambda: call("delete_module", b"none", 0),
                "settimeofday": lambda: call("settimeofday", TIME, None),
                "clock_settime": lambda: call("clock_settime", 0, TIME),
                "clock_adjtime": lambda: call("clock_adjtime", 0, bytes(208)),
                "adjtimex": lambda: call("adjtimex", bytes(208)),
                "sethostname": lambda: call("sethostname", b"mine", 4),
                "setdomainname": lambda: call("setdomainname", b"mine", 4),
                "syslog": lambda: call("syslog", 3, bytes(64), 64),
                "bpf": lambda: call("bpf", 0, bytes(72), 72),
                "perf_event_open": lambda: call("perf_event_open", bytes(112), 0, -1, -1, 0),
                "userfaultfd": lambda: call("userfaultfd", 1),
                "fanotify_init": lambda: call("fanotify_init", 0x200, 0),
                "sync": lambda: call("sync"),
                "syncfs": lambda: call("syncfs", 0),
            }
        )


if __name__ == "__main__":
    Meddler().run()
