"""What the records of one league must have in common, and what they must not."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from tests.checker.euchre_shape import parse_euchre
from tests.checker.shape import SEATS, Dealt, Record, parse_line, parse_record

ROTATIONS = (1, 2, 3)
AnyRecord: TypeAlias = "Record[object, Dealt]"


def check_league(lines: Iterable[str]) -> list[str]:
    """Returns in words what is wrong between the records of one export, given line by line.

    What is wrong within a record is `check_record`'s to say. Boards that are not in the export
    have not been finished yet: gaps between boards are fine, gaps within one are not.
    """
    found: list[str] = []
    records: list[AnyRecord] = []
    for number, line in enumerate(lines, start=1):
        value = parse_line(line)
        if value is None:
            found.append(f"line {number} is not one JSON object with each key once")
            continue
        record, shape = _parse(value)
        if shape:
            found.append(f"line {number} is left out, its shape is wrong: {shape[0]}")
        else:
            records.append(record)
    return found + list(_check(records))


def _parse(value: Mapping[str, object]) -> tuple[AnyRecord, list[str]]:
    return parse_euchre(value) if value.get("game") == "euchre" else parse_record(value)


def _check(records: Sequence[AnyRecord]) -> Iterator[str]:
    yield from _order(records)
    yield from _constants(records)
    boards: dict[str, list[AnyRecord]] = defaultdict(list)
    for record in records:
        boards[record.board].append(record)
    for board, rotations in boards.items():
        yield from (f"board {board}: {finding}" for finding in _board(rotations))
    yield from _cards(boards)
    meetings: dict[str, dict[int, AnyRecord]] = defaultdict(dict)
    for rotations in boards.values():
        if [record.rotation for record in rotations] == list(ROTATIONS):
            first = rotations[0]
            meetings[first.meeting][_numbers(first)[1]] = first
    whole = max((max(firsts) for firsts in meetings.values()), default=0)
    for meeting, firsts in meetings.items():
        yield from (f"meeting {meeting}: {finding}" for finding in _meeting(firsts, whole))


def _numbers(record: AnyRecord) -> tuple[int, int, int]:
    """Returns the numbers of meeting, board and rotation: the order of the schedule."""
    meeting, board, rotation = (int(part[1:]) for part in record.match.split("."))
    return meeting, board, rotation


def _order(records: Sequence[AnyRecord]) -> Iterator[str]:
    for before, after in pairwise(records):
        if _numbers(before) >= _numbers(after):
            yield f"{after.match} stands after {before.match}, against the order of the schedule"


def _constants(records: Sequence[AnyRecord]) -> Iterator[str]:
    for record in records:
        if record.commitment != records[0].commitment:
            yield f"{record.match}: its commitment differs from that of {records[0].match}"
        if record.options != records[0].options:
            yield f"{record.match}: its rules differ from those of {records[0].match}"


def _board(rotations: Sequence[AnyRecord]) -> Iterator[str]:
    numbers = [record.rotation for record in rotations]
    if sorted(numbers) != list(ROTATIONS):
        yield f"has rotations {numbers}, expected each of 1, 2, 3 once"
        return
    first = min(rotations, key=_numbers)
    around = first.entrants
    for record in rotations:
        turn = record.rotation - 1
        if record.entrants != around[turn:] + around[:turn]:
            yield f"{record.match} does not seat the trio one seat further for each rotation"
        for number, (deal, other) in enumerate(
            zip(record.deals, first.deals, strict=False), start=1
        ):
            if deal.dealer != other.dealer:
                yield f"deal {number} of {record.match} has another dealer than {first.match}"
            if deal.hands != other.hands:
                yield f"deal {number} of {record.match} has other cards than {first.match}"


def _cards(boards: dict[str, list[AnyRecord]]) -> Iterator[str]:
    """Yields every two deals of different places in the league that have the same three hands."""
    seen: dict[frozenset[frozenset[str]], str] = {}
    for board, rotations in boards.items():
        longest = max(rotations, key=lambda record: len(record.deals))
        for number, deal in enumerate(longest.deals, start=1):
            name = f"deal {number} of board {board}"
            other = seen.setdefault(frozenset(map(frozenset, deal.hands)), name)
            if other != name:
                yield f"{name} has the cards of {other}"


def _meeting(firsts: dict[int, AnyRecord], whole: int) -> Iterator[str]:
    """Yields what is wrong with a meeting; `firsts` has the first rotation of each of its boards.

    Boards 1, 3, … go round the trio in one direction, boards 2, 4, … in the other: so two boards
    have all six seatings.
    """
    directions: dict[bool, set[tuple[str, int]]] = {}
    trio = next(iter(firsts.values())).entrants
    for number, record in firsts.items():
        if set(record.entrants) != set(trio):
            yield f"board {number} has another trio than the boards before it"
            return
        after = record.entrants[(record.entrants.index(trio[0]) + 1) % SEATS]
        directions.setdefault(number % 2 == 0, set()).add(after)
    followers = [after for seen in directions.values() for after in seen]
    if len(set(followers)) != len(directions) or len(followers) != len(directions):
        yield "its boards do not go round the trio in one direction and the other by turns"
    dealers = Counter(record.deals[0].dealer for record in firsts.values() if record.deals)
    counts = [dealers[seat] for seat in range(SEATS)]
    if len(firsts) == whole and max(counts) - min(counts) > 1:
        yield f"the first dealers' seats {counts} are not balanced over its boards"
