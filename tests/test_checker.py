"""The checker itself: it has nothing against right records, and finds every single change."""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest

from tests.checker import check_league, check_record
from tests.checker.__main__ import main
from tests.checker.changes import LEAGUE_CHANGES, RECORD_CHANGES, Change, League, Node, add, swap
from tests.checker.frame import places
from tests.checker.player import CARRY, Json, play_league, play_record
from tests.checker.rules import Promise, is_end, may_play, score, taker
from tests.checker.shape import Fault, parse_record

TRIO = ("ann", "bob", "cid")
CHECKER = Path(__file__).parent / "checker"


@pytest.fixture(scope="module")
def clean() -> Json:
    """A record with everything that a change can touch: penalties, failed nils, many deals."""
    for seed in range(200):
        record = play_record("m7.b1.r2", TRIO, replace(CARRY, max_deals=50), seed=seed)
        parsed, _ = parse_record(record)
        bids = [bid for deal in parsed.deals for bid in deal.bids]
        failed = any(
            bid == 0 and taken
            for deal in parsed.deals
            for bid, taken in zip(deal.bids, deal.taken, strict=True)
        )
        penalties = sorted(deal.bags[seat] for deal in parsed.deals for seat in range(3))
        carried = any(
            penalty and bags
            for deal in parsed.deals
            for penalty, bags in zip(deal.bag_penalty, deal.bags, strict=True)
        )
        distinct = len(set(parsed.deals[4].bids[:2])) == len(set(parsed.deals[4].taken[:2])) == 2
        if len(parsed.deals) < 50 and 0 in bids and failed and penalties and carried and distinct:
            return record
    raise AssertionError("no seed has them all")


def test_right_records_have_no_findings() -> None:
    for seed in range(60):
        options = replace(CARRY, max_deals=1 + seed % 20)
        assert check_record(play_record("m1.b1.r1", TRIO, options, seed=seed)) == []


@pytest.mark.parametrize(
    "options",
    [
        replace(CARRY, target=500, max_deals=150),
        replace(CARRY, length="deals:5"),
        replace(CARRY, length="deals:1"),
        replace(CARRY, bag_rule="none", max_deals=10),
        replace(CARRY, profile="reset", bag_rule="reset", failed_nil_bags=False, max_deals=10),
        replace(CARRY, nil_value=50, max_deals=10),
        replace(CARRY, minimum_bid=1, max_deals=10),
        replace(CARRY, blind_nil=True, length="deals:9"),
        replace(CARRY, renege="fail-bid", length="deals:9"),
        replace(CARRY, blind_nil=True, nil_value=50, bag_rule="none", renege="fail-bid"),
    ],
)
def test_right_records_of_other_options_have_no_findings(options: object) -> None:
    assert isinstance(options, type(CARRY))
    for seed in range(5):
        assert check_record(play_record("m1.b1.r1", TRIO, options, seed=seed)) == []


@pytest.mark.parametrize(
    "change", [change for _, change in RECORD_CHANGES], ids=[name for name, _ in RECORD_CHANGES]
)
def test_every_change_of_a_record_is_found(clean: Json, change: Change) -> None:
    record = deepcopy(clean)

    change(Node(record))

    assert record != clean
    assert check_record(record) != []


def _exchanges(record: Json) -> Iterator[Json]:
    """Yields the record once for each two cards that a seat played, in each other's places."""
    dice = random.Random(5)
    for _ in range(300):
        changed = deepcopy(record)
        tricks = Node(changed)["deals"][dice.randrange(4)]["tricks"]
        places = dice.sample(range(17), 2)
        lines = [tricks.words(place) for place in places]
        seat = dice.randrange(3)
        spots = [1 + (seat - int(line[0][0])) % 3 for line in lines]
        lines[0][spots[0]], lines[1][spots[1]] = lines[1][spots[1]], lines[0][spots[0]]
        for place, line in zip(places, lines, strict=True):
            tricks[place] = " ".join(line)
        yield changed


def test_cards_played_in_another_order_are_found_unless_they_are_as_legal(clean: Json) -> None:
    """A swap may be legal and leave every winner: then, and only then, there is nothing to find."""
    outcomes = [bool(check_record(changed)) for changed in _exchanges(clean)]

    assert sum(outcomes) > 0.8 * len(outcomes)


HEARTS_LED = "AH", "2S", "KH"


@pytest.mark.parametrize(
    ("hand", "table", "broken", "legal"),
    [
        ("AS KS 2S 9H 4D", "", False, "9H 4D"),  # SP-9: no spade before spades are broken
        ("AS KS 2S 9H 4D", "", True, "AS KS 2S 9H 4D"),  # broken: anything
        ("AS KS 2S", "", False, "AS KS 2S"),  # nothing but spades
        ("KH QS", "AH 2S", False, "KH"),  # SP-10: follow
        ("KD QS", "AH", False, "KD QS"),  # void: anything, S-L4
        ("KD QS", "AS", True, "QS"),  # a led spade is followed
    ],
)
def test_legal_cards(hand: str, table: str, broken: bool, legal: str) -> None:
    assert may_play(hand.split(), table.split(), broken=broken) == set(legal.split())


