"""Whether this arena may open as many files as a sitting may need, whatever its bots do."""

import resource
from pathlib import Path

from arena.errors import HostError

SPARE = 96
"""For the arena itself: its store, its own threads' files, its calls to an engine."""
PER_BOT = 16
"""Its socket and server, what the arena has of its process, and the connections that it may open
(`bots.py` lets it have eight)."""


def ensure_files(bots: int) -> None:
    """Raises this process's limit of open files to what a sitting of `bots` may need.

    Raises HostError if the limit cannot be raised so far: a sitting that runs out of files fails
    in its middle, and a bot can bring that about.
    """
    needed = len(list(Path("/proc/self/fd").iterdir())) + SPARE + PER_BOT * bots
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise HostError(
            f"a sitting of {bots} bots may need {needed} open files and the arena may have {hard}: "
            f"raise the limit with `ulimit -n {needed}`, or set schedule.bots_per_sitting lower"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
