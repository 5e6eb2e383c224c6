"""What the records of one league must have in common, and what they must not."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import factorial
from typing import TypeAlias

from tests.checker.euchre_shape import parse_euchre
from tests.checker.shape import Dealt, Record, is_record, parse_line, parse_record

AnyRecord: TypeAlias = "Record[object, Dealt]"


def check_league(lines: Iterable[str]) -> list[str]:
    """Returns in words what is wrong between the records of one export, given line by line.

    What is wrong within a record is `check_record`'s to say. Boards that are not in the export
    have not been finished yet: gaps between boards are fine, gaps within one are not.
    """
    found: list[str] = []
    records: list[AnyRecord] = []
    for number, line in enumerate(lines, start=1):
        if not is_record(line):
            continue
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
        if [record.rotation for record in rotations] == _turns(rotations):
            first = rotations[0]
            meetings[first.meeting][_numbers(first)[1]] = first
    whole = max((max(firsts) for firsts in meetings.values()), default=0)
    for meeting, firsts in meetings.items():
        yield from (f"meeting {meeting}: {finding}" for finding in _meeting(firsts, whole))


def _numbers(record: AnyRecord) -> tuple[int, int, int]:
    """Returns the numbers of meeting, board and rotation: the order of the schedule."""
    meeting, board, rotation = (int(part[1:]) for part in record.match.split("."))
    return meeting, board, rotation


def _turns(rotations: Sequence[AnyRecord]) -> list[int]:
    """Returns the rotations that a board has: as many as seats."""
    return list(range(1, len(rotations[0].entrants) + 1))


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
    turns = _turns(rotations)
    if sorted(numbers) != turns:
        yield f"has rotations {numbers}, expected each of {', '.join(map(str, turns))} once"
        return
    first = min(rotations, key=_numbers)
    around = first.entrants
    for record in rotations:
        turn = record.rotation - 1
        if record.entrants != around[turn:] + around[:turn]:
            yield f"{record.match} does not seat its entrants one seat further for each rotation"
        for number, (deal, other) in enumerate(
            zip(record.deals, first.deals, strict=False), start=1
        ):
            if deal.dealer != other.dealer:
                yield f"deal {number} of {record.match} has another dealer than {first.match}"
            if deal.hands != other.hands:
                yield f"deal {number} of {record.match} has other cards than {first.match}"


def _cards(boards: dict[str, list[AnyRecord]]) -> Iterator[str]:
    """Yields every two deals of different places in the league that have the same hands."""
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

    Boards 1, 3, … go round the table in one direction, boards 2, 4, … in the other: so two boards
    have all six seatings of three. Four sit in three orders and their reverses, one order after the
    other, so that six boards have all.
    """
    party = next(iter(firsts.values())).entrants
    orders: dict[int, tuple[tuple[str, int], ...]] = {}
    for number, record in firsts.items():
        if set(record.entrants) != set(party):
            yield f"board {number} has another trio than the boards before it"
            return
        place = record.entrants.index(party[0])
        orders[number] = record.entrants[place + 1 :] + record.entrants[:place]
    if not _is_round(orders):
        yield "its boards do not go round the table in one direction and the other by turns"
    dealers = Counter(record.deals[0].dealer for record in firsts.values() if record.deals)
    counts = [dealers[seat] for seat in range(len(party))]
    if len(firsts) == whole and max(counts) - min(counts) > 1:
        yield f"the first dealers' seats {counts} are not balanced over its boards"


def _is_round(orders: dict[int, tuple[tuple[str, int], ...]]) -> bool:
    """Returns whether every two boards of a meeting seat it as they should."""
    for (number, order), (other_number, other) in combinations(orders.items(), 2):
        ways = factorial(len(order)) // 2 or 1  # of sitting round a table, but for the direction
        is_same_way = ((number - 1) // 2 - (other_number - 1) // 2) % ways == 0
        if is_same_way != (other in (order, order[::-1])):
            return False
        if is_same_way and other != (order if (number - other_number) % 2 == 0 else order[::-1]):
            return False
    return True
