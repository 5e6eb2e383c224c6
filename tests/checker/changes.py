"""Single changes of right records and leagues, every one of which the checker must find."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

from tests.checker.player import CARRY, Json, play_record

TRIO = ("ann", "bob", "cid")
League = list[Json]


class Node:
    """A JSON value that is changed by path: `Node(record)["deals"][2]["bids"][0] = 7`."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __getitem__(self, key: str | int) -> "Node":
        if isinstance(key, str):
            assert isinstance(self.value, dict)
            return Node(self.value[key])
        assert isinstance(self.value, list)
        return Node(self.value[key])

    def __setitem__(self, key: str | int, value: object) -> None:
        if isinstance(key, str):
            assert isinstance(self.value, dict)
            self.value[key] = value
        else:
            assert isinstance(self.value, list)
            self.value[key] = value

    def pop(self, key: str | int) -> None:
        assert isinstance(self.value, dict | list)
        self.value.pop(key)  # type: ignore[arg-type]  # a name in an object, an index in a list

    def add(self, key: str | int, amount: int) -> None:
        number = self[key].value
        assert isinstance(number, int)
        self[key] = number + amount

    def swap(self, first: int, second: int) -> None:
        self[first], self[second] = self[second].value, self[first].value

    def words(self, key: int) -> list[str]:
        text = self[key].value
        assert isinstance(text, str)
        return text.split(" ")

    def __len__(self) -> int:
        assert isinstance(self.value, dict | list)
        return len(self.value)


Change = Callable[[Node], None]


def put(*path: str | int, to: object) -> Change:
    def change(node: Node) -> None:
        for key in path[:-1]:
            node = node[key]
        assert node[path[-1]].value != to, "the change must change something"
        node[path[-1]] = to

    return change


def add(*path: str | int, amount: int = 1) -> Change:
    def change(node: Node) -> None:
        for key in path[:-1]:
            node = node[key]
        node.add(path[-1], amount)

    return change


def drop(*path: str | int) -> Change:
    def change(node: Node) -> None:
        for key in path[:-1]:
            node = node[key]
        node.pop(path[-1])

    return change


def swap(*path: str | int, first: int = 0, second: int = 1) -> Change:
    def change(node: Node) -> None:
        for key in path:
            node = node[key]
        node.swap(first, second)

    return change


def _trade_cards(node: Node) -> None:
    """Lets two seats hold each other's first card."""
    hands = node["deals"][0]["hands"]
    first, second = hands.words(0), hands.words(1)
    first[0], second[0] = second[0], first[0]
    hands[0], hands[1] = " ".join(first), " ".join(second)


def _repeat_card(node: Node) -> None:
    hands = node["deals"][0]["hands"]
    hands[0] = " ".join([hands.words(0)[1], *hands.words(0)[1:]])


def _next_leader(node: Node) -> None:
    """Names another leader for the second trick, whose cards stay."""
    tricks = node["deals"][0]["tricks"]
    leader, *cards = tricks.words(1)
    tricks[1] = " ".join([f"{(int(leader[0]) + 1) % 3}:", *cards])


def _fixed_length(node: Node) -> None:
    rules = node["rules"]
    rules["length"], rules["target"], rules["max_deals"] = "deals:3", None, None


def _last_deal_twice(node: Node) -> None:
    deals = node["deals"].value
    assert isinstance(deals, list)
    deals.append(deepcopy(deals[-1]))


