"""One sample tried: built, started, played against the reference's records, and checked."""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import docker

from arena.config import default_settings
from arena.deals import Dice
from arena.errors import ArenaError
from arena.games import DEFAULT_GAME, GAMES, parse_rules
from arena.league import Settings
from arena.league.admission import contestants_of, new_terms
from arena.league.rooms import open_sandbox, run_directory
from arena.runner import Contestant, Said, Way, run, try_start
from arena.sandbox import DEFAULT_URL, Sandbox
from arena.sandbox.images import NoBaseError
from arena.store import SandboxKind
from arena.submissions.beginning import begin_bot
from tests.languages.boards import BATCH, ONE_TABLE, PLANS, Plan, Sheet, Table, differences, play
from tests.languages.sample import Sample, make_spoiler, source_lines

_STARTS = 3
_CHECK_SECONDS = 300
_MOST_PROBLEMS = 5

Expected = Mapping[str, Sheet]
"""What the reference's plumb made of each plan, by the plan's name."""


@dataclass(slots=True)
class Outcome:
    """What became of one sample."""

    language: str
    protocol: str = ""
    lines: int = 0
    build_seconds: float = 0.0
    image_bytes: int = 0
    start_seconds: float = 0.0
    sheets: dict[str, Sheet] = field(default_factory=dict)
    equal: int | None = None
    """How many matches are recorded as the reference's are; None for the reference itself."""
    matches: int = 0
    check: str = ""
    """What `arena check` says of plumb, in both games."""
    starter: str = ""
    """What it says of a bot as `arena new` writes it."""
    problems: list[str] = field(default_factory=list)
    unverified: str | None = None
    """Why it could not be tried on this machine."""

    @property
    def verdict(self) -> str:
        if self.unverified is not None:
            return "not verified"
        return "FAILED" if self.problems else "passed"

    @property
    def has_played(self) -> bool:
        """Tells whether every match of it has a record, against which others' may be held."""
        return sum(len(sheet.records) for sheet in self.sheets.values()) == self.matches > 0

    def rate(self, name: str) -> float | None:
        sheet = self.sheets.get(name)
        return sheet.rate if sheet is not None and sheet.at and not sheet.problems else None

    @property
    def one_table(self) -> float | None:
        return self.rate(ONE_TABLE.name)

    @property
    def batch(self) -> float | None:
        return self.rate(BATCH.name)


def try_sample(sample: Sample, expected: Expected | None, kind: SandboxKind) -> Outcome:
    """Tries a sample; without `expected` it is the reference itself."""
    outcome = Outcome(sample.language)
    settings = default_settings("languages", parse_rules(DEFAULT_GAME, {}), os.environ)
    settings = replace(settings, play=replace(settings.play, sandbox=kind))
    try:
        with (
            run_directory(settings, secrets.token_hex(8)) as place,
            TemporaryDirectory(prefix="copies-", dir=place) as copies,
            TemporaryDirectory(prefix="arena-spoiler-") as directory,
        ):
            Path(copies).chmod(0o711)
            folders = [sample.folder, make_spoiler(Path(directory))]
            run(lambda: _try(outcome, folders, expected, settings, Path(copies)))
        outcome.check = _checked(sample.folder, kind, outcome.problems)
        if kind is SandboxKind.DOCKER:  # in place nobody has built it
            with TemporaryDirectory(prefix="arena-new-") as directory:
                new = begin_bot("starter", sample.language, Path(directory) / "starter")
                outcome.starter = _checked(new, kind, outcome.problems)
    except NoBaseError as error:
        outcome.unverified = str(error)
    except ArenaError as error:
        outcome.problems.append(str(error))
    return outcome


async def _try(
    outcome: Outcome,
    folders: Sequence[Path],
    expected: Expected | None,
    settings: Settings,
    copies: Path,
) -> None:
    begun, place = time.monotonic(), copies.parent
    async with (
        open_sandbox(settings.play.sandbox, place, place.name, settings.play) as sandbox,
        contestants_of(folders, settings, copies, place.name, _no_word) as bots,
    ):
        outcome.build_seconds = time.monotonic() - begun
        (new, bot), (_, spoiler) = bots
        outcome.protocol = str(new.manifest["protocol"])
        outcome.lines = source_lines(copies / new.digest)
        outcome.image_bytes = _size(bot.image)
        outcome.start_seconds = await _start_seconds(bot, sandbox, settings, place)
        table = Table(bot, spoiler, sandbox, place)
        for plan in PLANS:
            await _play(outcome, plan, expected, table, settings)


async def _play(
    outcome: Outcome, plan: Plan, expected: Expected | None, table: Table, settings: Settings
) -> None:
    """Plays a plan and holds its records against the reference's."""
    sheet = await play(plan, table, settings)
    outcome.sheets[plan.name] = sheet
    outcome.matches += plan.matches
    gaps = sheet.problems
    if expected is not None:
        gaps = differences(sheet, expected[plan.name])
        outcome.equal = (outcome.equal or 0) + sheet.equal_to(expected[plan.name])
    outcome.problems += [f"{plan.name}: {gap}" for gap in gaps[:_MOST_PROBLEMS]]


async def _start_seconds(
    bot: Contestant, sandbox: Sandbox, settings: Settings, place: Path
) -> float:
    """Returns the seconds from asking for a life to its Hello."""
    heard: list[float] = []

    def hear(said: Said) -> None:
        if said.way is Way.FROM_BOT and len(heard) < len(begun):
            heard.append(said.at)

    terms = replace(new_terms(settings, Dice(bytes(32), place.name), place), transcript=hear)
    begun: list[float] = []
    for _ in range(_STARTS):
        begun.append(time.monotonic())
        await try_start(bot, sandbox, terms)
    return median(at - since for at, since in zip(heard, begun, strict=True))


def _size(image: str | None) -> int:
    if image is None:
        return 0
    client = docker.DockerClient(base_url=DEFAULT_URL)
    try:
        return int(client.images.get(image).attrs["Size"])
    finally:
        client.close()


def _checked(folder: Path, kind: SandboxKind, problems: list[str]) -> str:
    """Returns what `arena check` says of a bot in both games, in a word and a time."""
    begun = time.monotonic()
    failed = [said for game in GAMES if (said := _check(folder, kind, game)) is not None]
    problems += failed
    return "FAILED" if failed else f"passed in {time.monotonic() - begun:.0f} s"


def _check(folder: Path, kind: SandboxKind, game: str) -> str | None:
    """Returns what `arena check` found wrong in a game, None for nothing."""
    options = ("--game", game, "--sandbox", kind.value)
    checked = subprocess.run(
        [sys.executable, "-m", "arena", "check", str(folder), *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=_CHECK_SECONDS,
    )
    if checked.returncode == 0:
        return None
    said = (checked.stdout or checked.stderr).strip()
    return f"arena check {folder.name} --game {game} ended with {checked.returncode}: {said:.3000}"


def _no_word(_line: str) -> None: ...
