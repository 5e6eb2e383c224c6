import doctest
import json
import re
import tomllib
from collections.abc import Iterator
from random import Random

import pytest
from google.protobuf import json_format

from arena.games import parse_rules
from arena.games.game import Rules
from arena.table import Table
from arena.v1.arena_pb2 import Decision
from arena.v1.euchre_pb2 import EuchreSeat, EuchreView
from arena.v1.spades_pb2 import SpadesView
from tests.samples import (
    NAMES,
    RULES,
    SAMPLES,
    Board,
    Choose,
    answer_to,
    board_scores,
    chooser,
    decision_at,
    kit_module,
    load_sample,
)

ROOT = SAMPLES.parents[1]
README = (ROOT / "sample_bots" / "README.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(
    r"^```json checksum=(\d+) answer=([\d ]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL
)

EUCHRES: list[dict[str, object]] = [
    {},
    {"deck": 32, "stick_the_dealer": True, "lone_march": 6},
    {"deck": 25, "rename_turned_down": True, "both_alone_lead": "dealer-left"},
]


def decisions(boards: int, *names: str, rules: Rules = RULES) -> Iterator[Decision]:
    """Yields what is asked on the first rotations of some boards that the samples play."""
    for number in range(boards):
        table, _ = next(Board(f"{names} {number}", 1).tables(rules))
        yield from walk(table, [chooser(load_sample(name), rules) for name in names])


def timid(view: EuchreView, _seed: int) -> object:
    """Passes wherever it may, so that there are redeals."""
    kit = kit_module("euchre")
    return kit.PASS if kit.PASS in view.legal_calls else kit.legal(view)[0]


def walk(table: Table, choosers: list[Choose]) -> Iterator[Decision]:
    while (seat := table.seat) is not None and table.deal_number <= 4:
        decision = decision_at(table, seat)
        yield decision
        assert table.answer(answer_to(decision, choosers[seat])) is None


@pytest.fixture(scope="module")
def asked() -> list[Decision]:
    """Some thousands of decisions, among them those of bots that play at random."""
    return [
        *decisions(8, "random", "careful", "bold"),
        *decisions(8, "plumb", "random", "random"),
        *decisions(2, "thinker", "careful", "careful"),
    ]


@pytest.fixture(scope="module")
def asked_by_rules() -> dict[Rules, list[Decision]]:
    """Some thousands of decisions of Euchre with every deck, options on and off."""
    return {
        rules: [
            *decisions(12, "random", "careful", "bold", rules=rules),
            *decisions(12, "plumb", "random", "random", rules=rules),
            *walk(next(Board("timid", 1).tables(rules))[0], [timid] * 3),
            *decisions(2, "thinker", "bold", "careful", rules=rules),
        ]
        for rules in (parse_rules("euchre", options) for options in EUCHRES)
    }


@pytest.fixture(scope="module")
def asked_in_euchre(asked_by_rules: dict[Rules, list[Decision]]) -> list[Decision]:
    return [decision for asked in asked_by_rules.values() for decision in asked]


def again(decision: Decision) -> Decision:
    """Returns the same decision as another process at another time might get it."""
    copy = Decision.FromString(decision.SerializeToString())
    copy.match += 7
    copy.bank.seconds += 3
    return copy


