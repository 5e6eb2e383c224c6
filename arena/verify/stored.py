"""A league's own store: all that an export would have, all that it leaves out, and the seal."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from arena.deals import commitment
from arena.errors import HostError
from arena.league import (
    ID_BYTES,
    League,
    benched_entrants,
    disqualified_entrants,
    published_secret,
    standing_interventions,
    standings_of,
    withdrawn_entrants,
)
from arena.league.export import seat_to_json, standings_rows
from arena.league.outlook import ACCEPTED, EXAMINED, OVERLOAD
from arena.league.standing import missing_fixtures
from arena.schedule import Fixture, Meeting, fixtures
from arena.store import InterventionKind, Result
from arena.store.closing import CLOSED
from arena.store.writing import REBUILT
from arena.verify.findings import Finding, Report, shown
from arena.verify.matches import Claim, Facts, Judged
from arena.verify.outcome import Outcome, missing_text
from arena.verify.pool import judged
from arena.verify.schedule import find_schedule_difference
from arena.verify.table import Out, Results, differences, table_of

_NOTES = (ACCEPTED, EXAMINED, OVERLOAD, REBUILT, CLOSED)


def verify_league(
    league: League, secret: bytes | None, report: Report, jobs: int | None = None
) -> Outcome:
    """Verifies all that a league has stored, also what does not count or is not complete.

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
        self._there: tuple[str, Mapping[str, Fixture]] = ("", {})
        """The matches of the meeting that is looked at."""
        self._entrants = {each.id: seat_to_json(each) for each in league.store.entrants()}

    def outcome(self, secret: bytes | None, jobs: int | None) -> Outcome:
        is_known = self._is_known()
        self._check_seal()
        for told in self._league.store.oddities():
            self._find("store", told)
        meetings = list(self._league.store.meetings())
        facts = self._facts(secret)
        results = Results()
        for each in judged(facts, self._claims(meetings), jobs):
            self._take(each)
            if not each.is_annulled:
                results.add(each.match, each.result)
        boards = self._league.settings.schedule.boards
        self._outcome.scheduled = len(meetings) * boards * self._league.seats
        if is_known:
            self._check_schedule(meetings)
        if not results.is_known:
            self._outcome.unverified.append("the table, since a match cannot be played again")
        else:
            self._check_table(meetings, results)
        return self._outcome

    def _find(self, where: str, text: str) -> None:
        self._tell(Finding(where, text))

    def _tell(self, finding: Finding) -> None:
        self._outcome.note(finding)
        self._report(finding)

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

    def _is_known(self) -> bool:
        """Says whether the league's id is one, which its cards and its schedule follow from."""
        league, digits = self._league.made.id, 2 * ID_BYTES
        if re.fullmatch(f"[0-9a-f]{{{digits}}}", league):
            return True
        self._find("league", f"its id is {shown(league)}, expected {digits} hexadecimal digits")
        return False

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

    def _claims(self, meetings: Sequence[Meeting]) -> Iterator[Claim]:
        """Yields every result with its record, whether it counts or not."""
        known = {meeting.id: meeting for meeting in meetings}
        records = 0
        for result, text in self._league.store.records():
            records += 1
            yield from self._claim(known, result, text)
        results = self._league.store.counts().results
        if results != records:
            self._find("store", f"{results} results, but {records} records")
        yield from self._annulled_claims(known)

    def _annulled_claims(self, known: Mapping[str, Meeting]) -> Iterator[Claim]:
        """Yields the results that were annulled by hand; looks whether they are just those."""
        missing = {
            (each.target, each.attempt): None
            for each in standing_interventions(self._league)
            if each.kind is InterventionKind.ANNUL
        }
        for result, attempt, text in self._league.store.annulled_records():
            for claim in self._claim(known, result, text, attempt):
                if (result.fixture.match, attempt) not in missing:
                    self._find(claim.where, "its result lies apart, but nobody annulled it")
                yield claim
            missing.pop((result.fixture.match, attempt), None)
        for match, number in missing:
            told = f"attempt {number} was annulled by hand, but its result is not there"
            self._find(shown(match)[1:-1], told)

    def _claim(
        self, known: Mapping[str, Meeting], result: Result, text: str, annulled: int | None = None
    ) -> Iterator[Claim]:
        """Yields the one claim that a result makes; none if it is of no match."""
        stored = result.fixture
        if stored.meeting != self._there[0]:
            meeting, boards = known.get(stored.meeting), self._league.settings.schedule.boards
            each_match = fixtures(meeting, boards) if meeting else ()
            self._there = stored.meeting, {each.match: each for each in each_match}
        fixture = self._there[1].get(stored.match)
        if fixture is None:
            self._find(shown(stored.match)[1:-1], "it is no match of the schedule")
            return
        claim = Claim(fixture, text, is_stored=True, annulled=annulled)
        if stored != fixture:
            told = f"it is stored as {shown(stored.seating)} on {shown(stored.board)}"
            expected = f"expected {shown(fixture.seating)} on {shown(fixture.board)}"
            self._find(claim.where, f"{told}, {expected}")
        self._results[claim.where] = result
        yield claim

    def _take(self, each: Judged) -> None:
        for finding in each.findings:
            self._tell(finding)
        self._compare(self._results.pop(each.where), each)
        self._outcome.take(each)

    def _compare(self, stored: Result, each: Judged) -> None:
        """Looks whether a result is what its match comes to, where that can be played."""
        result = each.result
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
                self._find(each.where, told)

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
        out = Out(disqualified_entrants(league), withdrawn_entrants(league))
        boards = league.settings.schedule.boards
        table = table_of(meetings, results, self._entrants, out, boards)
        self._outcome.ratings = len(table.rows)
        missing = [each.match for each in missing_fixtures(league, benched_entrants(league))]
        if league.store.closing() is None:
            self._outcome.missing = len(missing)
        elif missing:
            self._find("schedule", missing_text(len(missing), missing[0]))
        kept = standings_of(league)
        if kept.boards != table.boards:
            self._find("table", f"{kept.boards} boards count, expected {table.boards}")
        rows = standings_rows(kept, self._entrants)
        for told in differences(rows, standings_rows(table, self._entrants)):
            self._find("table", told)
