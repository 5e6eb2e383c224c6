"""An export, from a file that may come from anywhere, against all that it says of itself."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, TypeVar

from arena.deals import commitment
from arena.errors import ConfigError
from arena.games import parse_rules
from arena.games.game import Json, Rules
from arena.league.export import END, LEAGUE, MEETING, RECORD, STANDINGS, standings_rows
from arena.schedule import Fixture, Meeting, fixtures
from arena.store import compact, name_key
from arena.verify.findings import Finding, Report, shown
from arena.verify.forms import EndForm, Form, LeagueForm, MeetingForm, StandingsForm
from arena.verify.lines import lines_of, parsed, read_json
from arena.verify.matches import Claim, Facts
from arena.verify.outcome import Outcome, missing_text
from arena.verify.pool import judged
from arena.verify.schedule import find_schedule_difference
from arena.verify.table import (
    Out,
    Results,
    differences,
    find_missing,
    find_uncounted,
    table_of,
)

_FORMAT = re.compile(rb'\{"format":"(arena-[a-z]{1,20}/[0-9])"')
_MATCH = re.compile(rb'\{"format":"arena-record/1","match":"(m[0-9.bmr]{1,40})"')
_MOST_WORDS = 300

AnyForm = TypeVar("AnyForm", bound=Form)


def verify_export(
    file: BinaryIO, name: str, secret: bytes | None, report: Report, jobs: int | None = None
) -> Outcome:
    """Verifies what `file`, called `name` in messages, has; raises ConfigError if it is no export.

    `secret` comes before the one that the export has. Every finding goes to `report`.
    """
    return _Verification(name, report).outcome(file, secret, jobs)


@dataclass(slots=True)
class _League:
    """The first line, and what follows from it."""

    form: LeagueForm
    rules: Rules
    boards: int
    entrants: dict[str, Json]
    meetings: list[Meeting] = field(default_factory=list)


class _Verification:
    """One export that is verified, line by line."""

    def __init__(self, name: str, report: Report) -> None:
        self._name = name
        self._report = report
        self._outcome = Outcome()
        self._hash = hashlib.sha256()
        self._lines = 0
        self._standings: StandingsForm | None = None
        self._end: EndForm | None = None

    def outcome(self, file: BinaryIO, secret: bytes | None, jobs: int | None) -> Outcome:
        lines = self._texts(file)
        first = next(lines, None)
        if first is None:
            raise ConfigError(f"{self._name} is empty: name an export, as `arena export` writes it")
        league = self._league(first)
        facts = self._facts(league, secret)
        results = Results()
        claims = self._claims(league, lines)
        for each in judged(facts, claims, jobs):
            for finding in each.findings:
                self._find(finding)
            self._outcome.take(each)
            results.add(each.match, each.result)
        self._check_end()
        self._outcome.scheduled = len(league.meetings) * league.boards * league.rules.seats
        self._check_schedule(league)
        if not results.is_known:
            self._outcome.unverified.append("the table, since a match cannot be played again")
        else:
            self._check_table(league, results)
        self._outcome.digest = self._hash.hexdigest()
        return self._outcome

    def _find(self, finding: Finding) -> None:
        self._outcome.note(finding)
        self._report(finding)

    def _refuse(self, text: str) -> ConfigError:
        return ConfigError(f"line {self._lines} of {self._name} is not as an export has it: {text}")

    def _texts(self, file: BinaryIO) -> Iterator[tuple[bytes, str]]:
        """Yields each line with its text and without its end, and takes it into the hash."""
        for line in lines_of(file, self._name):
            self._lines += 1
            if self._end is not None:
                raise self._refuse("something stands after the last line")
            if not line.endswith(b"\n"):
                raise self._refuse("it does not end, so that something is missing after it")
            try:
                text = line[:-1].decode()
            except UnicodeDecodeError:
                raise self._refuse("it is not UTF-8") from None
            if not line.startswith(f'{{"format":"{END}"'.encode()):
                self._hash.update(line)
            yield line, text

    def _form(self, form: type[AnyForm], text: str) -> AnyForm:
        """Returns a line in its form; raises ConfigError where it is not, or not in its one way."""
        try:
            found = parsed(form, read_json(text))
            dumped = found.model_dump(mode="json", by_alias=True, exclude_unset=True)
            is_its_form = compact(dumped) == text
        except (ValueError, RecursionError) as error:
            raise self._refuse(str(error)[:_MOST_WORDS] or "it is nested too deeply") from None
        if not is_its_form:
            raise self._refuse("it is not written in the one form that it has")
        return found

    def _league(self, line: tuple[bytes, str]) -> _League:
        self._check_format(line[0], LEAGUE)
        form = self._form(LeagueForm, line[1])
        try:
            rules = parse_rules(form.game, form.rules)
            is_whole = compact(rules.to_json()) == compact(form.rules)  # type: ignore[arg-type]  # out of JSON
        except (ConfigError, ValueError, TypeError) as error:
            raise self._refuse(f"its rules cannot be played ({str(error)[:_MOST_WORDS]})") from None
        if not is_whole:
            raise self._refuse("its rules do not have every option in the one form")
        self._check_revisions(form)
        entrants: dict[str, Json] = {each.id: each.model_dump() for each in form.entrants}
        if list(entrants) != [f"e{number + 1}" for number in range(len(form.entrants))]:
            raise self._refuse("its entrants are not numbered from e1 on")
        for what, out in (("disqualified", form.disqualified), ("withdrawn", form.withdrawn)):
            if not set(out) <= set(entrants):
                raise self._refuse(f"somebody is {what} who is no entrant")
        return _League(form, rules, form.settings.boards, entrants)

    def _check_revisions(self, form: LeagueForm) -> None:
        """Raises ConfigError for a revision that is not the next.

        Revisions are counted by name, and names are compared as at submission.
        """
        revisions: dict[str, int] = {}
        for each in form.entrants:
            key = name_key(each.entrant)
            revisions[key] = revisions.get(key, 0) + 1
            if each.revision != revisions[key]:
                told = f"the revision of {each.id} is {each.revision}, expected {revisions[key]}"
                raise self._refuse(told)

    def _check_format(self, line: bytes, *formats: str) -> str:
        found = _FORMAT.match(line)
        name = found[1].decode() if found else ""
        if name not in formats:
            raise self._refuse(f"its format has to be {' or '.join(formats)}")
        return name

    def _facts(self, league: _League, secret: bytes | None) -> Facts:
        form = league.form
        published = None if form.closed is None else bytes.fromhex(form.closed.secret)
        chosen = published if secret is None else secret
        if secret is not None and published is not None and secret != published:
            self._find(Finding("league", "the secret in it is another than the one given"))
        if chosen is None:
            self._outcome.unverified.append("the cards, since the secret is not published")
        elif commitment(chosen) != form.commitment:
            told = f"the SHA-256 of the secret is {commitment(chosen)}, expected {form.commitment}"
            self._find(Finding("league", f"{told}, the commitment"))
            self._outcome.unverified.append("the cards, since the secret is not the committed one")
            chosen = None
        return Facts(form.id, form.game, form.rules, form.commitment, chosen, league.entrants)  # type: ignore[arg-type]  # out of JSON

    def _claims(self, league: _League, lines: Iterator[tuple[bytes, str]]) -> Iterator[Claim]:
        """Yields the matches; takes in every other line on the way."""
        waiting: Iterator[Fixture] = iter(())
        board: list[Claim] = []
        for line, text in lines:
            if self._standings is not None:
                self._check_format(line, END)
                self._end = self._form(EndForm, text)
                continue
            name = self._check_format(line, MEETING, RECORD, STANDINGS)
            if name == RECORD:
                board.append(Claim(self._fixture(line, waiting), text, is_stored=False))
                if len(board) == league.rules.seats:
                    yield from self._whole(board)
                    board = []
                continue
            if board:
                raise self._refuse(
                    f"a match of board {board[0].fixture.board} is missing before it"
                )
            if name == MEETING:
                meeting = self._meeting(league, text)
                waiting = fixtures(meeting, league.boards)
            else:
                self._standings = self._form(StandingsForm, text)

    def _whole(self, board: Sequence[Claim]) -> Sequence[Claim]:
        """Returns the matches of a board; raises ConfigError if they are of several."""
        for number, claim in enumerate(board, start=1):
            if (claim.fixture.board, claim.fixture.rotation) != (board[0].fixture.board, number):
                raise self._refuse(
                    f"a match of board {board[0].fixture.board} is missing before it"
                )
        return board

    def _fixture(self, line: bytes, waiting: Iterator[Fixture]) -> Fixture:
        """Returns which match of its meeting a line is; none before it can follow."""
        found = _MATCH.match(line)
        match = found[1].decode() if found else ""
        for fixture in waiting:
            if fixture.match == match:
                return fixture
        raise self._refuse(f"match {shown(match)} is not of the meeting above, or out of order")

    def _meeting(self, league: _League, text: str) -> Meeting:
        form = self._form(MeetingForm, text)
        party = tuple(form.entrants)
        if form.meeting != f"m{len(league.meetings) + 1}":
            raise self._refuse(f"it is {form.meeting}, expected m{len(league.meetings) + 1}")
        if len(party) != league.rules.seats or len(set(party)) != len(party):
            raise self._refuse(f"{form.meeting} does not have {league.rules.seats} entrants")
        if not set(party) <= league.entrants.keys():
            raise self._refuse(f"{form.meeting} has somebody in it who is no entrant")
        meeting = Meeting(form.meeting, party)
        league.meetings.append(meeting)
        return meeting

    def _check_end(self) -> None:
        if self._end is None:
            raise ConfigError(f"{self._name} has no last line: a part of the export is missing")
        if self._end.lines != self._lines - 1:
            self._find(
                Finding("export", f"it has {self._lines - 1} lines, expected {self._end.lines}")
            )
        if self._end.sha256 != self._hash.hexdigest():
            told = f"the SHA-256 of its lines is {self._hash.hexdigest()}"
            self._find(Finding("export", f"{told}, but its last line says {self._end.sha256}"))

    def _check_schedule(self, league: _League) -> None:
        form = league.form
        told = find_schedule_difference(
            league.meetings,
            list(league.entrants),
            form.id,
            form.settings.kind,
            league.rules.seats,
        )
        if told is not None:
            self._find(Finding("schedule", told))

    def _check_table(self, league: _League, results: Results) -> None:
        form, standings = league.form, self._standings
        assert standings is not None, "the last line follows the table"
        out = Out(form.disqualified, form.withdrawn)
        for meeting, reason in find_uncounted(league.meetings, results, out, league.boards):
            self._find(Finding(meeting, f"its matches do not count, since {reason}"))
        table = table_of(league.meetings, results, league.entrants, out, league.boards)
        self._outcome.ratings = len(table.rows)
        missing, first = find_missing(league.meetings, results, out, league.boards)
        if form.closed is None:
            self._outcome.missing = missing
        elif missing:
            self._find(Finding("schedule", missing_text(missing, first)))
        if standings.boards != table.boards:
            told = f"{standings.boards} boards count, expected {table.boards}"
            self._find(Finding("table", told))
        rows = [row.model_dump() for row in standings.rows]
        for told in differences(rows, standings_rows(table, league.entrants)):
            self._find(Finding("table", told))
