"""Tries to free itself from what the kernel holds of it below /proc."""

import os
import resource
from collections.abc import Callable
from pathlib import Path

from calls import failing
from hostile import Player, did


def _write(path: str, text: str) -> int:
    return Path(path).write_text(text, encoding="ascii")


class Freed(Player):
    def deed(self) -> None:
        infinite = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        limits = {
            name: getattr(resource, f"RLIMIT_{name}")
            for name in ("CORE", "FSIZE", "MEMLOCK", "NOFILE", "MSGQUEUE", "RTPRIO")
        }
        failing(
            {
                **{name: _raising(limit, infinite) for name, limit in limits.items()},
                "oom_score_adj": lambda: _write("/proc/self/oom_score_adj", "-1000"),
                "uid_map": lambda: _write("/proc/self/uid_map", "0 0 1"),
                "setgroups": lambda: _write("/proc/self/setgroups", "deny"),
                "init's": lambda: _write("/proc/1/oom_score_adj", "-1000"),
                "memory group": lambda: _write("/sys/fs/cgroup/memory/tasks", "0"),
                "group": lambda: _write("/sys/fs/cgroup/cgroup.procs", "0"),
                "nice": lambda: os.nice(-1),
                "realtime": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
            }
        )
        did("nothing was freed")


def _raising(limit: int, wanted: tuple[int, int]) -> Callable[[], None]:
    def raise_it() -> None:
        try:
            resource.setrlimit(limit, wanted)
        except ValueError as error:
            raise PermissionError(*error.args) from None

    return raise_it


if __name__ == "__main__":
    Freed().run()
