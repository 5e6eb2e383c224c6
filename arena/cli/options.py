"""Options that several commands have, so that they are spelled and explained once."""

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import click

from arena.cli.output import messages
from arena.config import read_settings
from arena.games import DEFAULT_GAME, GAMES, parse_rules
from arena.games.game import Rules
from arena.league import League, Settings, parse_reason
from arena.sandbox.rules import LIMITS

_FROZEN = "nothing can be written to this league's directory: it is shown as it stands"

league_option = click.option(
    "--league",
    "directory",
    envvar="ARENA_LEAGUE",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="The directory of the league; by default ARENA_LEAGUE, else the current one.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
sandbox_option = click.option(
    "--sandbox",
    type=click.Choice(["docker", "process"]),
    help="docker, or process for bots that you trust; by default what the settings say, docker.",
)
reason_option = click.option(
    "--reason", metavar="TEXT", help="Why, in one line; it stays on record."
)
undo_option = click.option("--undo", "is_undo", is_flag=True, help="Take it back.")
accept_option = click.option(
    "--accept",
    "accepted",
    multiple=True,
    metavar="LIMIT",
    type=click.Choice(LIMITS),
    help="Play although this limit does not hold here, or could not be verified; may be given "
    "several times. The league records it. LIMIT is a name that `arena doctor` prints.",
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    help="Bots that think at once; by default as many as there are processors.",
)
tables_option = click.option(
    "--tables", type=click.IntRange(min=1), help="Tables that a bot is given at once, at most."
)
game_option = click.option(
    "--game",
    type=click.Choice(list(GAMES)),
    default=DEFAULT_GAME,
    show_default=True,
    help="The game.",
)
profile_option = click.option(
    "--profile", help="The profile of the rules; by default the game's first one."
)
rule_option = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the rules, as in target=500; may be given several times.",
)


def rules_of(game: str, profile: str | None, rules: Sequence[str]) -> Rules:
    """Returns the rules that were typed; raises ConfigError or UsageError for what is wrong."""
    options: dict[str, object] = {} if profile is None else {"profile": profile}
    for rule in rules:
        name, equals, value = rule.partition("=")
        if not equals:
            raise click.UsageError(f"--rule {rule!r} has no value: write it as in target=500")
        options[name.strip()] = _value(value.strip())
    return parse_rules(game, options)


def _value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    with suppress(ValueError):
        return int(text)
    return text


def reason_of(reason: str | None, *, is_needed: bool) -> str | None:
    """Returns the reason that was typed; raises UsageError where one is needed."""
    if reason is None:
        if is_needed:
            raise click.UsageError("missing option '--reason': say why, it stays on record")
        return None
    return parse_reason(reason)


def environment() -> Mapping[str, str]:
    return os.environ


def settings_in(directory: Path) -> Settings:
    return read_settings(directory, environment())


def open_league(directory: Path) -> League:
    """Opens a league to look at it, and says so where it can only be looked at."""
    league = League.open(directory, settings_in(directory))
    if league.store.is_frozen:
        messages().print(_FROZEN, soft_wrap=True)
    return league


def open_league_exclusive(directory: Path, command: str) -> League:
    """Opens a league to change it; `command` is what a second comer is told."""
    return League.open_exclusive(directory, settings_in(directory), command)