@pytest.mark.parametrize(
    ("leader", "cards", "seat"),
    [
        (0, "AH 2S KH", 1),  # the source's example: a spade takes it
        (1, "KC 5S 3S", 2),  # the higher spade, whichever came first
        (1, "KC 3S 5S", 0),
        (2, "9D AH KC", 2),  # other suits never win
        (2, "9D AD KD", 0),  # the highest of the led suit
        (0, "TD 9D JD", 2),  # T below J
    ],
)
def test_trick_takers(leader: int, cards: str, seat: int) -> None:
    assert taker(leader, cards.split()) == seat


@pytest.mark.parametrize(
    ("bid", "taken", "bags", "expected"),
    [
        (5, 7, 0, (52, 0, 2)),  # SP-13
        (6, 6, 0, (60, 0, 0)),  # exact
        (5, 7, 9, (52, -100, 1)),  # nine bags and two: one is kept
        (8, 5, 0, (-80, 0, 0)),  # SP-14: no credit, no bags
        (0, 0, 4, (100, 0, 4)),  # SP-16
        (0, 1, 0, (-100, 0, 1)),  # carry: the trick of a failed nil is a bag
        (0, 10, 0, (-100, -100, 0)),
        (0, 17, 9, (-100, -200, 6)),  # S-B3: two full tens
        (2, 12, 0, (30, -100, 0)),  # ten overtricks in one deal
    ],
)
def test_scores(bid: int, taken: int, bags: int, expected: tuple[int, int, int]) -> None:
    assert score(CARRY, Promise(bid), taken, bags) == expected


@pytest.mark.parametrize(
    ("totals", "over"),
    [
        ([(210, 180, 150)], True),  # the highest total wins
        ([(200, 199, -50)], True),  # exactly the target is enough
        ([(199, 199, 199)], False),
        ([(210, 210, 150)], False),  # SP-19: a tie for the lead plays on
        ([(220, 219, 220)], False),
        ([(210, 210, 150), (195, 190, 260)], True),  # the former third wins
        ([(200, 200, 20), (150, 149, 20)], True),  # S-E1: though below the target by now
        ([(200, 200, 20), (170, 170, 90)], False),  # overtime lasts
        ([(9, 9, 9)] * 60, True),  # S-E3: the cap
        ([(210, 90, 210)] * 60, True),  # the cap ends overtime too
    ],
)
def test_the_end(totals: Sequence[Sequence[int]], over: bool) -> None:
    assert is_end(CARRY, totals) is over


@pytest.mark.parametrize(
    ("scores", "forfeits", "expected"),
    [
        ((210, 180, 150), (), (1, 2, 3)),
        ((210, 90, 210), (), (1, 3, 1)),  # never 1, 2, 1
        ((90, 210, 90), (), (2, 1, 2)),
        ((210, 180, 150), (0,), (3, 1, 2)),  # last whatever it scored
        ((210, 150, 150), (0,), (3, 1, 1)),
        ((210, 180, 150), (0, 1), (2, 2, 1)),  # both are last
        ((210, 180, 150), (0, 1, 2), (None, None, None)),  # three award none
    ],
)
def test_places(
    scores: Sequence[int], forfeits: Sequence[int], expected: tuple[int | None, ...]
) -> None:
    assert places(scores, forfeits) == expected


def _forfeited(*faults: Fault) -> Json:
    options = replace(CARRY, length="deals:4")
    record = play_record("m1.b1.r1", TRIO, options, faults=faults)
    assert check_record(record) == []
    return record


FORFEITS = [
    Fault(0, "timeout", 1, 0),  # before its first decision
    Fault(1, "crashed", 2, 2),  # during the bids
    Fault(2, "illegal", 3, 20),  # during play
    Fault(2, "flood", 4, 53),  # before the last card
]


@pytest.mark.parametrize("fault", FORFEITS)
def test_a_fault_that_moves_or_changes_is_found(fault: Fault) -> None:
    record = _forfeited(fault)

    for key, value in (
        ("seat", (fault.seat + 1) % 3),
        ("verdict", "oom"),
        ("deal", 5),
        ("deal", 0),
    ):
        changed = deepcopy(record)
        Node(changed)["faults"][0][key] = value
        assert check_record(changed) != []


