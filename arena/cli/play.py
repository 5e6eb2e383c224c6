"""`arena play`: one match now."""

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.text import Text

from arena.cli.halting import halting
from arena.cli.options import (
    environment,
    game_option,
    json_option,
    profile_option,
    rule_option,
    rules_of,
    sandbox_option,
)
from arena.cli.output import messages, output, print_json, show
from arena.cli.shown import Shown, replay, result
from arena.cli.transcript import STANDARD_ERROR, Log, open_log
from arena.cli.watching import PACE, Watch, watching
from arena.cli.words import NUMBERS, UNSANDBOXED, rules_text
from arena.clock import Clock
from arena.config import default_settings
from arena.deals import commitment
from arena.errors import ConfigError, DisturbedError, ExitCode
from arena.games.game import Json
from arena.league import Settings, record_to_json
from arena.league.rooms import run_directory
from arena.league.single import Audience, Single, dice_of, play_single
from arena.runner import INTERRUPTED, run
from arena.samples import sample_folders
from arena.store import NewEntrant, SandboxKind

_SEED_BITS = 32
_UNTIMED = "without a clock: nothing was too slow here, which it may be in a league"


@dataclass(frozen=True, slots=True)
class _Wishes:
    """How a match is to be played, and what of it is to be seen meanwhile."""

    log: Path | None
    has_watch: bool
    pace: float | None
    is_untimed: bool
    as_json: bool

    @property
    def is_seen(self) -> bool:
        """Whether something of it is printed all along."""
        return self.has_watch or self.log == STANDARD_ERROR


@click.command("play")
@click.argument("bots", metavar="BOT...", nargs=-1, type=click.Path(path_type=Path))
@sandbox_option
@click.option(
    "--seed", help="What the cards come from; by default another one each time, which is told."
)
@game_option
@profile_option
@rule_option
@click.option("--watch", "has_watch", is_flag=True, help="Show the match while it is played.")
@click.option(
    "--pace",
    type=click.FloatRange(min=0, max=60),
    metavar="SECONDS",
    help=f"How long --watch shows each action; by default {PACE:g} on a terminal, else 0.",
)
@click.option(
    "--log",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    metavar="FILE",
    help="Write every message, both ways, to FILE, or to standard error for -.",
)
@click.option(
    "--no-clock", "is_untimed", is_flag=True, help="Let every bot take its time, as in a debugger."
)
@click.option("--replay", "has_replay", is_flag=True, help="Print every deal as it was played.")
@json_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917  # one parameter for each option
    ctx: click.Context,
    bots: tuple[Path, ...],
    sandbox: str | None,
    seed: str | None,
    game: str,
    profile: str | None,
    rules: tuple[str, ...],
    log: Path | None,
    pace: float | None,
    *,
    has_watch: bool,
    is_untimed: bool,
    has_replay: bool,
    as_json: bool,
) -> None:
    """Play one match between the bots in these folders, in this order around the table.

    There are as many as the rules have seats. No league is needed and nothing is kept. The same
    folder may be named several times, and a sample bot by its name alone, as in `random`.
    """
    options = rules_of(game, profile, rules)
    if len(bots) != options.seats:
        seats = NUMBERS[options.seats]
        raise click.UsageError(f"name {seats} folders of bots, one for each seat, not {len(bots)}")
    if pace is not None and not has_watch:
        raise click.UsageError("--pace says how fast --watch is: give both, or neither")
    settings = default_settings("single", options, environment())
    if sandbox:
        settings = replace(settings, play=replace(settings.play, sandbox=SandboxKind(sandbox)))
    if is_untimed:
        settings = replace(settings, clock=Clock.without_limits())
    seed = seed or str(secrets.randbits(_SEED_BITS))
    title = f"One match of {rules_text(options.game, options.to_json())}, seed {seed}"
    wishes = _Wishes(log, has_watch, pace, is_untimed, as_json)
    folders = [_folder(bot) for bot in bots]
    with _opened(title, wishes) as (log_file, screen):
        single = _play(folders, settings, seed, wishes, _audience(log_file, screen))
    if single.played is None:
        if single.cause in (None, INTERRUPTED):
            ctx.exit(ExitCode.INTERRUPTED)
        raise DisturbedError(f"the match was annulled: {single.cause}; play it again")
    if as_json:
        print_json(_exported(single, seed))
    else:
        shown = _shown(single, f"{title}, {_UNTIMED}" if is_untimed else title)
        show(*([""] if has_watch else []))
        show(*(replay(shown) if has_replay else (shown.title, *result(shown))))
    if log_file is not None:
        log_file.check()
    if any(single.played.record.forfeits):
        ctx.exit(ExitCode.BOT)


