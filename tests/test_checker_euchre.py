"""The checker of Euchre has nothing against what the engine plays, and finds every change of it."""

import json
from collections.abc import Mapping
from copy import deepcopy
from random import Random

import pytest

from arena.games import parse_rules
from arena.games.cards import Seat
from arena.games.euchre.actions import Call
from arena.record import Verdict
from arena.table import Setup, Table
from tests.checker import check_league, check_record
from tests.checker.changes import Change, Node, add, drop, put, swap
from tests.checker.player import Json
from tests.games.euchre_playing import OPTIONS

TRIO = ("ann", "bob", "cid")


def play_match(
    options: Mapping[str, object], seed: int, faults: Mapping[int, int] | None = None
) -> Table:
    """Plays a match at random; `faults` says after how many answers each seat forfeits."""
    dice, rules = Random(seed), parse_rules("euchre", options)
    table = Table(
        Setup(
            rules=rules,
            first_dealer=Seat(seed % 3),
            shuffled_pack=lambda number: Random(f"{seed} {number}").sample(
                list(rules.pack), len(rules.pack)
            ),
            seeds=(1, 2, 3),
            bank=1.0,
        )
    )
    answers = 0
    while not table.is_over:
        for seat, when in (faults or {}).items():
            if when == answers:
                table.forfeit(Seat(seat), Verdict.CRASHED)
        answers += 1
        if table.seat is None:
            break
        legal = table.view(table.seat).legal
        # Passing often enough that deals are passed out.
        is_passing = Call.PASS in legal and dice.random() < 0.6
        table.answer(Call.PASS if is_passing else dice.choice(legal))
    return table


def record_of(table: Table, match: str = "m7.b1.r2") -> Json:
    board, _, rotation = match.rpartition(".r")
    record = json.loads(table.record().to_text())
    frame = {
        "format": "arena-record/1",
        "match": match,
        "meeting": board.partition(".")[0],
        "board": board,
        "rotation": int(rotation),
        "commitment": "5eed" * 16,
        "seats": [{"id": name, "entrant": name, "revision": 1} for name in TRIO],
    }
    return {**frame, **{key: record[key] for key in KEYS}}


KEYS = ("game", "rules", "first_dealer", "deals", "scores", "places", "verdicts", "faults")


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_records_of_the_engine_have_no_findings(options: dict[str, object]) -> None:
    for seed in range(30):
        length = {"length": f"deals:{1 + seed % 4}"} if seed % 2 else {"target": 1 + seed % 12}
        table = play_match({**options, **length}, seed)
        assert check_record(record_of(table)) == []


@pytest.mark.parametrize("seed", range(40))
def test_records_with_forfeits_have_no_findings(seed: int) -> None:
    dice = Random(seed)
    seats = dice.sample(range(3), 1 + seed % 3)
    faults = {seat: dice.randrange(60) for seat in seats}
    table = play_match({"deck": 25, "length": "deals:4"}, seed, faults)

    assert check_record(record_of(table)) == []


@pytest.fixture(scope="module")
def clean() -> Json:
    """A record with all that a change can touch, its first deal with a swap and five kept."""
    for seed in range(4000):
        record = record_of(play_match({"target": 5, "max_deals": 50}, seed))
        deals = record["deals"]
        assert isinstance(deals, list)
        first, redeals = deals[0], [deal for deal in deals if "tricks" not in deal]
        if "tricks" not in first or not redeals or "tricks" not in deals[1]:
            continue
        lengths = {len(deal["tricks"][0].split()) for deal in deals if "tricks" in deal}
        is_rich = (
            first["swap"] not in (None, "decline") and first["kept"] and None not in first["alone"]
        )
        if is_rich and lengths == {3, 4} and len(deals) >= 3 and len(set(first["points"])) > 1:
            return record
    raise AssertionError("no seed has them all")


def put_played(name: str, value: object) -> Change:
    return put("deals", 0, name, to=value)


def _redeal_at(node: Node) -> int:
    return next(at for at in range(len(node["deals"])) if len(node["deals"][at]) == 7)


def _drop_redeal(node: Node) -> None:
    node["deals"].pop(_redeal_at(node))


def _play_redeal(node: Node) -> None:
    node["deals"][_redeal_at(node)]["tricks"] = []


def _cut_redeal(node: Node) -> None:
    node["deals"][_redeal_at(node)]["calls"].pop(5)


def _trade_with_dummy(node: Node) -> None:
    """Gives the dummy a card that a defender has played."""
    deal = node["deals"][0]
    tricks, maker = str(deal["tricks"].value), deal["maker"].value
    seat = next(seat for seat in range(3) if seat != maker)
    hand, dummy = deal["hands"].words(seat), str(deal["dummy"].value).split()
    at = next(at for at, card in enumerate(hand) if card in tricks)
    hand[at], dummy[0] = dummy[0], hand[at]
    deal["hands"][seat], deal["dummy"] = " ".join(hand), " ".join(dummy)


def _fault_too_late(node: Node) -> None:
    node["verdicts"] = ["crashed", "ok", "ok"]
    node["faults"] = [{"seat": 0, "verdict": "crashed", "deal": 1, "decision": 99}]


def _trade_in_tricks(node: Node) -> None:
    """Lets the first two cards of a trick change places: each seat plays the other's."""
    tricks = node["deals"][0]["tricks"]
    leader, *cards = tricks.words(0)
    tricks[0] = " ".join([leader, cards[1], cards[0], *cards[2:]])


