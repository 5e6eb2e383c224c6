"""Whether each bot of a sitting is held to a processor of its own, and what to say of it."""

from dataclasses import dataclass

from arena.errors import HostError
from arena.league.settings import Pin, Settings
from arena.sandbox.cores import Cores, parse_processors
from arena.store import SandboxKind


@dataclass(frozen=True, slots=True)
class Pinning:
    """What is done, and in words."""

    cores: Cores | None
    """None where bots may use any processor."""
    told: str


def pinning_of(
    settings: Settings, kind: SandboxKind, entrants: int, own: tuple[int, ...]
) -> Pinning:
    """Returns how bots are held to processors in a league of so many entrants.

    `own` are the processors that the arena may use. Raises HostError if pinning is wanted and
    cannot be. A bot that shares its processor with another while a third stands idle is worse off
    than one that may use any: so by default every bot of a sitting has its own, with one left for
    the arena, or none is pinned.
    """
    pin = settings.play.pin
    if pin is Pin.OFF:
        return Pinning(None, "")
    if kind is SandboxKind.PROCESS:
        told = "Bots that run as plain processes are pinned to no processor."
        return Pinning(None, told if pin is Pin.ON else "")
    bots = min(settings.schedule.bots_per_sitting, entrants)
    cores = _for_bots(settings, own)
    if len(cores) >= bots:
        return Pinning(Cores(cores), f"Each bot has a processor of its own: {len(cores)} for bots.")
    shown = f"up to {bots} bots at once and {len(cores)} processors for them beside the arena's"
    if pin is Pin.AUTO:
        return Pinning(None, f"Bots are not pinned to processors: there are {shown}.")
    if not cores:
        raise HostError(
            "play.pin is on, but no processor is left for bots beside the arena's: set it to auto"
        )
    return Pinning(Cores(cores), f"Bots share processors: there are {shown}.")


def _for_bots(settings: Settings, own: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the processors for bots: one is left for the arena, if it has none besides them."""
    pool = parse_processors(settings.limits.cpuset) or own
    return pool if set(own) - set(pool) else pool[1:]
