"""One match out of a file that may come from anywhere: an export, or what `arena play --json` says.

It is played again before anything is made of it, so what is not a match of its rules is refused.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from arena.errors import ConfigError
from arena.games import parse_rules
from arena.games.cards import Seat
from arena.league.export import LEAGUE, RECORD
from arena.record import Fault, Record
from arena.verify.forms import LeagueForm, RecordForm
from arena.verify.lines import LONGEST, lines_of, parsed, read_json

_LEAGUE = f'{{"format":"{LEAGUE}"'.encode()
_MATCH = re.compile(f'{{"format":"{RECORD}","match":"([0-9.bmr]{{1,40}})"'.encode())


@dataclass(frozen=True, slots=True)
class Found:
    """A match of a file."""

    record: Record
    names: tuple[str, ...]
    """What those who played are called, by seat."""
    secret: bytes | None
    """The secret of its league, where that is in the file."""
    league: str
    """The id of its league; empty where that is not in the file."""
    commitment: str
    """The SHA-256 of the secret that its cards came from."""


def find_record(file: BinaryIO, name: str, match: str) -> Found:
    """Returns the match of that id in `file`, called `name` in messages.

    Raises ConfigError if it is not there, or is none.
    """
    league: LeagueForm | None = None
    for number, line in enumerate(lines_of(file, name), start=1):
        begins = _MATCH.match(line)
        try:
            if number == 1 and line.strip() == b"{":  # one match, over several lines
                return _single(_rest(line, file, name), match, name)
            if line.startswith(_LEAGUE):
                league = parsed(LeagueForm, read_json(line.decode()))
            elif begins is not None and begins[1].decode() == match:
                return _found(parsed(RecordForm, read_json(line.decode())), league)
        except ValueError as error:  # also for bytes that are no text
            raise ConfigError(
                f"line {number} of {name} is not as an export has it: {error}"
            ) from None
    raise ConfigError(f"there is no match {match} in {name}: name one whose board is complete")


def _rest(first: bytes, file: BinaryIO, name: str) -> str:
    text = first + file.read(LONGEST + 1)
    if len(text) > LONGEST:
        raise ConfigError(f"{name} is longer than {LONGEST:,} bytes: that is no match")
    return text.decode()


def _single(text: str, match: str, name: str) -> Found:
    form = parsed(RecordForm, read_json(text))
    if form.match != match:
        raise ConfigError(f"the match in {name} is {form.match}, and not {match}: name that")
    return _found(form, None)


def _found(form: RecordForm, league: LeagueForm | None) -> Found:
    """Returns the match of a form; raises ValueError where its parts do not fit together."""
    rules = parse_rules(form.game, form.rules)
    lists = (form.seats, form.scores, form.places, form.verdicts)
    if any(len(each) != rules.seats for each in lists):
        raise ValueError(f"its lists do not go by {rules.seats} seats")
    seats = [form.first_dealer, *(fault.seat for fault in form.faults)]
    if max(seats) >= rules.seats:
        raise ValueError(f"there is no seat {max(seats)} at a table of {rules.seats}")
    record = Record(
        game=form.game,
        rules=rules.to_json(),
        first_dealer=Seat(form.first_dealer),
        deals=tuple(form.deals),  # type: ignore[arg-type]  # they were read as JSON
        scores=tuple(form.scores),
        places=tuple(form.places),
        verdicts=tuple(form.verdicts),
        faults=tuple(_faults(form)),
    )
    closed = league.closed if league is not None else None
    return Found(
        record=record,
        names=tuple(seat.entrant for seat in form.seats),
        secret=None if closed is None else bytes.fromhex(closed.secret),
        league="" if league is None else league.id,
        commitment=form.commitment,
    )


def _faults(form: RecordForm) -> Iterator[Fault]:
    for fault in form.faults:
        yield Fault(Seat(fault.seat), fault.verdict, fault.deal, fault.decision)