RECORD_CHANGES: list[tuple[str, Change]] = [
    # The shape: keys, kinds, words.
    ("another format", put("format", to="arena-record/2")),
    ("another game", put("game", to="euchre")),
    ("an unknown key", lambda node: node.__setitem__("time", 3.5)),
    ("an unknown key in a deal", lambda node: node["deals"][0].__setitem__("blind", [])),
    ("an unknown key in a seat", lambda node: node["seats"][0].__setitem__("bot", "e1")),
    ("an unknown option", lambda node: node["rules"].__setitem__("jokers", 2)),
    ("a doubled entrant", put("seats", 1, to={"id": "ann", "entrant": "ann", "revision": 1})),
    ("a nameless entrant", put("seats", 1, "entrant", to="")),
    ("a revision that is no number", put("seats", 1, "revision", to="1")),
    ("a revision below 1", put("seats", 1, "revision", to=0)),
    ("a seat too few", drop("seats", 2)),
    ("another first dealer", lambda node: node.__setitem__("first_dealer", 3)),
    ("other scores", lambda node: node["scores"].__setitem__(0, 12345)),
    ("a match of another board", put("board", to="m7.b2")),
    ("a match of another meeting", put("meeting", to="m8")),
    ("another rotation", put("rotation", to=3)),
    ("a match id that is none", put("match", to="m7.b1")),
    ("a commitment that is none", put("commitment", to="secret")),
    ("bids null", put("deals", 0, "bids", to=None)),
    ("dealer null", put("deals", 0, "dealer", to=None)),
    ("a bid that is true", put("deals", 0, "bids", 0, to=True)),
    ("a score with a fraction", put("deals", 0, "scores", 0, to=12.5)),
    ("a bid too many", put("deals", 0, "bids", to=[3, 3, 3, 3])),
    ("deals no list", put("deals", to={})),
    ("rules no object", put("rules", to="carry")),
    ("an unknown profile", put("rules", "profile", to="house")),
    ("an unknown bag rule", put("rules", "bag_rule", to="double")),
    ("an unknown length", put("rules", "length", to="deals:0")),
    ("a target of nothing", put("rules", "target", to=0)),
    ("blind nil, of which this record tells nothing", put("rules", "blind_nil", to=True)),
    ("reneges, of which this record tells nothing", put("rules", "renege", to="fail-bid")),
    ("another rule for reneges", put("rules", "renege", to="forgive")),
    ("four seats", put("rules", "seats", to=4)),
    ("two seats", put("rules", "seats", to=2)),
    ("five seats", put("rules", "seats", to=5)),
    *[(f"no {key} in a deal", drop("deals", 0, key)) for key in ("hands", "bids", "tricks")],
    *[(f"no {key} in a deal", drop("deals", 1, key)) for key in ("taken", "points", "scores")],
    *[(f"no {key} in a deal", drop("deals", 1, key)) for key in ("dealer", "bags", "bag_penalty")],
    *[(f"no {key}", drop(key)) for key in ("format", "match", "meeting", "board", "rotation")],
    *[(f"no {key}", drop(key)) for key in ("game", "rules", "commitment", "seats", "deals")],
    *[(f"no {key}", drop(key)) for key in ("places", "verdicts", "faults")],
    *[(f"no option {key}", drop("rules", key)) for key in ("target", "length", "max_deals")],
    # SP-2, SP-5: the pack, once, 17 each.
    ("a card dealt twice", _repeat_card),
    ("the two of clubs", put("deals", 0, "hands", 0, to="2C " + "AS " * 15 + "KS")),
    ("no hand", put("deals", 0, "hands", 0, to="")),
    ("a card that is none", put("deals", 0, "hands", 0, to="1S")),
    ("two seats hold each other's card", _trade_cards),
    ("two hands change places", swap("deals", 0, "hands")),
    # SP-4: the dealer moves one seat to the left; SP-8: the seat to its left leads.
    ("another first dealer", add("deals", 0, "dealer", amount=-1)),
    ("another dealer in the middle", add("deals", 3, "dealer", amount=-1)),
    ("a dealer that is no seat", put("deals", 0, "dealer", to=3)),
    # SP-6: bids of 0 to 17.
    ("a bid of 18", put("deals", 0, "bids", 0, to=18)),
    ("a bid below nothing", put("deals", 0, "bids", 0, to=-1)),
    ("another bid", add("deals", 0, "bids", 0)),
    ("two bids change places", swap("deals", 4, "bids")),
    # SP-8 to SP-11: the play.
    ("another leader", _next_leader),
    ("a trick missing", drop("deals", 0, "tricks", 5)),
    ("the last trick missing", drop("deals", 0, "tricks", 16)),
    ("two tricks change places", swap("deals", 0, "tricks", first=3, second=4)),
    ("a trick that is none", put("deals", 0, "tricks", 0, to="0: AS KS")),
    ("a trick with a leader that is none", put("deals", 0, "tricks", 0, to="3: AS KS QS")),
    ("a trick more for a seat", add("deals", 0, "taken", 2)),
    ("two seats change their tricks", swap("deals", 4, "taken")),
    # SP-13 to SP-17, S-B3: points, penalty, totals, bags.
    ("a point more", add("deals", 0, "points", 0)),
    ("a penalty less", add("deals", 2, "bag_penalty", 1, amount=-100)),
    ("a penalty more", add("deals", 2, "bag_penalty", 1, amount=100)),
    ("a total changed", add("deals", 0, "scores", 0, amount=10)),
    ("the final total changed", add("deals", -1, "scores", 0)),
    ("a bag more", add("deals", 2, "bags", 2)),
    ("the last bags changed", add("deals", -1, "bags", 2)),
    ("nil pays another value", put("rules", "nil_value", to=50)),
    ("failed nils give no bags", put("rules", "failed_nil_bags", to=False)),
    ("bags go back to nothing", put("rules", "bag_rule", to="reset")),
    ("bags are never paid for", put("rules", "bag_rule", to="none")),
    ("nil is not allowed", put("rules", "minimum_bid", to=1)),
    # SP-19, S-E1, S-E3: the end.
    ("the last deal missing", drop("deals", -1)),
    ("the first deal missing", drop("deals", 0)),
    ("no deals", put("deals", to=[])),
    ("the last deal twice", _last_deal_twice),
    ("a target out of reach", put("rules", "target", to=5000)),
    ("a target reached earlier", put("rules", "target", to=1)),
    ("a cap reached earlier", put("rules", "max_deals", to=3)),
    ("a number of deals instead", _fixed_length),
    ("a fixed length beside a target", put("rules", "length", to="deals:3")),
    ("no target", put("rules", "target", to=None)),
    ("no cap", put("rules", "max_deals", to=None)),
    ("two places changed", swap("places")),
    ("a place shared", put("places", to=[1, 1, 1])),
    ("no places awarded", put("places", to=[None, None, None])),
    # Verdicts and faults.
    ("a verdict without a fault", put("verdicts", 1, to="crashed")),
    ("an unknown verdict", put("verdicts", 1, to="annulled")),
    ("a fault without a verdict", put("faults", to=[{"seat": 0, "deal": 1, "decision": 0}])),
    (
        "a fault of a seat that is ok",
        put("faults", to=[{"seat": 0, "verdict": "ok", "deal": 1, "decision": 0}]),
    ),
]


