"""Small leagues of bots that always answer the same, in which arenas are struck."""

import io
import re
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.cli import run_command
from arena.deals import Dice
from arena.store import AttemptState, SandboxKind, Store
from tests.crash.arena import Arena, Ended, Strike

LIGHT_BOT = Path(__file__).with_name("light_bot.py")
BOTS = ("ann", "bob", "cid")
MATCHES = [f"m1.b{board}.r{rotation}" for board in (1, 2) for rotation in (1, 2, 3)]
_CLOSED = re.compile(r'(?<="closed":)\{[^}]*\}')
"""When a league was closed, and its secret: what a league that was not closed has null for."""
_RULES = ("--rule", "length=deals:2", "--boards", "2")
_MANIFEST = """\
name = "{name}"
command = ["python3", "-I", "-S", "light_bot.py", "{salt}"]
games = ["spades"]
protocol = "grpc"
"""
_DOCKERFILE = """\
ARG BASE=python:3.11-slim
FROM ${{BASE}}
COPY light_bot.py /
USER 65534:65534
CMD ["python3", "-I", "-S", "/light_bot.py", "{salt}"]
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a league comes to, byte for byte, whether or not it is closed."""

    export: str
    ratings: str


@dataclass(frozen=True, slots=True)
class State:
    """What is stored of a league's matches at some moment."""

    records: Mapping[str, str]
    begun: frozenset[str]
    """Matches with an attempt that nobody has ended."""


@dataclass
class Ground:
    """A directory for leagues that all deal the same cards, and for their bots."""

    directory: Path
    kind: SandboxKind
    dice: Dice
    names: Sequence[str] = BOTS
    rules: Sequence[str] = _RULES

    def arena(self, *arguments: str, strikes: Sequence[Strike] = ()) -> Ended:
        """Runs a command to its end."""
        return self.begin(*arguments, strikes=strikes).end()

    def begin(self, *arguments: str, strikes: Sequence[Strike] = ()) -> Arena:
        return Arena(arguments, strikes, self.dice, self.directory / "told")

    def carried_out(self, *arguments: str) -> Ended:
        """Runs a command that has to succeed."""
        ended = self.arena(*arguments)
        assert ended.code == 0, f"{' '.join(arguments)} ended with {ended.code}: {ended.printed}"
        return ended

    def commands(self, league: Path) -> list[tuple[str, ...]]:
        """Returns what is typed in the life of a league, in order."""
        name = ("--name", "crash", "--sandbox", self.kind.value)
        handed_in = [("submit", "--league", str(league), str(bot)) for bot in self.bots]
        ending = [(word, "--league", str(league)) for word in ("run", "reveal")]
        return [("init", str(league), *name, *self.rules), *handed_in, *ending]

    @cached_property
    def bots(self) -> list[Path]:
        """The folder of each bot."""
        folders = []
        for salt, name in enumerate(self.names):
            folder = self.directory / "bots" / name
            folder.mkdir(parents=True)
            shutil.copy(LIGHT_BOT, folder)
            (folder / "bot.toml").write_text(_MANIFEST.format(name=name, salt=salt))
            (folder / "Dockerfile").write_text(_DOCKERFILE.format(salt=salt))
            folders.append(folder)
        return folders

    def fresh(self, carried_out: int) -> Path:
        """Returns a league with the first so many of its commands carried out."""
        league = self.directory / "league"
        shutil.rmtree(league, ignore_errors=True)
        if carried_out:
            shutil.copytree(self._template(carried_out), league)
        return league

    def _template(self, carried_out: int) -> Path:
        kept = self.directory / f"template-{carried_out}"
        if not kept.exists():
            league = self.fresh(carried_out - 1)
            self.carried_out(*self.commands(league)[carried_out - 1])
            league.rename(kept)
        return kept


@contextmanager
def open_ground(kind: SandboxKind, dice: Dice | None = None) -> Iterator[Ground]:
    """Gives a ground whose leagues have an id of its own, so that two never meet."""
    with TemporaryDirectory(prefix="arena-crash-") as name:
        yield Ground(Path(name), kind, dice or Dice(bytes(range(32)), secrets.token_hex(8)))


def typed(*arguments: object, code: int = 0) -> str:
    """Runs a command that looks at a league, in this process; returns what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        ended = run_command([str(argument) for argument in arguments])
    assert ended == code, err.getvalue()
    return out.getvalue()


def outcome_of(league: Path) -> Outcome:
    export = typed("export", "--league", league)
    body, _, _ = export.rstrip("\n").rpartition("\n")  # the last line is the hash of the rest
    return Outcome(_CLOSED.sub("null", body), typed("ratings", "--league", league, "--json"))


def state_of(league: Path) -> State:
    """Returns what is stored, as a reader finds it beside a killed arena's leavings."""
    if not (league / "league.db").exists():
        return State({}, frozenset())
    with Store.open(league) as store:
        records = {result.fixture.match: record for result, record in store.records()}
        begun = {
            attempt.match
            for match in MATCHES
            for attempt in store.attempts(match)
            if attempt.state is AttemptState.BEGUN
        }
    return State(records, frozenset(begun))