CHANGES: list[tuple[str, Change]] = [
    ("another game", put("game", to="spades")),
    ("an unknown key in a deal", lambda node: node["deals"][0].__setitem__("bids", [])),
    ("an unknown option", lambda node: node["rules"].__setitem__("jokers", 2)),
    *[
        (f"no {name} in a deal", drop("deals", 0, name))
        for name in (
            *("dealer", "hands", "dummy", "upcard", "stock", "joker_suit", "calls", "maker"),
            *("trump", "swap", "alone", "kept", "tricks", "taken", "points", "scores"),
        )
    ],
    *[
        (f"no option {name}", drop("rules", name))
        for name in (
            *("deck", "target", "stick_the_dealer", "rename_turned_down", "both_alone_lead"),
            *("lone_march", "max_deals", "seats", "length"),
        )
    ],
    # The cards.
    ("32 cards", put("rules", "deck", to=32)),
    ("25 cards", put("rules", "deck", to=25)),
    ("another number of seats", put("rules", "seats", to=4)),
    ("a card dealt twice", put_played("upcard", "9C")),
    ("no stock", put_played("stock", "")),
    ("two seats hold each other's cards", swap("deals", 0, "hands")),
    ("a seat holds a card of the dummy", _trade_with_dummy),
    ("another dealer", add("deals", 0, "dealer", amount=-1)),
    ("another dealer in the middle", add("deals", 1, "dealer", amount=-1)),
    # What is said.
    ("a joker's suit though none was turned up", put_played("joker_suit", "H")),
    ("one call too few", drop("deals", 0, "calls", -1)),
    ("another maker", add("deals", 0, "maker", amount=-1)),
    ("no swap", put_played("swap", None)),
    ("a swap declined", put_played("swap", "decline")),
    (
        "the upcard put down",
        lambda node: node["deals"][0].__setitem__("swap", node["deals"][0]["upcard"].value),
    ),
    ("nothing kept", put_played("kept", None)),
    ("the maker alone", put_played("alone", [True, True, True])),
    ("nobody was asked", put_played("alone", [None, None, None])),
    # The play.
    ("a trick missing", drop("deals", 0, "tricks", 2)),
    ("the last trick missing", drop("deals", 0, "tricks", 4)),
    ("two tricks change places", swap("deals", 0, "tricks", first=1, second=2)),
    ("two seats play each other's card", _trade_in_tricks),
    ("a trick more for a seat", add("deals", 0, "taken", 0)),
    ("two seats change their tricks", swap("deals", 0, "taken", first=0, second=1)),
    # The scores, and the end.
    ("a point more", add("deals", 0, "points", 0)),
    ("a total changed", add("deals", 0, "scores", 1)),
    ("the final total changed", add("deals", -1, "scores", 2)),
    ("the last deal missing", drop("deals", -1)),
    ("the first deal missing", drop("deals", 0)),
    ("no deals", put("deals", to=[])),
    ("a redeal missing", _drop_redeal),
    ("a redeal with an empty play", _play_redeal),
    ("a redeal of five passes", _cut_redeal),
    ("a target out of reach", put("rules", "target", to=500)),
    ("a target reached earlier", put("rules", "target", to=1)),
    ("a cap reached earlier", put("rules", "max_deals", to=1)),
    ("a fixed length beside a target", put("rules", "length", to="deals:3")),
    ("a stuck dealer who has passed", put("rules", "stick_the_dealer", to=True)),
    ("no points for a lone march", put("rules", "lone_march", to=0)),
    ("an unknown lead", put("rules", "both_alone_lead", to="left")),
    ("no places awarded", put("places", to=[None, None, None])),
    ("a place shared", put("places", to=[1, 1, 1])),
    ("a verdict without a fault", put("verdicts", 1, to="crashed")),
    ("a fault without a verdict", put("faults", to=[{"seat": 0, "deal": 1, "decision": 0}])),
    ("a fault at a decision that was not asked", _fault_too_late),
]


@pytest.mark.parametrize(
    "change", [change for _, change in CHANGES], ids=[name for name, _ in CHANGES]
)
def test_every_change_of_a_record_is_found(clean: Json, change: Change) -> None:
    record = deepcopy(clean)

    change(Node(record))

    assert record != clean
    assert check_record(record) != []


def leaves(value: object) -> list[tuple[str | int, ...]]:
    """Returns the path to every plain value below `value`."""
    below: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        below = [*value.items()]
    elif isinstance(value, list):
        below = [*enumerate(value)]
    else:
        return [()]
    return [(key, *path) for key, inner in below for path in leaves(inner)]


def test_a_changed_card_or_number_anywhere_in_a_deal_is_found(clean: Json) -> None:
    """But for the order of cards in hands, dummy and stock, which the rules say nothing about."""
    paths = leaves(clean["deals"])
    for path in paths:
        record = deepcopy(clean)
        node = Node(record)["deals"]
        for key in path[:-1]:
            node = node[key]
        node[path[-1]] = another(node[path[-1]].value)
        assert check_record(record) != [], path

    assert len(paths) > 60


def another(value: object) -> object:
    """Returns a value of the same kind, or one where there was none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value[:-1] + ("H" if value[-1] != "H" else "C")
    return "9X"


def test_a_league_of_euchre_is_checked_as_one_of_spades() -> None:
    records = []
    for board, around in (("m1.b1", TRIO), ("m1.b2", ("ann", "cid", "bob"))):
        for turn in range(3):
            table = play_match({"length": "deals:1"}, 3 if board == "m1.b1" else 4)
            record = record_of(table, f"{board}.r{turn + 1}")
            seats = around[turn:] + around[:turn]
            record["seats"] = [{"id": name, "entrant": name, "revision": 1} for name in seats]
            records.append(record)
    lines = [json.dumps(record) for record in records]

    assert check_league(lines) == []
    assert check_league([*lines[:1], *lines[2:]]) != []
    assert check_league([lines[0], lines[4].replace("b2", "b1"), *lines[2:]]) != []
