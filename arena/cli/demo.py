"""`arena demo`: a small league of the sample bots, from nothing to a table."""

import secrets
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from shlex import quote

import click

from arena.cli.options import (
    environment,
    game_option,
    jobs_option,
    profile_option,
    rules_of,
    sandbox_option,
)
from arena.cli.output import Form, messages, print_sheet, show
from arena.cli.run import play_out
from arena.cli.standings import ratings_sheet
from arena.cli.submit import submit_to
from arena.cli.words import UNSANDBOXED, count_text, duration_text, rules_text
from arena.config import default_settings, settings_text
from arena.deals import Dice
from arena.errors import ConfigError, ExitCode, HostError, SandboxError, SubmissionError
from arena.games.game import Rules
from arena.league import ID_BYTES, BuildNetwork, EntryCheck, League, Settings, outlook_of
from arena.samples import sample_folders, samples_root
from arena.sandbox.engine import find_engine_problem
from arena.store import SandboxKind
from arena.submissions import MANIFEST

_BUILD_SECONDS = 60
_KNOWN = sha256(b"arena demo")
_DICE = Dice(_KNOWN.digest(), _KNOWN.hexdigest()[: 2 * ID_BYTES])
"""Cards that are no secret, the same in every demo."""
DEMO_LEAGUE = _DICE.league
"""The id of every demo, which their images are labelled with."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One way in which the samples may be able to run here."""

    sandbox: SandboxKind
    room: str
    """The name under which the bots run: all demos are the same league, yet apart."""
    settings: Settings
    why: str
    """What is said of it above the table."""


@click.command("demo")
@click.argument("directory", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--bots",
    "samples",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder with the bots' folders; by default the samples that come with the arena.",
)
@game_option
@profile_option
@sandbox_option
@jobs_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917  # one parameter for each option
    ctx: click.Context,
    directory: Path | None,
    samples: Path | None,
    game: str,
    profile: str | None,
    sandbox: str | None,
    jobs: int | None,
) -> None:
    """Play a small league of the sample bots in DIRECTORY, by default a fresh temporary one.

    The bots run in Docker where an engine answers and the base image can be had, else as plain
    processes; above the table stands which, and why. Everybody's demo has the same cards, and so
    the same table.
    """
    folders = _folders(samples)
    rules = rules_of(game, profile, ())
    with _place(directory) as place, _new_league(place, rules) as league:
        way = _admit_all(league, folders, None if sandbox is None else SandboxKind(sandbox))
        is_halted = _play(league, way, jobs)
    if is_halted:
        ctx.exit(ExitCode.INTERRUPTED)


def _play(league: League, way: _Way, jobs: int | None) -> bool:
    """Plays the league and prints its table; returns whether it was halted."""
    league.extend_schedule()
    outlook = outlook_of(league)
    rules = rules_text(league.made.game, league.made.rules)
    messages().print(
        f"{count_text(outlook.counts.entrants, 'bot')}, "
        f"{count_text(outlook.counts.meetings, 'meeting')}, "
        f"{count_text(outlook.matches, 'match', 'matches')} of {rules}.",
        soft_wrap=True,
    )
    reporter, is_halted = play_out(league, way.sandbox, jobs=jobs, room=way.room)
    show(way.why, "")
    print_sheet(ratings_sheet(league), Form.TABLE)
    played = count_text(reporter.last.played, "match", "matches")
    place = quote(str(league.directory.path))
    show(
        "",
        f"{played} in {duration_text(reporter.seconds)}. The league is in {place}; look closer:",
        f"  arena ratings --league {place} --against thinker",
        f"  arena show --league {place} m1.b1.r1",
    )
    return is_halted


def _folders(samples: Path | None) -> list[Path]:
    if samples is None:
        folders = [*sample_folders().values()]
    else:
        folders = sorted(path.parent for path in samples.glob(f"*/{MANIFEST}"))
    if not folders:
        raise ConfigError(
            f"there are no bots in {samples or samples_root()}: name the folder sample_bots/python "
            "of the source tree with --bots"
        )
    return folders


@contextmanager
def _place(directory: Path | None) -> Iterator[Path]:
    """Gives the directory of the league; a temporary one goes again if something fails."""
    if directory is not None:
        yield directory
        return
    place = Path(tempfile.mkdtemp(prefix="arena-demo-"))
    try:
        yield place
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise


def _new_league(place: Path, rules: Rules) -> League:
    settings = default_settings("demo", rules, environment())
    # The samples come with the arena, and its tests check them.
    settings = replace(settings, entry=replace(settings.entry, check=EntryCheck.START))
    return League.create(place, settings, settings_text(settings), _DICE)


def _admit_all(league: League, folders: Sequence[Path], asked: SandboxKind | None) -> _Way:
    """Hands in all bots in the way in which the first one can be; returns that way."""
    way = _admit_first(league, folders[0], asked)
    for folder in folders[1:]:
        _admit(league, folder, way)
    league.directory.settings.write_text(settings_text(way.settings), encoding="utf-8")
    return way


def _admit_first(league: League, folder: Path, asked: SandboxKind | None) -> _Way:
    problem = (
        None if asked is SandboxKind.PROCESS else find_engine_problem(league.settings.play.engine)
    )
    if asked is not SandboxKind.PROCESS and problem is None:
        for way in _docker(league.settings):
            try:
                _admit(league, folder, way)
            except (HostError, SandboxError, SubmissionError) as error:
                problem = str(error)
            else:
                return way
    if asked is SandboxKind.DOCKER:
        raise HostError(f"the demo cannot use Docker here: {problem}")
    way = _processes(league.settings, problem)
    _admit(league, folder, way)
    return way


def _admit(league: League, folder: Path, way: _Way) -> None:
    submit_to(replace(league, settings=way.settings), folder, way.sandbox, room=way.room)


def _docker(settings: Settings) -> Iterator[_Way]:
    """Yields the ways through Docker: where the bridge leads nowhere, the host's own network.

    The samples come with the arena, so their builds may use it; nobody else's may by default.
    """
    why = "The bots ran in Docker containers: an engine answers here, and the base image was had."
    usual = settings.play.build_network
    networks = [usual] if usual is BuildNetwork.HOST else [usual, BuildNetwork.HOST]
    for network in networks:
        play = replace(
            settings.play,
            sandbox=SandboxKind.DOCKER,
            build_network=network,
            build_seconds=min(_BUILD_SECONDS, settings.play.build_seconds),
        )
        yield _way(replace(settings, play=play), why)


def _processes(settings: Settings, problem: str | None) -> _Way:
    cause = "that was asked for" if problem is None else problem.splitlines()[0].partition(";")[0]
    play = replace(settings.play, sandbox=SandboxKind.PROCESS)
    why = f"{UNSANDBOXED}; it was done so because {cause}."
    return _way(replace(settings, play=play), why)


def _way(settings: Settings, why: str) -> _Way:
    return _Way(settings.play.sandbox, secrets.token_hex(ID_BYTES), settings, why)
