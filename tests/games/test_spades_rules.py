from dataclasses import FrozenInstanceError

import pytest

from arena.errors import ConfigError
from arena.games import GAMES, parse_rules
from arena.games.spades.rules import SpadesRules

NAMES = [
    "profile",
    "target",
    "bag_rule",
    "failed_nil_bags",
    "nil_value",
    "blind_nil",
    "minimum_bid",
    "renege",
    "max_deals",
    "seats",
    "length",
]


def test_no_options_are_profile_carry() -> None:
    assert list(SpadesRules.parse({}).to_json().items()) == [
        ("profile", "carry"),
        ("target", 200),
        ("bag_rule", "carry"),
        ("failed_nil_bags", True),
        ("nil_value", 100),
        ("blind_nil", False),
        ("minimum_bid", 0),
        ("renege", "correct"),
        ("max_deals", 60),
        ("seats", 3),
        ("length", "target"),
    ]


@pytest.mark.parametrize(
    ("target", "max_deals"),
    [
        (1, 60),  # never under 60
        (199, 60),
        (200, 60),
        (201, 61),  # in proportion, rounded up
        (300, 90),
        (500, 150),
        (1_000_000, 300_000),
    ],
)
def test_the_cap_grows_with_the_target(target: int, max_deals: int) -> None:
    assert SpadesRules.parse({"target": target}).max_deals == max_deals


def test_an_explicit_cap_stands() -> None:
    assert SpadesRules.parse({"target": 500, "max_deals": 7}).max_deals == 7


@pytest.mark.parametrize(("length", "deals"), [("deals:1", 1), ("deals:1000", 1000)])
def test_a_fixed_length_says_how_many_deals(length: str, deals: int) -> None:
    rules = SpadesRules.parse({"length": length})

    assert rules.deals == rules.max_deals == deals
    assert rules.to_json()["target"] is None
    assert rules.to_json()["max_deals"] is None


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"target": 500},
        {"target": 9, "max_deals": 3},
        {"length": "target"},
        {"length": "deals:8"},
    ],
)
def test_rules_come_back_from_their_json(options: dict[str, object]) -> None:
    rules = SpadesRules.parse(options)

    assert SpadesRules.parse(rules.to_json()) == rules
    assert list(rules.to_json()) == NAMES


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("profile", "reset", "'carry', the only value"),
        ("profile", 1, "'carry', the only value"),
        ("target", 0, "a whole number from 1 to 1000000"),
        ("target", -200, "a whole number from 1 to 1000000"),
        ("target", 1_000_001, "a whole number from 1 to 1000000"),
        ("target", True, "a whole number from 1 to 1000000"),  # a bool is no number
        ("target", 200.0, "a whole number from 1 to 1000000"),
        ("target", "200", "a whole number from 1 to 1000000"),
        ("target", None, "a whole number from 1 to 1000000"),
        ("max_deals", 0, "a whole number from 1 to 1000000"),
        ("max_deals", True, "a whole number from 1 to 1000000"),
        ("bag_rule", "none", "'carry', the only value"),
        ("failed_nil_bags", False, "True, the only value"),
        ("failed_nil_bags", 1, "True, the only value"),  # a number is no bool
        ("nil_value", 50, "100, the only value"),
        ("nil_value", 100.0, "100, the only value"),
        ("blind_nil", True, "False, the only value"),
        ("blind_nil", 0, "False, the only value"),
        ("minimum_bid", 1, "0, the only value"),
        ("minimum_bid", False, "0, the only value"),
        ("renege", "fail-bid", "'correct', the only value"),
        ("seats", 4, "3, the only value"),
        ("length", "deals:0", "'target' or 'deals:N' with N from 1 to 1000"),
        ("length", "deals:1001", "'target' or 'deals:N' with N from 1 to 1000"),
        ("length", "deals:07", "'target' or 'deals:N' with N from 1 to 1000"),
        ("length", "deals:٣", "'target' or 'deals:N' with N from 1 to 1000"),
        ("length", "deals:3\n", "'target' or 'deals:N' with N from 1 to 1000"),
        ("length", 3, "'target' or 'deals:N' with N from 1 to 1000"),
        ("length", ["target"], "'target' or 'deals:N' with N from 1 to 1000"),
    ],
)
def test_a_refusal_says_the_option_what_it_was_and_what_may_be(
    name: str, value: object, allowed: str
) -> None:
    with pytest.raises(ConfigError) as error:
        SpadesRules.parse({name: value})

    text = str(error.value)
    assert text.startswith(f"spades: option {name!r} is {value!r}, but it must be {allowed}")
    assert "\n" not in text


@pytest.mark.parametrize("name", ["target", "max_deals"])
@pytest.mark.parametrize("value", [200, 3, "many"])
def test_a_fixed_length_refuses_what_it_leaves_without_meaning(name: str, value: object) -> None:
    with pytest.raises(ConfigError, match=f"option '{name}' is .* leave one of them out"):
        SpadesRules.parse({"length": "deals:3", name: value})


def test_an_unknown_option_is_met_with_the_nearest_one() -> None:
    with pytest.raises(ConfigError, match=r"no option 'max_deal': did you mean 'max_deals'\?"):
        SpadesRules.parse({"max_deal": 3})


def test_an_option_like_no_other_is_met_with_the_list() -> None:
    with pytest.raises(ConfigError, match="no option 'jokers': the options are profile, target"):
        SpadesRules.parse({"jokers": True})


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(ConfigError) as error:
        SpadesRules.parse({"targt": 1, "max_deals": 0, "seats": 2, "length": ""})

    assert [name in str(error.value) for name in ("'targt'", "'max_deals'", "'seats'", "'length'")]
    assert str(error.value).count(";") == 3


def test_a_refusal_stays_short_whatever_was_typed() -> None:
    with pytest.raises(ConfigError) as error:
        SpadesRules.parse(
            {"profile": "x" * 100_000, "y" * 100_000: 10**10_000, "target": [0] * 9999}
        )

    assert len(str(error.value)) < 700


def test_rules_are_frozen_values() -> None:
    rules = SpadesRules()

    with pytest.raises(FrozenInstanceError):
        rules.target = 1  # type: ignore[misc]  # what is tested
    assert hash(rules) == hash(SpadesRules.parse({}))
    assert rules.game in GAMES


@pytest.mark.parametrize(
    ("game", "hint"),
    [
        ("spade", "did you mean 'spades'?"),
        ("whist", "it may be spades, euchre"),
        ("", "it may be spades, euchre"),
    ],
)
def test_an_unknown_game_is_refused(game: str, hint: str) -> None:
    with pytest.raises(ConfigError) as error:
        parse_rules(game, {})

    assert str(error.value) == f"there is no game {game!r}: {hint}"


def test_a_game_is_found_by_its_name() -> None:
    assert parse_rules("spades", {"target": 500}) == SpadesRules.parse({"target": 500})
