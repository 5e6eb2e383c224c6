"""Whether what was handed in is still what will be started.

Stored copies lie in the league's directory and images in an engine, where others can reach them.
"""

import asyncio
from collections.abc import Iterable

from arena.errors import HostError, SubmissionError
from arena.league.league import League
from arena.runner import Contestant
from arena.sandbox.engine import Engine
from arena.sandbox.images import image_present
from arena.store import SandboxKind
from arena.submissions import digest_of


async def check_kept(
    league: League, contestants: Iterable[Contestant], sandbox: SandboxKind
) -> None:
    """Raises HostError for the first of `contestants` that is gone or was changed."""
    match sandbox:
        case SandboxKind.PROCESS:
            for contestant in contestants:
                if not await asyncio.to_thread(_is_unchanged, contestant):
                    raise HostError(
                        f"the stored copy of {_shown(league, contestant)} was changed or removed: "
                        f"remove {contestant.folder} and hand in the same folder once more, which "
                        "brings it back"
                    )
        case SandboxKind.DOCKER:
            engine = Engine(league.settings.play.engine)
            try:
                for contestant in contestants:
                    if not await image_present(engine, contestant.image or ""):
                        raise HostError(
                            f"the engine no longer has the image of {_shown(league, contestant)}: "
                            f"load {contestant.image} from a copy, or use the engine that has it"
                        )
            finally:
                engine.close()


def _is_unchanged(contestant: Contestant) -> bool:
    folder = contestant.folder
    if folder is None or not folder.is_dir():
        return False
    try:
        return digest_of(folder) == folder.name
    except SubmissionError:  # something is in it that nobody can hand in
        return False


def _shown(league: League, contestant: Contestant) -> str:
    return f"entrant {contestant.entrant} ({league.names()[contestant.entrant]!r})"