class TestEverySample:
    @pytest.mark.parametrize("name", NAMES)
    def test_its_folder_is_complete(self, name: str) -> None:
        manifest = tomllib.loads((SAMPLES / name / "bot.toml").read_text(encoding="utf-8"))

        assert manifest == {
            "name": name,
            "command": ["python3", "kit", "bot.py"],
            "games": ["spades", "euchre"],
            "protocol": "grpc",
            "include": ["../kit"],
        }
        assert (SAMPLES / name / "README.md").read_text(encoding="utf-8").startswith(f"# {name}\n")

    def test_all_images_share_their_first_layers(self) -> None:
        dockerfiles = {(SAMPLES / name / "Dockerfile").read_text("utf-8") for name in NAMES}

        assert len(dockerfiles) == 1

    def test_an_image_has_the_packages_that_the_arena_is_tested_with(self) -> None:
        dockerfile = (SAMPLES / "plumb" / "Dockerfile").read_text(encoding="utf-8")
        pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()

        installed = re.findall(r"\S+==\S+", dockerfile)

        assert len(installed) == 2
        assert set(installed) <= set(pins)

    @pytest.mark.parametrize("name", NAMES)
    def test_its_answers_are_legal_and_depend_on_the_decision_alone(
        self, name: str, asked: list[Decision]
    ) -> None:
        """The second time another instance is asked, in another order, out of other messages."""
        decisions = asked[::9] if name == "thinker" else asked
        first, second = (chooser(load_sample(name)) for _ in range(2))

        answers = [first(decision.spades, decision.seed) for decision in decisions]

        for decision, answer in zip(decisions, answers, strict=True):
            assert answer in (decision.spades.legal_bids or decision.spades.legal_cards)
        order = list(range(len(decisions)))
        Random(1).shuffle(order)
        for index in order:
            copy = again(decisions[index])
            assert second(copy.spades, copy.seed) == answers[index]

    @pytest.mark.parametrize("name", NAMES)
    def test_the_same_holds_in_euchre(
        self, name: str, asked_by_rules: dict[Rules, list[Decision]]
    ) -> None:
        legal = kit_module("euchre").legal
        for rules, asked in asked_by_rules.items():
            decisions = asked[:: 9 if name == "thinker" else 2]
            first, second = (chooser(load_sample(name), rules) for _ in range(2))

            answers = [first(decision.euchre, decision.seed) for decision in decisions]

            for decision, answer in zip(reversed(decisions), reversed(answers), strict=True):
                assert answer in legal(decision.euchre)
                copy = again(decision)
                assert second(copy.euchre, copy.seed) == answer

    def test_every_kind_of_answer_comes_up_in_euchre(self, asked_in_euchre: list[Decision]) -> None:
        views = [decision.euchre for decision in asked_in_euchre]
        kit = kit_module("euchre")

        assert len(views) > 2000
        assert {view.due for view in views} == set(range(kit.JOKER_SUIT_DUE, kit.CARD_DUE + 1))
        assert any(seat.sits_out for view in views for seat in view.seats)
        assert any(seat.alone for view in views for seat in view.seats)
        assert any(view.redeals for view in views)
        assert any(view.put_down and view.played for view in views)
        assert any(view.left_out and view.played for view in views)

    def test_there_are_thousands_of_positions_of_every_kind(self, asked: list[Decision]) -> None:
        views = [decision.spades for decision in asked]

        assert len(views) > 2000
        for length in range(1, 18):
            assert any(len(view.hand) == length for view in views)
        assert any(seat.score < 0 for view in views for seat in view.seats)
        assert any(view.legal_bids for view in views)
        assert any(not view.broken and len(view.played) > 15 for view in views)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "options",
    [
        {"seats": 2},
        {"seats": 4},
        {"seats": 2, "profile": "reset", "minimum_bid": 1},
        {"seats": 4, "blind_nil": True, "nil_value": 50, "bag_rule": "none"},
        {"profile": "reset", "blind_nil": True},
    ],
    ids=str,
)
def test_every_sample_plays_legally_with_every_option(
    name: str, options: dict[str, object]
) -> None:
    rules = parse_rules("spades", {**options, "length": "deals:3"})
    table, _ = next(Board(f"options {name}", 1).tables(rules))

    for _ in walk(table, [chooser(load_sample(name), rules) for _ in range(rules.seats)]):
        pass

    assert table.is_over


class TestPlumb:
    @pytest.mark.parametrize("example", EXAMPLE.findall(README))
    def test_the_worked_examples_hold(self, example: tuple[str, str, str]) -> None:
        checksum, answer, text = example
        decision = json_format.ParseDict(json.loads(text), Decision())
        plumb = load_sample("plumb")

        if decision.HasField("spades"):
            assert plumb.checksum(decision.spades, decision.seed) == int(checksum)
            assert plumb.choose(decision.spades, decision.seed) == int(answer)
        else:
            assert plumb.checksum_in_euchre(decision.euchre, decision.seed) == int(checksum)
            chosen = plumb.choose_in_euchre(decision.euchre, decision.seed)
            assert chosen == tuple(map(int, answer.split())) or chosen == int(answer)

    def test_there_is_an_example_of_every_kind_of_answer(self) -> None:
        texts = [json.loads(text) for _, _, text in EXAMPLE.findall(README)]
        in_spades = [text["spades"] for text in texts if "spades" in text]
        in_euchre = [text["euchre"] for text in texts if "euchre" in text]

        assert [bool(view["legal_bids"]) for view in in_spades] == [True, False]
        assert [view["due"] for view in in_euchre] == [
            "EUCHRE_DUE_CALL",
            "EUCHRE_DUE_KEEP",
            "EUCHRE_DUE_CARD",
        ]

    def test_every_field_has_its_part(self, asked: list[Decision]) -> None:
        """Losing any field changes the checksum."""
        plumb = load_sample("plumb")
        decision = next(
            decision
            for decision in asked
            if decision.spades.broken
            and all(seat.taken and seat.score and seat.bags for seat in decision.spades.seats)
        )
        checksum = plumb.checksum(decision.spades, decision.seed)

        for lost in damaged(decision.spades):
            assert plumb.checksum(lost, decision.seed) != checksum
        assert plumb.checksum(decision.spades, decision.seed ^ 1 << 52) != checksum
        assert plumb.checksum(decision.spades, decision.seed ^ 1) != checksum

    def test_every_field_of_euchre_has_its_part(self, asked_in_euchre: list[Decision]) -> None:
        """Losing any field changes the checksum, wherever it holds something."""
        checksum = load_sample("plumb").checksum_in_euchre
        lost_once = set()
        for decision in asked_in_euchre[::7]:
            whole = checksum(decision.euchre, decision.seed)
            for name, lost in damaged_euchre(decision.euchre):
                lost_once.add(name)
                assert checksum(lost, decision.seed) != whole, name
            assert checksum(decision.euchre, decision.seed ^ 1 << 52) != whole

        fields = {*EuchreView.DESCRIPTOR.fields_by_name, *EuchreSeat.DESCRIPTOR.fields_by_name}
        assert lost_once == fields - {"replaced"}

    def test_an_absent_bid_is_not_a_nil(self, asked: list[Decision]) -> None:
        plumb = load_sample("plumb")
        view = next(decision.spades for decision in asked if decision.spades.legal_bids)
        nil = SpadesView.FromString(view.SerializeToString())
        nil.seats[view.seat - 1].bid = 0

        assert plumb.checksum(view, 1) != plumb.checksum(nil, 1)