def _folder(bot: Path) -> Path:
    """Returns the folder of a bot: a path comes before the name of a sample."""
    if os.path.lexists(bot):
        return bot
    samples = sample_folders()
    if str(bot) in samples:
        return samples[str(bot)]
    raise ConfigError(
        f"there is no folder {str(bot)!r}, and no sample bot of that name: name the folder of a "
        f"bot, or one of {', '.join(samples)}"
    )


def _play(
    folders: Sequence[Path], settings: Settings, seed: str, wishes: _Wishes, audience: Audience
) -> Single:
    console = messages()
    if settings.play.sandbox is SandboxKind.PROCESS:
        console.print(UNSANDBOXED, soft_wrap=True)
    if wishes.is_untimed:
        console.print(f"{_UNTIMED}; press Ctrl-C twice to stop.", soft_wrap=True)

    status = console.status("Playing …")

    def say(line: str) -> None:
        """Shows what an image's build says: its last line alone, where nothing else is seen."""
        if wishes.is_seen:
            console.print(Text(line, style="dim"), soft_wrap=True)
        else:
            status.update(Text(f"Building: {line}", no_wrap=True, overflow="ellipsis"))

    def seated(names: Mapping[str, str]) -> None:
        status.update("Playing …")
        audience.seated(names)

    async def played() -> Single:
        with halting(console) as halt:
            told = replace(audience, seated=seated)
            return await play_single(folders, settings, seed, rooms, halt, say, told)

    with (
        run_directory(settings, secrets.token_hex(8)) as rooms,
        nullcontext() if wishes.is_seen else status,
    ):
        return run(played)


@contextmanager
def _opened(title: str, wishes: _Wishes) -> Iterator[tuple[Log | None, Watch | None]]:
    """Gives what the match is written to and what it is shown on, as far as that was wished."""
    with ExitStack() as stack:
        log = watch = None
        if wishes.log is not None:
            log = stack.enter_context(open_log(wishes.log, title))
        if wishes.has_watch:
            console = messages() if wishes.as_json else output()
            watch = stack.enter_context(watching(console, wishes.pace))
        yield log, watch


def _audience(log: Log | None, watch: Watch | None) -> Audience:
    def seated(names: Mapping[str, str]) -> None:
        bots = list(names.values())
        labels = {entrant: _label(bots, seat) for seat, entrant in enumerate(names)}
        for listener in (log, watch):
            if listener is not None:
                listener.seated(labels)

    return Audience(seated, log, watch)


def _shown(single: Single, title: str) -> Shown:
    assert single.played is not None, "only a match with a result is shown"
    names = [new.name for new in single.bots]
    return Shown(
        title=title,
        entrants=single.fixture.seating,
        names=[_label(names, seat) for seat in range(len(names))],
        record=single.played.record,
        evidence=single.played.evidence,
        lives=[single.lives.get(entrant) for entrant in single.fixture.seating],
    )


def _label(names: list[str], seat: int) -> str:
    """Returns the name of a seat, with its seat where several have that name."""
    name = names[seat]
    return name if names.count(name) == 1 else f"{name} (seat {seat + 1})"


def _exported(single: Single, seed: str) -> Json:
    assert single.played is not None, "only a match with a result is exported"
    named = zip(single.fixture.seating, single.bots, strict=True)
    seats = [_seat(entrant, new) for entrant, new in named]
    bound = commitment(dice_of(seed).secret)
    return record_to_json(single.fixture, single.played.record, bound, seats)


def _seat(entrant: str, new: NewEntrant) -> Json:
    return {"id": entrant, "entrant": new.name, "revision": 1}
