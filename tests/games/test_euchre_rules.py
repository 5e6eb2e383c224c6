"""The options of Euchre: their values, their ranges, and what is refused in words."""

from dataclasses import FrozenInstanceError
from itertools import combinations, permutations, product

import pytest

from arena.errors import ConfigError
from arena.games import parse_rules
from arena.games.cards import JOKER, Seat
from arena.games.euchre.rules import EuchreRules


def test_no_options_are_the_rules_of_the_description() -> None:
    assert list(EuchreRules.parse({}).to_json().items()) == [
        ("deck", 24),
        ("target", 10),
        ("stick_the_dealer", False),
        ("rename_turned_down", False),
        ("both_alone_lead", "maker-left"),
        ("lone_march", 3),
        ("max_deals", 60),
        ("seats", 3),
        ("length", "target"),
    ]


@pytest.mark.parametrize(
    ("deck", "lowest", "jokers"), [(24, "9C", 0), (32, "7C", 0), (25, "9C", 1)]
)
def test_a_pack_has_as_many_cards_as_its_name(deck: int, lowest: str, jokers: int) -> None:
    pack = EuchreRules.parse({"deck": deck}).pack

    assert len(pack) == len(set(pack)) == deck
    assert pack[0].text == lowest
    assert list(pack).count(JOKER) == jokers
    assert [card.number for card in pack] == sorted(card.number for card in pack)


@pytest.mark.parametrize(
    ("target", "max_deals"),
    [(1, 60), (10, 60), (11, 66), (20, 120), (1_000_000, 1_000_000)],  # never under 60
)
def test_the_cap_grows_with_the_target(target: int, max_deals: int) -> None:
    assert EuchreRules.parse({"target": target}).max_deals == max_deals


def test_an_explicit_cap_stands() -> None:
    assert EuchreRules.parse({"target": 20, "max_deals": 7}).max_deals == 7


def test_a_fixed_length_leaves_target_and_cap_without_meaning() -> None:
    rules = EuchreRules.parse({"length": "deals:12"})

    assert rules.deals == 12
    assert rules.to_json()["target"] is None
    assert rules.to_json()["max_deals"] is None
    assert EuchreRules.parse(rules.to_json()) == rules


@pytest.mark.parametrize(
    "options",
    [
        {"deck": 32},
        {"deck": 25, "both_alone_lead": "dealer-left"},
        {"both_alone_lead": "defender-left", "lone_march": 1000, "target": 1},
        {"stick_the_dealer": True, "rename_turned_down": True, "max_deals": 1_000_000},
        {"length": "deals:1000", "seats": 3},
        {"length": "target", "lone_march": 1},
        {"target": 1_000_000},
    ],
)
def test_every_value_comes_back_from_its_json(options: dict[str, object]) -> None:
    rules = EuchreRules.parse(options)

    assert parse_rules("euchre", rules.to_json()) == rules
    assert options.items() <= rules.to_json().items()


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("deck", 26, "24, 32 or 25 cards"),
        ("deck", "24", "24, 32 or 25 cards"),
        ("deck", 24.0, "24, 32 or 25 cards"),
        ("deck", None, "24, 32 or 25 cards"),
        ("target", 0, "a whole number from 1 to 1000000"),
        ("target", -10, "a whole number from 1 to 1000000"),
        ("target", 1_000_001, "a whole number from 1 to 1000000"),
        ("target", 10.0, "a whole number from 1 to 1000000"),
        ("target", True, "a whole number from 1 to 1000000"),
        ("target", None, "a whole number from 1 to 1000000"),
        ("max_deals", 0, "a whole number from 1 to 1000000"),
        ("max_deals", "60", "a whole number from 1 to 1000000"),
        ("lone_march", 0, "a whole number from 1 to 1000"),
        ("lone_march", 1001, "a whole number from 1 to 1000"),
        ("stick_the_dealer", 1, "true or false"),
        ("stick_the_dealer", "true", "true or false"),
        ("rename_turned_down", 0, "true or false"),
        ("rename_turned_down", None, "true or false"),
        ("both_alone_lead", "maker", "'maker-left', 'defender-left' or 'dealer-left'"),
        ("both_alone_lead", 1, "'maker-left', 'defender-left' or 'dealer-left'"),
        ("seats", 2, "3: this Euchre is for three players only"),
        ("seats", 4, "3: this Euchre is for three players only"),
        ("seats", 3.0, "3: this Euchre is for three players only"),
        ("length", "deals:0", "'target' or 'deals:N' with N from 1 to 1000"),
        ("length", "deals:1001", "'target' or 'deals:N' with N from 1 to 1000"),
        ("length", "deals:٣", "'target' or 'deals:N' with N from 1 to 1000"),
        ("length", 5, "'target' or 'deals:N' with N from 1 to 1000"),
    ],
)
def test_a_value_out_of_range_is_refused_with_what_it_may_be(
    name: str, value: object, allowed: str
) -> None:
    with pytest.raises(ConfigError) as error:
        EuchreRules.parse({name: value})

    assert str(error.value) == f"euchre: option {name!r} is {value!r}, but it must be {allowed}"


