"""One match against all that decides it: the cards of the secret, the rules, the house, the places.

A verdict's word and the place of a fault are the arena's to say; that the house plays from there on
is worked out again, and so is what follows from a forfeit.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from arena.deals import Dice
from arena.games import parse_rules
from arena.games.cards import Card, Seat
from arena.games.game import Deal, Json
from arena.league import record_to_json
from arena.ratings import MatchResult
from arena.record import Fault, Record, Replay, Verdict, difference, final_places
from arena.schedule import Fixture
from arena.store import compact
from arena.verify.findings import Finding, first_difference, shown
from arena.verify.forms import RecordForm, StoredForm
from arena.verify.lines import parsed, read_json


@dataclass(frozen=True, slots=True)
class Facts:
    """What all matches of a league have in common."""

    league: str
    game: str
    rules: Json
    commitment: str
    secret: bytes | None
    """None where the cards cannot be worked out again."""
    entrants: Mapping[str, Json]
    """How an entrant is named in an export, by its id."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What stands somewhere of a match: a line of an export, or a record in the store."""

    fixture: Fixture
    text: str
    is_stored: bool
    annulled: int | None = None
    """Which attempt it is, where its result was annulled by hand and counts for nothing."""

    @property
    def where(self) -> str:
        """How the match is called in findings."""
        match = self.fixture.match
        return match if self.annulled is None else f"annulled attempt {self.annulled} of {match}"


@dataclass(frozen=True, slots=True)
class Judged:
    """What a match comes to."""

    where: str
    match: str
    findings: tuple[Finding, ...]
    deals: int
    result: MatchResult | None
    """As it comes out; None where the match cannot be played again."""
    verdicts: tuple[str, ...] = ()

    @property
    def is_annulled(self) -> bool:
        return self.where != self.match