def _without_blind(node: Node) -> None:
    """Takes the option out of a record, and leaves the bids."""
    node["rules"]["blind_nil"] = False
    for number in range(len(node["deals"])):
        node["deals"][number].pop("blind")


SPECIAL_CHANGES: list[tuple[str, Change]] = [
    # Of a record whose second deal has a blind nil, one that seat 0 declined, and its renege.
    ("no blind", drop("deals", 1, "blind")),
    ("no reneges", drop("deals", 1, "reneges")),
    ("a blind nil without the option", put("rules", "blind_nil", to=False)),
    ("a blind nil that was an ordinary one", _without_blind),
    ("a minimum bid beside blind nil", put("rules", "minimum_bid", to=1)),
    ("a seat that was asked and did not answer", put("deals", 1, "blind", 0, to=None)),
    ("yes in place of no", put("deals", 1, "blind", 0, to="yes")),
    ("an answer that is none", put("deals", 1, "blind", 0, to="open")),
    ("an answer of nobody who was asked", put("deals", 0, "blind", 0, to="no")),
    ("two answers change places", swap("deals", 1, "blind", first=0, second=1)),
    ("an answer too many", put("deals", 1, "blind", to=["no", "no", "no", "no"])),
    ("a renege less", put("deals", 1, "reneges", 0, to=None)),
    ("a renege more", put("deals", 1, "reneges", 1, to=5)),
    ("a renege of a bid", put("deals", 1, "reneges", 0, to=0)),
    ("a renege of another seat", swap("deals", 1, "reneges", first=0, second=1)),
    ("a renege one decision later", add("deals", 1, "reneges", 0)),
    ("a renege after the last card", put("deals", 1, "reneges", 0, to=99)),
    ("a renege that is true", put("deals", 1, "reneges", 0, to=True)),
    ("reneges that are corrected", put("rules", "renege", to="correct")),
    ("the reneger's points as if it had not", add("deals", 1, "points", 0, amount=20)),
]


