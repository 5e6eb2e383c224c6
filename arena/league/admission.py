"""How a folder becomes an entrant of a league, or a player of a single match."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from arena.deals import Dice
from arena.errors import BotError, SubmissionError
from arena.league.league import League
from arena.league.settings import Settings
from arena.runner import Contestant, Terms, try_start
from arena.sandbox import Sandbox
from arena.sandbox.engine import Engine
from arena.sandbox.images import BuildLimits
from arena.sandbox.images import build as build_image
from arena.store import Entrant, NewEntrant, SandboxKind
from arena.submissions import Admission, admit

_TRIAL = "trial"


def new_terms(settings: Settings, dice: Dice, run_directory: Path) -> Terms:
    """Returns what all matches under `settings` share."""
    return Terms(
        rules=settings.rules,
        clock=settings.clock,
        dice=dice,
        limits=settings.limits,
        jobs=settings.play.jobs,
        tables=settings.play.tables,
        run_directory=run_directory,
        league=dice.league,
    )


async def submit(
    league: League,
    folder: Path,
    sandbox: Sandbox,
    run_directory: Path,
    on_line: Callable[[str], None],
) -> Entrant:
    """Admits the bot in `folder`, and appends it to a schedule that there is already.

    `on_line` gets each line of an image's build. Raises SubmissionError for a fault of the
    author's; then the league is as it was.
    """
    terms = new_terms(league.settings, league.dice(), run_directory)

    async def check(new: NewEntrant, stored: Path) -> None:
        contestant = Contestant(_TRIAL, new.command, stored, new.image)
        try:
            await try_start(contestant, sandbox, terms)
        except BotError as error:
            raise SubmissionError(f"the bot {new.name!r} does not start: {error}") from None

    new = await admit(
        folder,
        Admission(
            game=league.made.game,
            sandbox=SandboxKind(sandbox.name),
            submissions=league.directory.submissions,
            earlier=league.store.revisions,
            build=builder(league.settings, league.made.id, on_line),
            check=check,
        ),
    )
    entrant = league.store.add_entrant(new)
    if league.store.counts().meetings:
        league.extend_schedule()
    return entrant


async def contestants_of(
    folders: Sequence[Path],
    settings: Settings,
    kind: SandboxKind,
    directory: Path,
    on_line: Callable[[str], None],
) -> list[tuple[NewEntrant, Contestant]]:
    """Returns the bots in `folders`, as they are named and as they are started.

    Copies go to `directory`. The same folder may come several times.
    """
    admission = Admission(
        game=settings.rules.game,
        sandbox=kind,
        submissions=directory,
        earlier=lambda _name: (),
        build=builder(settings, _TRIAL, on_line),
        check=_take_as_it_is,
    )
    bots = []
    for number, folder in enumerate(folders, start=1):
        new = await admit(folder, admission)
        bots.append((new, Contestant(f"e{number}", new.command, directory / new.digest, new.image)))
    return bots


def contestant_of(league: League, entrant: Entrant) -> Contestant:
    """Returns what is started for an entrant of a league."""
    folder = league.directory.submissions / entrant.digest
    return Contestant(entrant.id, entrant.command, folder, entrant.image)


def builder(
    settings: Settings, league: str, on_line: Callable[[str], None]
) -> Callable[[Path], Awaitable[str]]:
    """Returns what builds the image of a stored folder."""
    play = settings.play
    limits = BuildLimits(network=play.build_network.value, seconds=play.build_seconds)

    async def build(folder: Path) -> str:
        engine = Engine()
        try:
            return await build_image(
                engine,
                folder,
                labels={"arena.league": league},
                limits=limits,
                on_line=on_line,
            )
        finally:
            engine.close()

    return build


async def _take_as_it_is(_new: NewEntrant, _stored: Path) -> None:
    """Checks nothing: the match itself shows whether the bot starts."""
