"""What the machine has to give before anything is played."""

import resource

from arena.errors import HostError

_FILES = 64
"""Open files of an arena without bots: database, engine, event loop, what is printed."""
_FILES_PER_BOT = 16
"""Its socket, its keeper and its connections, of which a hostile bot opens all it can."""


def reserve_files(bots: int) -> None:
    """Sees to it that `bots` can be served at once; raises HostError if too few files are allowed.

    An arena that runs out of files in mid-play would fail bots that did nothing wrong.
    """
    needed = _FILES + _FILES_PER_BOT * bots
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise HostError(
            f"{bots} bots at once need up to {needed} open files and this process may have {hard}: "
            f"allow more (`ulimit -n {needed}`), or lower schedule.bots_per_sitting in league.toml"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
