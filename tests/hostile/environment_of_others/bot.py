"""Reads its environment, its own process and the machine's names for who plays, where and whom."""

import os
import re
import sys
from pathlib import Path

from hostile import Player, breach, did

USUAL = {"PATH", "HOSTNAME", "HOME", "TMPDIR", "LANG", "ARENA_SOCKET", "PYTHON_VERSION", "GPG_KEY"}
USUAL |= {"PYTHON_SHA256", "PYTHON_PIP_VERSION", "PYTHON_SETUPTOOLS_VERSION"}
"""What the arena says, and what images of Python say of themselves."""
BY_THE_STARTER = {"GRPC_VERBOSITY", "GRPC_ENABLE_FORK_SUPPORT"}
FILES = """
    /proc/1/environ /proc/self/cgroup /proc/1/cgroup /etc/hostname /etc/hosts /etc/resolv.conf
    /proc/sys/kernel/hostname /proc/sys/kernel/domainname /proc/self/status /proc/self/sessionid
"""
TELLING = re.compile(r"honest|entrant|opponent|m1\.b1|seat|league|docker/[0-9a-f]", re.IGNORECASE)


class Reader(Player):
    def deed(self) -> None:
        league = sys.argv[-1]
        if strange := os.environ.keys() - USUAL - BY_THE_STARTER:
            breach(f"the environment also says {strange}")
        if os.uname().nodename != "bot":
            breach(f"the host is called {os.uname().nodename}")
        for path in map(Path, FILES.split()):
            text = path.read_text("utf-8", "replace")
            if league in text or TELLING.search(text):
                breach(f"{path} says {text!r}")
        did("nothing says who plays where and whom")


if __name__ == "__main__":
    Reader().run()
