"""Wants a core: a child of a hundred megabytes aborts, and then so does the bot itself."""

import contextlib
import os
import resource
import signal
from pathlib import Path

from hostile import Player, breach, did, scratch


class Core(Player):
    def deed(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (-1, -1))
            breach("the limit of cores can be raised")
        os.chdir(scratch())
        held = b"core" * (25 << 20)
        child = os.fork()
        if child == 0:
            os.abort()
        _, status = os.waitpid(child, 0)
        pattern = Path("/proc/sys/kernel/core_pattern").read_text(encoding="utf-8").strip()
        if list(scratch().glob("*core*")) or (os.WCOREDUMP(status) and pattern[0] != "|"):
            breach(f"there is a core of {len(held)} bytes, by {pattern}")
        did(f"no core of a child, though {signal.Signals(os.WTERMSIG(status)).name}")
        os.abort()


if __name__ == "__main__":
    Core().run()
