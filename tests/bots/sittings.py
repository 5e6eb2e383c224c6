"""Real sittings of bots as processes, and what must be true after any of them."""

import os
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path

from arena.clock import Clock
from arena.deals import Dice, commitment
from arena.games import parse_rules
from arena.games.game import Json
from arena.record import Evidence, Record
from arena.runner import Contestant, Halt, Terms, play_sitting, run
from arena.sandbox import Limits
from arena.sandbox.process import ProcessSandbox
from arena.schedule import Fixture
from tests.bots import bot_folder, lines_folder, memory_folder
from tests.checker import check_record
from tests.checker.matches import plays
from tests.checker.rules import may_play
from tests.checker.shape import parse_record
from tests.doubles import MemoryJournal

SECRET = b"the secret of tests, 32 bytes ok"
DEALS = 1
CLOCK = Clock(start=15.0, per_decision=0.1, bank=3.0, grace=0.5)
SITTINGS = 9
"""More than any of these little leagues needs."""


class Stage:
    """A directory with bots, and a token that stands in every command line of theirs."""

    def __init__(self, directory: Path, clock: Clock = CLOCK, *, deals: int = DEALS) -> None:
        self.token = secrets.token_hex(12)
        self.directory = directory
        self.kept = MemoryJournal()
        self._contestants: dict[str, Contestant] = {}
        self.terms = Terms(
            rules=parse_rules("spades", {"length": f"deals:{deals}"}),
            clock=clock,
            dice=Dice(SECRET, "0123456789abcdef"),
            limits=Limits(),
            jobs=2,
            tables=32,
            run_directory=directory / "run",
            league="0123456789abcdef",
        )
        self.terms.run_directory.mkdir()

    def add_scripted(self, entrant: str, *flags: str) -> None:
        arguments = [*flags, "--token", self.token]
        folder = bot_folder(self.directory / "bots", entrant, arguments)
        self._add(entrant, folder, ["python3", "scripted_bot.py", *arguments])

    def add_lines(self, entrant: str, deed: str = "honest", at: str = "bid") -> None:
        """Adds a bot that speaks by its standard streams."""
        arguments = [deed, at, self.token]
        folder = lines_folder(self.directory / "bots", entrant, arguments)
        self._add(entrant, folder, ["python3", "lines_bot.py", *arguments], is_stdio=True)

    def add_memory(self, entrant: str, *, notes: bool = False) -> None:
        folder = memory_folder(self.directory / "bots", entrant, notes=notes)
        self._add(entrant, folder, ["python3", "kit", "memory_bot.py"])

    def _add(
        self, entrant: str, folder: Path, command: Sequence[str], *, is_stdio: bool = False
    ) -> None:
        self._contestants[entrant] = Contestant(entrant, tuple(command), folder, None, is_stdio)

    def sandbox(self) -> ProcessSandbox:
        return ProcessSandbox(self.directory / "lives")

    def play(self, fixtures: Sequence[Fixture], halt: Halt | None = None) -> None:
        """Plays one sitting in a loop and a sandbox of its own."""

        async def main() -> None:
            sandbox = self.sandbox()
            try:
                await play_sitting(
                    fixtures, self._contestants, sandbox, self.terms, self.kept, halt or Halt()
                )
            finally:
                await sandbox.close()

        run(main)

    def play_out(self, fixtures: Sequence[Fixture]) -> None:
        """Plays sittings until every match has a result, as a league does."""
        for _ in range(SITTINGS):
            missing = [fixture for fixture in fixtures if fixture.match not in self.kept.played]
            if not missing:
                return
            self.play(missing)
        raise AssertionError(f"no end after {SITTINGS} sittings: {missing}")

    def record(self, fixture: Fixture) -> Record:
        return self.kept.played[fixture.match].record

    def evidence(self, fixture: Fixture, seat: int) -> list[Evidence]:
        evidence = self.kept.played[fixture.match].evidence
        return [piece for piece in evidence if piece.seat == seat]

    def leftovers(self) -> list[str]:
        """Returns every process, socket and directory that is still there of any bot."""
        return [*_processes(self.token), *_processes(str(self.directory))] + [
            str(path) for place in ("run", "lives") for path in (self.directory / place).rglob("*")
        ]


def fixture_of(match: str, seating: tuple[str, str, str]) -> Fixture:
    board, _, rotation = match.rpartition(".r")
    meeting, _, number = board.partition(".b")
    return Fixture(match, meeting, board, int(number), int(rotation), seating)


def exported(fixture: Fixture, record: Record) -> Json:
    """Returns the record as an export has it, for the checker."""
    fields = record.to_json()
    return {
        "format": "arena-record/1",
        "match": fixture.match,
        "meeting": fixture.meeting,
        "board": fixture.board,
        "rotation": fixture.rotation,
        "game": fields["game"],
        "rules": fields["rules"],
        "commitment": commitment(SECRET),
        "seats": [{"id": each, "entrant": each, "revision": 1} for each in fixture.seating],
        "first_dealer": fields["first_dealer"],
        "deals": fields["deals"],
        "scores": fields["scores"],
        "places": fields["places"],
        "verdicts": fields["verdicts"],
        "faults": fields["faults"],
    }


def findings(fixture: Fixture, record: Record) -> list[str]:
    """Returns what the independent checker has against the record."""
    return check_record(exported(fixture, record))


def strayed(fixture: Fixture, record: Record, seats: Iterable[int]) -> list[str]:
    """Returns where one of `seats` did not answer with the first legal action, as honest bots do.

    So an empty list says that nothing of what another seat did has reached these.
    """
    parsed, found = parse_record(exported(fixture, record))
    assert not found, found
    strays = []
    for number, deal in enumerate(parsed.deals, start=1):
        strays += [f"deal {number}: bid of seat {seat}" for seat in seats if deal.bids[seat] != 0]
        for play in plays(deal):
            first = min(may_play(play.held, play.table, broken=play.broken), key=_number)
            if play.seat in seats and play.card != first:
                strays.append(f"deal {number}: {play}")
    return strays


def _number(card: str) -> tuple[int, int]:
    return "CDHS".index(card[1]), "23456789TJQKA".index(card[0])


def _processes(text: str) -> list[str]:
    """Returns the command line of every process but this one that holds `text`."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) in {os.getpid(), os.getppid()}:
            continue
        try:
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue  # it has just ended
        if text in line:
            found.append(f"process {entry.name}: {line}")
    return found
