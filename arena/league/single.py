"""One match now, between the bots in some folders, with nothing kept."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.deals import Dice
from arena.league.admission import contestants_of, new_terms
from arena.league.rooms import open_sandbox
from arena.league.settings import Settings
from arena.record import LifeEnd
from arena.runner import Halt, Played, Transcript, play_sitting
from arena.schedule import Fixture
from arena.store import NewEntrant
from arena.table import Onlooker


@dataclass(slots=True)
class _Journal:
    """Keeps the one match in memory."""

    played: list[Played] = field(default_factory=list)
    annulled: list[str] = field(default_factory=list)
    lives: dict[str, LifeEnd] = field(default_factory=dict)

    def begin(self, fixtures: Sequence[Fixture]) -> None:
        """Keeps nothing: an attempt that is cut off is not played again."""

    def finish(self, played: Played) -> None:
        self.played.append(played)

    def annul(self, match: str, cause: str) -> None:  # noqa: ARG002  # the runner's interface
        self.annulled.append(cause)

    def ended(self, entrant: str, end: LifeEnd) -> None:
        self.lives[entrant] = end


@dataclass(frozen=True, slots=True)
class Single:
    """A match that was played by itself."""

    bots: Sequence[NewEntrant]
    """Who sat where, by seat."""
    fixture: Fixture
    played: Played | None
    """None if it was annulled or stopped."""
    cause: str | None
    """Why there is no result; None if nobody let it begin."""
    lives: Mapping[str, LifeEnd]
    """How the bots ended, by the entrants of the fixture's seating."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is told of a match while it is played; nobody unless it is said."""

    seated: Callable[[Mapping[str, str]], None] = lambda _names: None
    """Told once, before anything happens, who plays: the names by entrant, in seat order."""
    transcript: Transcript | None = None
    onlooker: Onlooker | None = None


def dice_of(seed: str) -> Dice:
    """Returns the dice that a match played by itself has for `seed`."""
    return Dice(sha256(seed.encode()).digest(), "single")


async def play_single(  # noqa: PLR0913, PLR0917  # what a match is made of
    folders: Sequence[Path],
    settings: Settings,
    seed: str,
    run_directory: Path,
    halt: Halt,
    on_line: Callable[[str], None],
    audience: Audience | None = None,
) -> Single:
    """Plays one match between the bots in `folders`, one for each seat, seated in that order."""
    kind, play = settings.play.sandbox, settings.play
    with copies(run_directory) as directory:
        async with (
            open_sandbox(kind, run_directory, run_directory.name, play) as sandbox,
            contestants_of(folders, settings, directory, run_directory.name, on_line) as bots,
        ):
            contestants = {contestant.entrant: contestant for _, contestant in bots}
            fixture = Fixture("m1.b1.r1", "m1", "m1.b1", 1, 1, tuple(contestants))
            journal = _Journal()
            audience = audience or Audience()
            audience.seated({each.entrant: new.name for new, each in bots})
            terms = replace(
                new_terms(settings, dice_of(seed), run_directory),
                transcript=audience.transcript,
                onlooker=audience.onlooker,
            )
            await play_sitting([fixture], contestants, sandbox, terms, journal, halt)
    return Single(
        bots=[new for new, _ in bots],
        fixture=fixture,
        played=journal.played[0] if journal.played else None,
        cause=journal.annulled[0] if journal.annulled else None,
        lives=journal.lives,
    )


@contextmanager
def copies(run_directory: Path) -> Iterator[Path]:
    """Makes a directory for the stored copies of a match."""
    with TemporaryDirectory(prefix="bots-", dir=run_directory) as name:
        directory = Path(name)
        directory.chmod(0o711)
        yield directory
