"""Whether this machine keeps what a league promises its authors."""

from pathlib import Path

from arena.league.settings import Settings
from arena.sandbox.probe import Asked


def asked_of(settings: Settings, directory: Path) -> Asked:
    """Returns what a league in `directory` asks of its machine."""
    return Asked(
        limits=settings.limits,
        start=settings.clock.start,
        bots=settings.schedule.bots_per_sitting,
        private=(str(Path.home()), str(directory.resolve())),
    )
