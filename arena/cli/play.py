"""`arena play`: one match now."""

import secrets
from dataclasses import replace
from pathlib import Path

import click

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
from arena.cli.output import messages, print_json, show
from arena.cli.shown import Shown, replay, result
from arena.cli.words import NUMBERS, UNSANDBOXED, rules_text
from arena.config import default_settings
from arena.deals import commitment
from arena.errors import DisturbedError, ExitCode
from arena.games.game import Json
from arena.league import Settings, record_to_json
from arena.league.rooms import run_directory
from arena.league.single import Single, dice_of, play_single
from arena.runner import INTERRUPTED, run
from arena.store import NewEntrant, SandboxKind

_SEED_BITS = 32


@click.command("play")
@click.argument(
    "bots", metavar="BOT...", nargs=-1, type=click.Path(file_okay=False, path_type=Path)
)
@sandbox_option
@click.option("--seed", help="What the cards come from; by default another one each time.")
@game_option
@profile_option
@rule_option
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
    *,
    has_replay: bool,
    as_json: bool,
) -> None:
    """Play one match between the bots in these folders, in this order around the table.

    There are as many as the rules have seats. No league is needed and nothing is kept. The same
    folder may be named several times.
    """
    options = rules_of(game, profile, rules)
    if len(bots) != options.seats:
        seats = NUMBERS[options.seats]
        raise click.UsageError(f"name {seats} folders of bots, one for each seat, not {len(bots)}")
    settings = default_settings("single", options, environment())
    if sandbox:
        settings = replace(settings, play=replace(settings.play, sandbox=SandboxKind(sandbox)))
    seed = seed or str(secrets.randbits(_SEED_BITS))
    single = _play(bots, settings, seed)
    if single.played is None:
        if single.cause in (None, INTERRUPTED):
            ctx.exit(ExitCode.INTERRUPTED)
        raise DisturbedError(f"the match was annulled: {single.cause}; play it again")
    if as_json:
        print_json(_exported(single, seed))
    else:
        rules_said = rules_text(settings.rules.game, settings.rules.to_json())
        shown = _shown(single, f"One match of {rules_said}, seed {seed}")
        show(*(replay(shown) if has_replay else (shown.title, *result(shown))))
    if any(single.played.record.forfeits):
        ctx.exit(ExitCode.BOT)


def _play(folders: tuple[Path, ...], settings: Settings, seed: str) -> Single:
    console = messages()
    if settings.play.sandbox is SandboxKind.PROCESS:
        console.print(UNSANDBOXED, soft_wrap=True)

    async def played() -> Single:
        with halting(console) as halt:
            return await play_single(folders, settings, seed, rooms, halt, lambda _line: None)

    with (
        run_directory(settings, secrets.token_hex(8)) as rooms,
        console.status("Playing …"),
    ):
        return run(played)


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