def damaged(view: SpadesView) -> Iterator[SpadesView]:
    """Yields copies of `view`, each without one of its fields."""
    for descriptor, _ in view.ListFields():
        copy = SpadesView.FromString(view.SerializeToString())
        copy.ClearField(descriptor.name)  # type: ignore[arg-type]  # it is the name of a field
        yield copy
    for index, seat in enumerate(view.seats):
        for descriptor, _ in seat.ListFields():
            copy = SpadesView.FromString(view.SerializeToString())
            copy.seats[index].ClearField(descriptor.name)  # type: ignore[arg-type]  # the same
            yield copy
    copy = SpadesView.FromString(view.SerializeToString())
    copy.seats[0].replaced = True
    yield copy


def damaged_euchre(view: EuchreView) -> Iterator[tuple[str, EuchreView]]:
    """Yields copies of `view`, each without one of its fields, with the name of that."""
    for descriptor, _ in view.ListFields():
        copy = EuchreView.FromString(view.SerializeToString())
        copy.ClearField(descriptor.name)  # type: ignore[arg-type]  # it is the name of a field
        yield descriptor.name, copy
    for index, seat in enumerate(view.seats):
        for descriptor, _ in seat.ListFields():
            copy = EuchreView.FromString(view.SerializeToString())
            copy.seats[index].ClearField(descriptor.name)  # type: ignore[arg-type]  # the same
            yield descriptor.name, copy


class TestTheOthers:
    @pytest.mark.parametrize("name", ["spades", "euchre"])
    def test_the_examples_of_the_kit_hold(self, name: str) -> None:
        results = doctest.testmod(kit_module(name))

        assert results.attempted
        assert not results.failed

    def test_dice_fall_alike_for_one_decision_and_not_for_all(self, asked: list[Decision]) -> None:
        dice = kit_module("spades").dice
        rolls = [dice(decision.spades, decision.seed).random() for decision in asked]

        assert rolls == [dice(decision.spades, decision.seed).random() for decision in asked]
        assert len(set(rolls)) == len(rolls)

    def test_dice_fall_alike_in_euchre_too(
        self, asked_by_rules: dict[Rules, list[Decision]]
    ) -> None:
        dice = kit_module("euchre").dice
        asked = next(iter(asked_by_rules.values()))
        views = [decision.euchre for decision in asked]
        rolls = {
            (decision.seed, view.deal, view.due, len(view.calls), len(view.played)): dice(
                view, decision.seed
            ).random()
            for decision, view in zip(asked, views, strict=True)
        }

        assert len(set(rolls.values())) == len(rolls)

    def test_bold_bids_two_more_than_careful(self, asked: list[Decision]) -> None:
        bold, careful = (chooser(load_sample(name)) for name in ("bold", "careful"))
        views = [decision.spades for decision in asked if decision.spades.legal_bids]

        gaps = [bold(view, 0) - careful(view, 0) for view in views]

        assert min(gaps) >= 1
        assert 2 <= sum(gaps) / len(gaps) <= 3

    def test_careful_ducks_once_its_bid_is_made(self, asked: list[Decision]) -> None:
        careful, wins = chooser(load_sample("careful")), kit_module("spades").wins
        for decision in asked:
            view, me = decision.spades, decision.spades.seats[decision.spades.seat - 1]
            trick = kit_module("spades").table(view)
            if not view.legal_bids and me.taken >= me.bid and trick:
                could_duck = any(not wins(card, trick) for card in view.legal_cards)
                assert could_duck != wins(careful(view, 0), trick)

    def test_thinker_scores_more_than_dice_and_checksums(self) -> None:
        bots = [load_sample(name) for name in ("thinker", "random", "plumb")]

        for number in (1, 2):
            thinker, *others = board_scores(Board("strength", number), bots)
            assert thinker > max(others) + 50

    def test_thinker_scores_more_than_dice_and_checksums_in_euchre(self) -> None:
        rules = parse_rules("euchre", {"length": "deals:10"})
        bots = [load_sample(name) for name in ("thinker", "random", "plumb")]

        for number in (1, 2):
            thinker, *others = board_scores(Board("strength", number), bots, rules)
            assert thinker > max(others) + 3
