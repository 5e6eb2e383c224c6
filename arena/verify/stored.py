"""A league's own store: all that an export would have, all that it leaves out, and the seal."""

from collections.abc import Iterator
from contextlib import suppress

from arena.deals import commitment
from arena.errors import HostError
from arena.league import (
    League,
    benched_entrants,
    disqualified_entrants,
    published_secret,
    standings_of,
)
from arena.league.export import seat_to_json, standings_rows
from arena.league.outlook import ACCEPTED, EXAMINED, OVERLOAD
from arena.league.standing import missing_fixtures
from arena.schedule import Fixture, Meeting, fixtures
from arena.store import Result
from arena.store.closing import CLOSED
from arena.store.writing import REBUILT
from arena.verify.findings import Finding, Outcome, Report, shown
from arena.verify.matches import Claim, Facts, Judged
from arena.verify.pool import judged
from arena.verify.schedule import find_schedule_difference
from arena.verify.table import Results, differences, table_of

_NOTES = (ACCEPTED, EXAMINED, OVERLOAD, REBUILT, CLOSED)


def verify_league(
    league: League, secret: bytes | None, report: Report, jobs: int | None = None
) -> Outcome:
    """Verifies all that a league has stored, what does not count or is not complete too.

    Results that were annulled are bound by the seal of a closed league alone.

    `secret` comes before the one that was published, or that lies in the league's directory.
    """
    with league.store.one_state():
        return _Verification(league, report).outcome(secret, jobs)


class _Verification:
    """One league that is verified."""

    def __init__(self, league: League, report: Report) -> None:
        self._league = league
        self._report = report
        self._outcome = Outcome()
        self._results = dict[str, Result]()
        """The results whose matches are being played again."""
        self._records = 0
        self._entrants = {each.id: seat_to_json(each) for each in league.store.entrants()}

    def outcome(self, secret: bytes | None, jobs: int | None) -> Outcome:
        self._check_seal()
        meetings = list(self._league.store.meetings())
        facts = self._facts(secret)
        results, unknown = Results(), False
        for each in judged(facts, self._claims(meetings), jobs):
            self._take(each)
            unknown = unknown or each.result is None
            if each.result is not None:
                board, _, _ = each.match.rpartition(".")
                results.add(board.partition(".")[0], board, each.result)
        self._check_schedule(meetings)
        if unknown:
            self._outcome.unverified.append("the table, since a match cannot be played again")
        else:
            self._check_table(meetings, results)
        return self._outcome

    def _find(self, where: str, text: str) -> None:
        self._outcome.findings += 1
        self._report(Finding(where, text))

    def _check_seal(self) -> None:
        store = self._league.store
        for note in store.notes():
            if note.kind not in _NOTES:
                self._find(
                    "store", f"it has a note of the kind {shown(note.kind)}, which no arena writes"
                )
        closing = store.closing()
        if closing is None:
            self._outcome.unverified.append(
                "what nothing depends on, since the league is not closed"
            )
        elif (seal := store.seal()) != closing.seal:
            self._find("store", f"the seal of what is stored is {seal}, expected {closing.seal}")

    def _facts(self, given: bytes | None) -> Facts:
        made = self._league.made
        secret = self._secret(given)
        if secret is not None and commitment(secret) != made.commitment:
            told = f"the SHA-256 of the secret is {commitment(secret)}, expected {made.commitment}"
            self._find("league", f"{told}, the commitment")
            self._outcome.unverified.append("the cards, since the secret is not the committed one")
            secret = None
        return Facts(made.id, made.game, made.rules, made.commitment, secret, self._entrants)

    def _secret(self, given: bytes | None) -> bytes | None:
        published = published_secret(self._league)
        if given is not None and published is not None and given != published:
            self._find("league", "the published secret is another than the one given")
        secret = given if given is not None else published
        if secret is None:
            with suppress(HostError):
                secret = self._league.directory.read_secret()
        if secret is None:
            self._outcome.unverified.append("the cards, since the secret is not published")
        return secret

    def _claims(self, meetings: list[Meeting]) -> Iterator[Claim]:
        """Yields every result with its record, whether it counts or not."""
        known = {meeting.id: meeting for meeting in meetings}
        boards = self._league.settings.schedule.boards
        current, there = "", dict[str, Fixture]()
        for result, text in self._league.store.records():
            stored = result.fixture
            if stored.meeting != current:
                current = stored.meeting
                meeting = known.get(current)
                there = {each.match: each for each in fixtures(meeting, boards)} if meeting else {}
            fixture = there.get(stored.match)
            if fixture is None:
                self._find(shown(stored.match)[1:-1], "it is no match of the schedule")
                continue
            if stored != fixture:
                told = f"it is stored as {shown(stored.seating)} on {shown(stored.board)}"
                expected = f"expected {shown(fixture.seating)} on {shown(fixture.board)}"
                self._find(fixture.match, f"{told}, {expected}")
            self._results[fixture.match] = result
            self._records += 1
            yield Claim(fixture, text, is_stored=True)
        self._check_count()

    def _check_count(self) -> None:
        """Looks whether every result has its record."""
        results = self._league.store.counts().results
        if results != self._records:
            self._find("store", f"{results} results, but {self._records} records")

    def _take(self, each: Judged) -> None:
        self._outcome.matches += 1
        self._outcome.deals += each.deals
        for finding in each.findings:
            self._outcome.findings += 1
            self._report(finding)
        stored, result = self._results.pop(each.match), each.result
        if result is None:
            return
        for name, stands, expected in (
            ("places", stored.places, result.places),
            ("scores", stored.scores, result.scores),
            ("verdicts", stored.verdicts, each.verdicts),
            ("deals", stored.deals, result.deals),
        ):
            if stands != expected:
                told = f"the result has {name} {shown(stands)}, expected {shown(expected)}"
                self._find(each.match, told)

    def _check_schedule(self, meetings: list[Meeting]) -> None:
        league = self._league
        told = find_schedule_difference(
            meetings,
            list(self._entrants),
            league.made.id,
            league.settings.schedule.kind,
            league.seats,
        )
        if told is not None:
            self._find("schedule", told)

    def _check_table(self, meetings: list[Meeting], results: Results) -> None:
        league = self._league
        out = disqualified_entrants(league)
        boards = league.settings.schedule.boards
        table = table_of(meetings, results, self._entrants, out, boards)
        self._outcome.ratings = len(table.rows)
        self._outcome.missing = sum(1 for _ in missing_fixtures(league, benched_entrants(league)))
        kept = standings_of(league)
        if kept.boards != table.boards:
            self._find("table", f"{kept.boards} boards count, expected {table.boards}")
        rows = standings_rows(kept, self._entrants)
        for told in differences(rows, standings_rows(table, self._entrants)):
            self._find("table", told)
