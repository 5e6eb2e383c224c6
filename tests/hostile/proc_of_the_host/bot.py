"""Reads what /proc tells of the machine, and of processes that are not its own."""

import os
from pathlib import Path

from hostile import Player, breach, did

HIDDEN = """
    /proc/kcore /proc/keys /proc/timer_list /proc/sched_debug /proc/latency_stats /proc/timer_stats
    /proc/acpi /proc/scsi /sys/firmware /proc/kmsg /proc/kpagecount /proc/kpageflags /proc/slabinfo
    /proc/vmallocinfo /proc/1/mem /proc/1/stack /proc/self/stack
    /sys/kernel/debug /sys/kernel/tracing /sys/kernel/security /proc/kallsyms /proc/iomem
"""
ADDRESSES = ("kallsyms", "iomem")
"""Anybody can read these, and finds zeros where addresses would be."""
PLAYERS = ("kit/honest.py", "arena", "dockerd", "containerd")


class Reader(Player):
    def deed(self) -> None:
        seen = [path for path in Path("/proc").iterdir() if path.name.isdigit()]
        for path in seen:
            words = (path / "cmdline").read_bytes().decode("utf-8", "replace")
            if any(player in words.split("\0") for player in PLAYERS):
                breach(f"{path} is {words}")
            if path.stat().st_uid not in (os.getuid(), 0):
                breach(f"{path} belongs to {path.stat().st_uid}")
        told = [path for path in map(Path, HIDDEN.split()) if _tells(path)]
        if told:
            breach(f"{told} can be read")
        did(f"{len(seen)} processes, all its own, and {len(HIDDEN.split())} places tell nothing")


def _tells(path: Path) -> bool:
    """Tells whether there is anything in it, be it an address that is not zero."""
    try:
        if path.is_dir():
            return any(path.iterdir())
        with path.open("rb") as file:
            text = file.read(4096)
    except OSError:
        return False
    is_list = path.name in ADDRESSES
    return any(_address(line) for line in text.splitlines()) if is_list else bool(text)


def _address(line: bytes) -> bool:
    return bool(line.split()[0].strip(b"0-"))


if __name__ == "__main__":
    Reader().run()