@pytest.mark.parametrize("fault", FORFEITS)
def test_a_forfeiter_that_is_not_last_is_found(fault: Fault) -> None:
    record = _forfeited(fault)

    record["places"] = [place % 3 + 1 for place in parse_record(record)[0].places if place]

    assert check_record(record) != []


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_house_that_bids_or_plays_its_own_way_is_found(seat: int) -> None:
    """A seat that goes on playing after its forfeit differs from the house."""
    record = play_record("m1.b1.r1", TRIO, replace(CARRY, length="deals:4"))
    record["faults"] = [{"seat": seat, "verdict": "crashed", "deal": 2, "decision": 4}]
    Node(record)["verdicts"][seat] = "crashed"
    record["places"] = list(places(parse_record(record)[0].deals[-1].scores, [seat]))

    findings = check_record(record)

    assert any("the house bid" in finding for finding in findings)
    assert all("the house" in finding for finding in findings)
    assert any("the house played" in finding for finding in findings)


def test_two_and_three_forfeits_share_the_last_places() -> None:
    two = _forfeited(Fault(0, "oom", 1, 1), Fault(2, "crashed", 3, 7))
    swapped = deepcopy(two)
    swap("faults")(Node(swapped))
    three = _forfeited(*(Fault(seat, "no-connect", 1, 0) for seat in range(3)))

    assert two["places"] == [2, 1, 2]
    assert check_record(swapped) != []
    assert three["places"] == [None, None, None]


def test_a_match_goes_not_on_when_all_have_forfeited() -> None:
    faults = [Fault(seat, "no-connect", deal, 0) for seat, deal in ((2, 1), (0, 2), (1, 2))]
    record = _forfeited(*faults)
    longer, shorter = deepcopy(record), deepcopy(record)
    longer["deals"] = _forfeited(*faults[:2])["deals"]
    kept = Node(shorter)["deals"].value
    assert isinstance(kept, list)
    del kept[1:]

    assert len(parse_record(record)[0].deals) == 2
    assert any("deal 2 ended the match, 4 were played" in each for each in check_record(longer))
    assert check_record(shorter) != []


TRIOS = [("ann", "bob", "cid"), ("dan", "bob", "cid")]


@pytest.fixture(scope="module")
def league() -> League:
    return list(play_league(TRIOS, 4, replace(CARRY, max_deals=4)))


def _lines(league: League) -> list[str]:
    return [json.dumps(record) for record in league]


def test_a_right_league_has_no_findings(league: League) -> None:
    assert check_league(_lines(league)) == []
    assert check_league(_lines(league[3:9] + league[15:])) == []  # boards that are not there yet


@pytest.mark.parametrize(
    "change", [change for _, change in LEAGUE_CHANGES], ids=[name for name, _ in LEAGUE_CHANGES]
)
def test_every_change_of_a_league_is_found(
    league: League, change: Callable[[League], object]
) -> None:
    changed = deepcopy(league)

    change(changed)

    assert changed != league
    assert check_league(_lines(changed)) != []


def test_another_trio_on_one_board_of_a_meeting_is_found() -> None:
    options = replace(CARRY, max_deals=2)
    records = [*play_league([TRIOS[0]], 2, options)]
    records[3:] = [*play_league([TRIOS[1]], 2, options)][3:]

    assert any("another trio" in finding for finding in check_league(_lines(records)))


@pytest.mark.parametrize(
    "line",
    [
        "",  # no line
        "{",  # torn
        "[]",  # no object
        '{"match": NaN}',  # no JSON
        '{"match": "m1.b1.r1", "match": "m1.b1.r1"}',  # a key twice
        '{"match": "m1.b1.r1"}',  # a record without the rest
    ],
)
def test_a_line_that_is_no_record_is_found(line: str) -> None:
    assert len(check_league([line])) == 1


def test_the_program_prints_findings_and_ends_with_one(
    league: League, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export = tmp_path / "export.jsonl"
    export.write_text("\n".join(_lines(league)) + "\n", encoding="utf-8")
    assert main([str(export)]) == 0

    changed = deepcopy(league)
    add("deals", 1, "points", 2)(Node(changed[0]))
    export.write_text("\n".join(_lines(changed)) + "\n", encoding="utf-8")

    assert main([str(export)]) == 1
    output = capsys.readouterr().out
    assert output.startswith("m1.b1.r1: deal 2: points of seat 2 is ")


def test_an_empty_export_is_a_finding(tmp_path: Path) -> None:
    export = tmp_path / "export.jsonl"
    export.touch()

    assert main([str(export)]) == 1


def test_the_checker_imports_nothing_of_the_arena() -> None:
    sources = [source.read_text(encoding="utf-8") for source in CHECKER.glob("*.py")]

    assert len(sources) > 4
    imports = [line for text in sources for line in text.splitlines() if "import" in line]
    assert not [
        line for line in imports if line.split()[0] in {"import", "from"} and "arena" in line
    ]
