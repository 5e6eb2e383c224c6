"""`arena check`: everything that a bot has to stand, tried on this machine."""

import secrets
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import click
from click.core import ParameterSource
from rich.console import RenderableType
from rich.text import Text

from arena.checking import Progress
from arena.checking.forms import JUNIT_BEGIN, Subject, report_to_json, report_to_junit
from arena.cli.asking import asked
from arena.cli.findings import findings
from arena.cli.options import (
    environment,
    json_option,
    profile_option,
    rule_option,
    rules_of,
    sandbox_option,
    settings_in,
)
from arena.cli.output import messages, print_json, show
from arena.cli.overwriting import check_free
from arena.cli.words import rules_text
from arena.config import default_settings
from arena.errors import ConfigError, ExitCode, SubmissionError
from arena.games import DEFAULT_GAME, GAMES
from arena.league import Settings
from arena.league.rooms import run_directory
from arena.league.trial import Checked, check
from arena.store import SandboxKind
from arena.submissions import handed_in, read_manifest


@click.command("check")
@click.argument("folder", metavar="PATH", type=click.Path(path_type=Path))
@click.option(
    "--game",
    type=click.Choice(list(GAMES)),
    help="The game; by default the first that its bot.toml names.",
)
@profile_option
@rule_option
@click.option(
    "--league",
    "league",
    envvar="ARENA_LEAGUE",
    type=click.Path(file_okay=False, path_type=Path),
    help="Check under the rules, clock and limits of this league; by default of ARENA_LEAGUE.",
)
@sandbox_option
@json_option
@click.option(
    "--junit",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the verdicts to FILE as well, in the XML that systems of CI read.",
)
@click.option("--quiet", "is_quiet", is_flag=True, help="Do not show the build of its image.")
@click.pass_context
def command(  # noqa: PLR0913, PLR0917  # one parameter for each option
    ctx: click.Context,
    folder: Path,
    game: str | None,
    profile: str | None,
    rules: tuple[str, ...],
    league: Path | None,
    sandbox: str | None,
    junit: Path | None,
    *,
    as_json: bool,
    is_quiet: bool,
) -> None:
    """Check the bot in PATH as `arena submit` would: what passes here, passes there.

    It is built and started, asked a thousand hard decisions one by one and many at once, refused,
    asked again, and let go; all of it within the limits of a league. What is wrong is told with
    the message that was sent, what came back, the rule, and what to do. Ends with 3 if anything is.

    PATH is a folder, a tar file, or the bot.toml of a ready image.
    """
    has_rules = bool(game or profile or rules)
    if league is not None and has_rules:
        if ctx.get_parameter_source("league") is ParameterSource.COMMANDLINE:
            raise click.UsageError("--league has rules of its own: leave out the other rules")
        league = None
    if league is not None:
        settings = settings_in(league)
    else:
        options = rules_of(game or _game_of(folder), profile, rules)
        settings = default_settings("check", options, environment())
    if sandbox:
        settings = replace(settings, play=replace(settings.play, sandbox=SandboxKind(sandbox)))
    if junit is not None:
        check_free(junit, JUNIT_BEGIN, "report", "arena check")
    checked = _checked(folder, settings, is_quiet=is_quiet)
    subject = _subject(checked, settings)
    if junit is not None:
        _write(junit, report_to_junit(subject, checked.report))
    if as_json:
        print_json(report_to_json(subject, checked.report))
    else:
        show(*_told(folder, checked, settings))
    if not checked.report.has_passed:
        ctx.exit(ExitCode.BOT)


def _game_of(path: Path) -> str:
    """Returns the first game that a bot names and that there is; mistakes are told later.

    A file is unpacked for that alone, since nothing else can be prepared before the game is known.
    """
    settings = default_settings("check", rules_of(DEFAULT_GAME, None, ()), environment())
    with run_directory(settings, secrets.token_hex(8)) as room:
        try:
            with handed_in(path, room) as folder:
                named = read_manifest(folder).games
        except SubmissionError:
            return DEFAULT_GAME
    return next((game for game in named if game in GAMES), DEFAULT_GAME)


def _checked(folder: Path, settings: Settings, *, is_quiet: bool) -> Checked:
    console = messages()

    def say(line: str) -> None:
        if not is_quiet:
            console.print(Text(line, style="dim"), soft_wrap=True)

    async def checked(rooms: Path, progress: Progress) -> Checked:
        return await check(folder, settings, rooms, say, progress)

    return asked(settings, console, checked)


def _subject(checked: Checked, settings: Settings) -> Subject:
    rules = settings.rules
    return Subject(
        bot=checked.name,
        game=rules.game,
        rules=rules.to_json(),
        clock=asdict(settings.clock),
        sandbox=settings.play.sandbox.value,
        build_seconds=checked.build_seconds,
    )


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigError(
            f"cannot write {path}: {error.strerror}; name a file that can be written"
        ) from None


def _told(folder: Path, checked: Checked, settings: Settings) -> Iterator[RenderableType]:
    rules = settings.rules
    limits = f"{rules_text(rules.game, rules.to_json())}; {settings.play.sandbox.value}"
    yield from findings(checked.name, limits, checked.report)
    if not checked.report.has_passed:
        yield f"Mend it and run `arena check {folder}` again."
