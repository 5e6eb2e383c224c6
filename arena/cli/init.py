"""`arena init`: makes a league."""

from dataclasses import replace
from pathlib import Path
from shlex import quote

import click

from arena.cli.options import (
    environment,
    game_option,
    profile_option,
    rule_option,
    rules_of,
    sandbox_option,
)
from arena.cli.output import show
from arena.cli.words import rules_text
from arena.config import default_settings, settings_text
from arena.league import League, ScheduleKind
from arena.store import SandboxKind, parse_name


@click.command("init")
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path), default=Path())
@click.option("--name", help="What the league is called; by default as its directory.")
@game_option
@profile_option
@rule_option
@click.option(
    "--schedule",
    type=click.Choice([kind.value for kind in ScheduleKind]),
    default=ScheduleKind.AUTO.value,
    show_default=True,
    help="Who meets: every trio (or, of other tables, every party that fills one), or a choice of "
    "trios in which every pair meets equally often.",
)
@click.option(
    "--boards",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    help="Boards of a meeting.",
)
@sandbox_option
def command(  # noqa: PLR0913, PLR0917  # one parameter for each option
    directory: Path,
    name: str | None,
    game: str,
    profile: str | None,
    rules: tuple[str, ...],
    schedule: str,
    boards: int,
    sandbox: str | None,
) -> None:
    """Make a league in DIRECTORY, by default the current one.

    The game, its rules, the kind of schedule and the number of boards are fixed from then on; the
    rest stands in league.toml and may be changed between two runs.
    """
    title = parse_name(directory.resolve().name if name is None else name, "league name")
    settings = default_settings(title, rules_of(game, profile, rules), environment())
    settings = replace(
        settings,
        schedule=replace(settings.schedule, kind=ScheduleKind(schedule), boards=boards),
        play=replace(
            settings.play, sandbox=SandboxKind(sandbox) if sandbox else settings.play.sandbox
        ),
    )
    with League.create(directory, settings, settings_text(settings)) as league:
        made = league.made
        show(
            f"Made the league {title} in {directory}: {rules_text(made.game, made.rules)}.",
            f"Its cards are bound to this commitment: {made.commitment}",
            f"Whoever reads {league.directory.secret} knows them all: keep it to yourself.",
            f"Next: arena submit --league {quote(str(directory))} BOT",
        )