class Judge:
    """Judges matches of one league, whole boards at a time so that their cards are drawn once."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._rules = parse_rules(facts.game, facts.rules)
        self._dice = None if facts.secret is None else Dice(facts.secret, facts.league)
        self._board = ""
        self._packs: dict[int, Sequence[Card]] = {}

    def judge(self, claim: Claim) -> Judged:
        """Returns what `claim` comes to; nothing in it can make this raise."""
        return _Case(self, claim).judged()

    @property
    def facts(self) -> Facts:
        return self._facts

    def replay(self, first_dealer: Seat, faults: Sequence[Fault]) -> Replay:
        return Replay(self._rules, first_dealer, faults)

    def parse_deal(self, recorded: Json) -> Deal:
        return self._rules.parse_deal(recorded)

    @property
    def seats(self) -> int:
        return self._rules.seats

    def first_dealer(self, fixture: Fixture) -> Seat | None:
        """Returns who deals first; None without the secret."""
        if self._dice is None:
            return None
        return self._dice.first_dealer(fixture.meeting, fixture.board_number, self.seats)

    def pack(self, fixture: Fixture, number: int) -> Sequence[Card] | None:
        """Returns the cards of a deal; None without the secret."""
        if self._dice is None:
            return None
        if fixture.board != self._board:
            self._board, self._packs = fixture.board, {}
        if number not in self._packs:
            self._packs[number] = self._dice.deal(
                fixture.meeting, fixture.board_number, number, self._rules.pack
            )
        return self._packs[number]


class _Case:
    """One match that is judged."""

    def __init__(self, judge: Judge, claim: Claim) -> None:
        self._judge = judge
        self._claim = claim
        self._findings: list[Finding] = []
        self._deals = 0

    def judged(self) -> Judged:
        try:
            value = read_json(self._claim.text)
            record = self._record(value)
        except ValueError as error:
            self._find(str(error))
            return self._judged(None)
        played = self._played(record)
        if played is not None:
            self._check_text(value, played)
        return self._judged(played)

    def _judged(self, played: Record | None) -> Judged:
        fixture = self._claim.fixture
        return Judged(
            where=self._claim.where,
            match=fixture.match,
            findings=tuple(self._findings),
            deals=self._deals,
            result=None if played is None else _result_of(fixture, played),
            verdicts=() if played is None else tuple(each.value for each in played.verdicts),
        )

    def _find(self, text: str, deal: int | None = None) -> None:
        finding = Finding(self._claim.where, text, deal)
        if finding not in self._findings:
            self._findings.append(finding)

    def _record(self, value: object) -> Record:
        """Returns what stands there; raises ValueError unless it has the shape of a record."""
        is_stored = self._claim.is_stored
        form = parsed(StoredForm, value) if is_stored else parsed(RecordForm, value)
        seats = self._judge.seats
        for name in ("scores", "places", "verdicts"):
            if len(getattr(form, name)) != seats:
                raise ValueError(f"{name} is of {len(getattr(form, name))} seats, expected {seats}")
        faults = tuple(
            Fault(Seat(fault.seat), fault.verdict, fault.deal, fault.decision)
            for fault in form.faults
        )
        _check_faults(faults, form.verdicts, len(form.deals))
        return Record(
            game=self._judge.facts.game,
            rules=self._judge.facts.rules,
            first_dealer=Seat(form.first_dealer),
            deals=tuple(form.deals),  # type: ignore[arg-type]  # objects of JSON, out of JSON
            scores=tuple(form.scores),
            places=tuple(form.places),
            verdicts=tuple(form.verdicts),
            faults=faults,
        )

    def _played(self, record: Record) -> Record | None:
        """Returns the record as it comes out; None where it cannot be played to its end."""
        fixture, judge = self._claim.fixture, self._judge
        drawn = judge.first_dealer(fixture)
        first_dealer = record.first_dealer if drawn is None else drawn
        if not 0 <= first_dealer < judge.seats:
            self._find(f"first_dealer is {first_dealer}, expected a seat below {judge.seats}")
            return None
        if first_dealer != record.first_dealer:
            self._find(f"first_dealer is {record.first_dealer}, expected {first_dealer}")
        again = judge.replay(first_dealer, record.faults)
        for number, recorded in enumerate(record.deals, start=1):
            if again.is_over:
                self._find(f"the match was over after deal {number - 1}", number)
                return None
            if not self._play(again, recorded, number):
                self._check_cards_after(record.deals, number)
                return None
        if not again.is_over:
            self._find(f"the match was not over after deal {len(record.deals)}")
            return None
        match = again.match
        return replace(
            record,
            first_dealer=first_dealer,
            deals=tuple(again.deals),
            scores=tuple(match.scores),
            places=final_places(match.places(), record.forfeits),
        )

    def _play(self, again: Replay, recorded: Json, number: int) -> bool:
        """Plays a deal again; says whether it came out as recorded."""
        try:
            deal = again.play(recorded)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            self._check_cards(recorded, number)
            self._find(_words(error), number)
            return False
        self._deals += 1
        self._check_pack(deal.pack, number)
        return True

    def _check_cards_after(self, deals: Sequence[Json], number: int) -> None:
        """Looks at the cards of the deals that were not played again, after deal `number`."""
        for later, recorded in enumerate(deals[number:], start=number + 1):
            self._check_cards(recorded, later)

    def _check_cards(self, recorded: Json, number: int) -> None:
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            self._check_pack(self._judge.parse_deal(recorded).pack, number)

    def _check_pack(self, pack: Sequence[Card], number: int) -> None:
        expected = self._judge.pack(self._claim.fixture, number)
        if expected is None or tuple(pack) == tuple(expected):
            return
        stands, drawn = [card.text for card in pack], [card.text for card in expected]
        at = first_difference(stands, drawn)
        self._find(
            f"card {at + 1} of the pack is {stands[at]}, but the secret deals {drawn[at]}", number
        )

    def _check_text(self, value: object, played: Record) -> None:
        """Looks whether what stands there is what comes out, to the last character."""
        claim, facts = self._claim, self._judge.facts
        expected = played.to_json()
        if not claim.is_stored:
            seats = [facts.entrants[entrant] for entrant in claim.fixture.seating]
            expected = {**record_to_json(claim.fixture, played, facts.commitment, seats)}
        if compact(expected) == claim.text:
            return
        told = difference(value, expected)  # type: ignore[arg-type]  # out of JSON
        if told or not self._findings:
            self._find(told or "it is right, but not written in the one form that it has")


def _check_faults(faults: Sequence[Fault], verdicts: Sequence[Verdict], deals: int) -> None:
    """Raises ValueError unless each seat that is not `ok` has its one fault, in order."""
    blamed = {fault.seat: fault.verdict for fault in faults}
    expected = {seat: verdict for seat, verdict in enumerate(verdicts) if verdict is not Verdict.OK}
    if blamed != expected or len(blamed) != len(faults):
        raise ValueError("verdicts and faults do not fit each other")
    places = [(fault.deal, fault.decision) for fault in faults]
    if places != sorted(places):
        raise ValueError("faults are not in the order in which they fell")
    if any(fault.deal > deals for fault in faults):
        raise ValueError(f"a fault fell after deal {deals}, the last one")


def _words(error: Exception) -> str:
    """Returns what an error says, on one line."""
    text = " ".join(str(error).split()) if isinstance(error, ValueError) else repr(error)
    return shown(text)[1:-1]


def _result_of(fixture: Fixture, record: Record) -> MatchResult:
    return MatchResult(
        match=fixture.match,
        seating=fixture.seating,
        places=tuple(place for place in record.places if place is not None),
        scores=record.scores,
        forfeits=record.forfeits,
        deals=record.deals_played,
    )