@pytest.mark.parametrize("name", ["target", "max_deals"])
def test_what_a_fixed_length_leaves_without_meaning_is_refused(name: str) -> None:
    with pytest.raises(ConfigError) as error:
        EuchreRules.parse({"length": "deals:5", name: 10})

    assert str(error.value) == (
        f"euchre: option {name!r} is 10, but it has no meaning where 'length' is 'deals:5': "
        "leave one of them out"
    )


OTHERS: dict[str, tuple[object, ...]] = {
    "deck": (32, 25),
    "target": (1, 5, 1000),
    "stick_the_dealer": (True,),
    "rename_turned_down": (True,),
    "both_alone_lead": ("defender-left", "dealer-left"),
    "lone_march": (1, 5),
    "max_deals": (1, 100),
    "length": ("deals:1", "deals:8"),
}
"""Values of each option that are not its default."""

IDLE = {
    *(("length", length, name) for length in OTHERS["length"] for name in ("target", "max_deals")),
    ("max_deals", 1, "target"),
    ("max_deals", 100, "target", 1000),
}
"""The pairs of which one leaves the other without effect: with any value, or with that one."""


@pytest.mark.parametrize(("one", "other"), list(combinations(OTHERS, 2)))
def test_of_any_two_options_both_have_an_effect_or_they_are_refused(one: str, other: str) -> None:
    for first, second in product(OTHERS[one], OTHERS[other]):
        options = {one: first, other: second}
        is_idle = any(
            IDLE & {(*named, name), (*named, name, value)}
            for named, (name, value) in permutations(options.items())
        )
        if not is_idle:
            assert options.items() <= EuchreRules.parse(options).to_json().items()
            continue
        with pytest.raises(ConfigError) as error:
            EuchreRules.parse(options)
        assert repr(one) in str(error.value)
        assert repr(other) in str(error.value)


def test_how_far_a_deal_can_bring_a_seat_goes_by_the_lone_march() -> None:
    assert EuchreRules.parse({"max_deals": 3, "target": 12}).max_deals == 3
    assert EuchreRules.parse({"max_deals": 3, "target": 15, "lone_march": 5}).target == 15
    with pytest.raises(ConfigError, match="but nobody can come to 13 in 3 deals"):
        EuchreRules.parse({"max_deals": 3, "target": 13})


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("stick_dealer", "did you mean 'stick_the_dealer'?"),
        ("profile", "the options are deck, target, stick_the_dealer, rename_turned_down, "),
        ("nil_value", "the options are deck, "),
    ],
)
def test_an_unknown_option_is_refused(name: str, hint: str) -> None:
    with pytest.raises(ConfigError) as error:
        EuchreRules.parse({name: 1})

    assert str(error.value).startswith(f"euchre: there is no option {name!r}: {hint}")


def test_every_mistake_is_told_at_once() -> None:
    with pytest.raises(ConfigError) as error:
        EuchreRules.parse({"deck": 52, "lone_march": "four", "sticky": True})

    assert str(error.value).count(";") == 2


@pytest.mark.parametrize(
    ("options", "summary"),
    [
        ({}, "euchre, 24 cards, to 10"),
        ({"deck": 25, "length": "deals:1"}, "euchre, 25 cards, 1 deal"),
        ({"deck": 32, "length": "deals:6"}, "euchre, 32 cards, 6 deals"),
    ],
)
def test_rules_are_told_in_a_line(options: dict[str, object], summary: str) -> None:
    assert EuchreRules.parse(options).summary == summary


def test_rules_are_a_value() -> None:
    rules = EuchreRules.parse({})

    with pytest.raises(FrozenInstanceError):
        rules.target = 5  # type: ignore[misc]  # that is the point
    assert hash(rules) == hash(EuchreRules.parse({}))


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_first_dealer_who_does_not_sit_there_is_refused(seat: int) -> None:
    with pytest.raises(ValueError, match=f"the first dealer is {seat}, expected 0 to 2"):
        EuchreRules().new_match(Seat(seat))
