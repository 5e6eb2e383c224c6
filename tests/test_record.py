"""A record: its one form as text, its replay, and places after forfeits."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from arena.games import parse_rules
from arena.games.cards import Seat
from arena.games.game import Json
from arena.record import (
    Evidence,
    Fault,
    Record,
    Verdict,
    evidence_from_json,
    evidence_to_json,
    final_places,
    replay,
)
from tests.test_table import new_table, play_on


@pytest.fixture
def record() -> Record:
    table = new_table(length="deals:2")
    table.forfeit(Seat(1), Verdict.OOM)
    play_on(table)
    return table.record()


def test_the_text_of_a_record_gives_it_back(record: Record) -> None:
    assert Record.parse(record.to_text()) == Record.parse(Record.parse(record.to_text()).to_text())
    assert json.loads(record.to_text()) == json.loads(json.dumps(record.to_json()))
    assert Record.parse(record.to_text()).faults == (Fault(Seat(1), Verdict.OOM, 1, 0),)


def test_the_text_is_one_line_and_the_same_each_time(record: Record) -> None:
    assert "\n" not in record.to_text()
    assert record.to_text() == Record.parse(record.to_text()).to_text()


def test_a_replay_gives_the_final_state(record: Record) -> None:
    match = replay(record)

    assert tuple(match.scores) == record.scores
    assert match.is_over


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda record: record.deals[:1], "not over after deal 1"),  # a deal is missing
        (lambda record: (record.deals[1], record.deals[0]), "deal 1"),  # out of order
        (
            lambda record: ({**record.deals[0], "scores": [0, 0, 1]}, record.deals[1]),
            r"deal 1: scores\.0 is 0, expected -?\d+",
        ),
    ],
)
def test_a_record_that_differs_from_itself_is_found(
    change: Callable[[Record], tuple[Json, ...]], words: str, record: Record
) -> None:
    with pytest.raises(ValueError, match=words):
        replay(replace(record, deals=change(record)))


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (
            Fault(Seat(0), Verdict.OOM, 1, 0),
            "deal 1: seat 0, which the house plays, answers .*, expected 'bid 3'",
        ),
        (Fault(Seat(1), Verdict.OOM, 2, 54), "deal 2: seat 1 forfeits at action 54 of 54"),
    ],
)
def test_a_seat_that_forfeited_plays_as_the_house_does(
    fault: Fault, words: str, record: Record
) -> None:
    with pytest.raises(ValueError, match=words):
        replay(replace(record, faults=(fault,)))


def test_evidence_survives_its_form_in_the_store() -> None:
    evidence = Evidence(
        Seat(2),
        Verdict.CRASHED,
        "it ended «ü»",
        deal=3,
        decision=14,
        turn=99,
        elapsed=0.25,
        allowed=3.5,
    )

    assert evidence_from_json(json.loads(json.dumps(evidence_to_json(evidence)))) == evidence


@pytest.mark.parametrize(
    ("places", "forfeits", "expected"),
    [
        ("1 2 3", "...", "1 2 3"),  # no forfeit: as scored
        ("1 1 3", "...", "1 1 3"),  # a tie shares its place
        ("1 2 3", "x..", "3 1 2"),  # the leader forfeits
        ("1 2 2", "x..", "3 1 1"),  # the others are level
        ("1 2 3", "x.x", "2 1 2"),  # two forfeits are both last
        ("1 2 3", "xxx", "- - -"),  # three award no places
    ],
)
def test_places_after_forfeits(places: str, forfeits: str, expected: str) -> None:
    result = final_places(
        [int(place) for place in places.split()], [mark == "x" for mark in forfeits]
    )

    assert " ".join("-" if place is None else str(place) for place in result) == expected


def deserted(deals: int) -> Record:
    """Returns the record of a match that all had forfeited in its second deal."""
    rules = parse_rules("spades", {"target": 1_000})
    match, pack = rules.new_match(Seat(0)), rules.pack
    for number in range(deals):
        match.start_deal([*pack[number:], *pack[:number]])
        while match.seat is not None:
            match.act(match.house_action())
    return Record(
        game="spades",
        rules=rules.to_json(),
        first_dealer=Seat(0),
        deals=tuple(deal.to_json() for deal in match.deals),
        scores=tuple(match.scores),
        places=(None,) * 3,
        verdicts=(Verdict.CRASHED,) * 3,
        faults=tuple(
            Fault(Seat(seat), Verdict.CRASHED, deal, 3) for seat, deal in ((1, 1), (0, 2), (2, 2))
        ),
    )


def test_a_match_that_all_have_forfeited_is_over_after_that_deal() -> None:
    assert len(replay(deserted(2)).deals) == 2
    with pytest.raises(ValueError, match="the match was over after deal 2"):
        replay(deserted(3))
    with pytest.raises(ValueError, match="the match was not over after deal 1"):
        replay(deserted(1))
    with pytest.raises(ValueError, match="the match was not over after deal 2"):
        replay(replace(deserted(2), faults=deserted(2).faults[:2]))


def test_a_deal_that_all_pass_out_is_recorded_and_not_counted_as_played() -> None:
    rules = parse_rules("euchre", {"length": "deals:1"})
    match = rules.new_match(Seat(0))
    while not match.is_over:
        if match.seat is None:
            match.start_deal(rules.pack)
        match.act(match.house_action())
    record = Record(
        game="euchre",
        rules=rules.to_json(),
        first_dealer=Seat(0),
        deals=tuple(deal.to_json() for deal in match.deals),
        scores=tuple(match.scores),
        places=match.places(),
        verdicts=(Verdict.OK,) * 3,
        faults=(),
    )

    assert (len(record.deals), record.deals_played) == (11, 1)
    assert replay(record).scores == match.scores