def _other_board(league: League, match: str) -> Json:
    return play_record(match, TRIO, replace(CARRY, max_deals=4), seed=99)


def _reseat(record: Json, *order: int) -> None:
    seats = record["seats"]
    assert isinstance(seats, list)
    record["seats"] = [seats[seat] for seat in order]


def _reseat_board(league: League) -> None:
    """Lets the second board go round in the direction of the first."""
    for old, new in zip(league[3:6], league[0:3], strict=True):
        old["seats"] = deepcopy(new["seats"])


def _copy_deals(league: League) -> None:
    """Gives the second board the cards of the first."""
    for old, new in zip(league[3:6], league[0:3], strict=True):
        old["deals"] = deepcopy(new["deals"])


def _copy_deals_to_other_seats(league: League) -> None:
    _copy_deals(league)
    for record in league[3:6]:
        for number in range(len(Node(record)["deals"])):
            swap("deals", number, "hands")(Node(record))


def _swap_boards(league: League) -> None:
    league[:6] = league[3:6] + league[:3]


def _same_dealer(league: League) -> None:
    """Lets every board of the first meeting start with the same dealer."""
    for record in league[:12]:
        for number in range(len(Node(record)["deals"])):
            Node(record)["deals"][number]["dealer"] = number % 3


def _turn_hand(record: Json) -> None:
    hands = Node(record)["deals"][0]["hands"]
    hands[0] = " ".join(reversed(hands.words(0)))


LEAGUE_CHANGES: list[tuple[str, Callable[[League], object]]] = [
    ("a rotation missing", lambda league: league.pop(1)),
    ("a last rotation missing", lambda league: league.pop()),
    ("a rotation twice", lambda league: league.insert(1, league[0])),
    ("two rotations change places", lambda league: league.insert(0, league.pop(1))),
    ("two boards change places", _swap_boards),
    ("another commitment", lambda league: league[4].__setitem__("commitment", "0" * 64)),
    ("other rules", lambda league: put("rules", "max_deals", to=5)(Node(league[4]))),
    (
        "other cards in one rotation",
        lambda league: league.__setitem__(1, _other_board(league, "m1.b1.r2")),
    ),
    ("another order of the cards", lambda league: _turn_hand(league[1])),
    (
        "another dealer in one rotation",
        lambda league: add("deals", 0, "dealer", amount=-1)(Node(league[1])),
    ),
    ("the cards of another board", _copy_deals),
    ("the hands of another board in other seats", _copy_deals_to_other_seats),
    ("two entrants change seats", lambda league: _reseat(league[1], 1, 0, 2)),
    ("the second rotation turned the other way", lambda league: _reseat(league[1], 1, 2, 0)),
    (
        "another entrant in one rotation",
        lambda league: put("seats", 0, "entrant", to="eve")(Node(league[1])),
    ),
    (
        "another revision in one rotation",
        lambda league: put("seats", 0, "revision", to=2)(Node(league[1])),
    ),
    ("a board in the same direction", _reseat_board),
    ("one dealer for all boards", _same_dealer),
    ("an unknown key", lambda league: league[4].__setitem__("seed", 1)),
]
