from collections.abc import Sequence
from dataclasses import FrozenInstanceError
from itertools import combinations, permutations, product

import pytest

from arena.errors import ConfigError
from arena.games import GAMES, parse_rules
from arena.games.cards import PACK, Seat, format_cards
from arena.games.game import Bid
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


def test_profile_reset_differs_in_three_options() -> None:
    carry = SpadesRules.parse({}).to_json()
    reset = SpadesRules.parse({"profile": "reset"}).to_json()

    assert {name: value for name, value in reset.items() if value != carry[name]} == {
        "profile": "reset",
        "bag_rule": "reset",
        "failed_nil_bags": False,
        "renege": "fail-bid",
    }


@pytest.mark.parametrize("profile", ["carry", "reset"])
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("target", [1, 200, 500, 1_000_000]),
        ("bag_rule", ["carry", "reset", "none"]),
        ("failed_nil_bags", [True, False]),
        ("nil_value", [100, 50]),
        ("blind_nil", [True, False]),
        ("minimum_bid", [0, 1]),
        ("renege", ["correct", "fail-bid"]),
        ("max_deals", [1, 60, 1_000_000]),
        ("seats", [2, 3, 4]),
        ("length", ["target", "deals:1", "deals:1000"]),
    ],
)
def test_every_value_of_an_option_goes_with_either_profile(
    profile: str, name: str, values: Sequence[object]
) -> None:
    for value in values:
        options = SpadesRules.parse({"profile": profile, name: value}).to_json()
        assert options[name] == value
        assert options["profile"] == profile


@pytest.mark.parametrize(
    ("seats", "size", "bids", "missing"),
    [
        (2, 34, 17, "2C 3C 4C 5C 6C 2D 3D 4D 5D 6D 2H 3H 4H 5H 6H 2S 3S 4S"),  # S-D3
        (3, 51, 17, "2C"),  # SP-2
        (4, 52, 13, ""),  # S-D4
    ],
)
def test_the_pack_and_the_bids_go_by_the_seats(
    seats: int, size: int, bids: int, missing: str
) -> None:
    rules = SpadesRules.parse({"seats": seats})
    match = rules.new_match(Seat(0))
    match.start_deal(rules.pack)

    assert len(rules.pack) == size
    assert format_cards(card for card in PACK if card not in rules.pack) == missing
    assert match.legal_actions() == tuple(Bid(tricks) for tricks in range(bids + 1))


@pytest.mark.parametrize("profile", ["carry", "reset"])
def test_blind_nil_is_refused_together_with_a_minimum_bid_of_one(profile: str) -> None:
    with pytest.raises(ConfigError, match="leave 'blind_nil' out or set 'minimum_bid' to 0"):
        SpadesRules.parse({"profile": profile, "blind_nil": True, "minimum_bid": 1})


OTHERS: dict[str, tuple[object, ...]] = {
    "profile": ("reset",),
    "target": (1, 171, 500),
    "bag_rule": ("reset", "none"),
    "failed_nil_bags": (False,),
    "nil_value": (50,),
    "blind_nil": (True,),
    "minimum_bid": (1,),
    "renege": ("fail-bid",),
    "max_deals": (1, 2, 90),
    "seats": (2, 4),
    "length": ("deals:1", "deals:8"),
}
"""Values of each option that are not its default."""

IDLE = {
    *(("length", length, name) for length in OTHERS["length"] for name in ("target", "max_deals")),
    *(("minimum_bid", 1, name) for name in ("nil_value", "failed_nil_bags", "blind_nil")),
    ("length", "deals:1", "blind_nil"),
    ("max_deals", 1, "blind_nil"),
    ("max_deals", 1, "target"),
    ("max_deals", 2, "target", 500),
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
            assert options.items() <= SpadesRules.parse(options).to_json().items()
            continue
        with pytest.raises(ConfigError) as error:
            SpadesRules.parse(options)
        assert repr(one) in str(error.value)
        assert repr(other) in str(error.value)
        assert " out" in str(error.value) or " to " in str(error.value)


NO_NIL = "where 1 is the least bid there is no nil"


@pytest.mark.parametrize(
    ("options", "values", "why", "instead"),
    [
        ("minimum_bid nil_value", (1, 50), NO_NIL, "set 'minimum_bid' to 0"),
        ("minimum_bid failed_nil_bags", (1, False), NO_NIL, "set 'minimum_bid' to 0"),
        (
            "length blind_nil",
            ("deals:1", True),
            "nobody is behind in the first deal",
            "play more deals than one",
        ),
        (
            "max_deals target",
            (2, 500),
            "nobody can come to 500 in 2 deals",
            "set 'length' to 'deals:2'",
        ),
        (
            "max_deals target",
            (1, 20),
            "one deal ends the match whatever its scores",
            "set 'length' to 'deals:1'",
        ),
    ],
)
def test_what_has_no_effect_is_refused_with_what_to_do(
    options: str, values: tuple[object, object], why: str, instead: str
) -> None:
    one, other = options.split()
    with pytest.raises(ConfigError) as error:
        SpadesRules.parse(dict(zip((one, other), values, strict=True)))

    said = " and ".join(repr(each) if each == "deals:1" else str(each).lower() for each in values)
    told = f"spades: options {one!r} and {other!r} are {said}, but {why}: "
    assert str(error.value) == f"{told}leave {other!r} out or {instead}"


def test_the_tricks_of_a_failed_nil_go_by_the_profile() -> None:
    with pytest.raises(ConfigError, match="'failed_nil_bags' are 1 and true, but where 1 is"):
        SpadesRules.parse({"profile": "reset", "minimum_bid": 1, "failed_nil_bags": True})


@pytest.mark.parametrize(
    "options",
    [
        {"minimum_bid": 1, "nil_value": 100, "failed_nil_bags": True, "blind_nil": False},
        {"minimum_bid": 1, "profile": "reset", "failed_nil_bags": False},
        {"max_deals": 1, "target": 200, "blind_nil": False},
        {"max_deals": 3, "target": 510},  # 17 tricks, bid and made, three times
        {"max_deals": 3, "target": 600, "blind_nil": True},
    ],
)
def test_a_default_that_says_what_is_so_anyway_is_taken(options: dict[str, object]) -> None:
    rules = SpadesRules.parse(options)

    assert SpadesRules.parse(rules.to_json()) == rules


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
        {"profile": "reset"},
        {"profile": "reset", "length": "deals:8", "seats": 2},
        {"bag_rule": "none", "failed_nil_bags": False, "nil_value": 50, "blind_nil": True},
        {"profile": "reset", "renege": "correct", "minimum_bid": 1, "seats": 4},
    ],
)
def test_rules_come_back_from_their_json(options: dict[str, object]) -> None:
    rules = SpadesRules.parse(options)

    assert SpadesRules.parse(rules.to_json()) == rules
    assert list(rules.to_json()) == NAMES


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("profile", "house", "'carry' or 'reset'"),
        ("profile", 1, "'carry' or 'reset'"),
        ("profile", None, "'carry' or 'reset'"),
        ("profile", ["carry"], "'carry' or 'reset'"),
        ("target", 0, "a whole number from 1 to 1000000"),
        ("target", -200, "a whole number from 1 to 1000000"),
        ("target", 1_000_001, "a whole number from 1 to 1000000"),
        ("target", True, "a whole number from 1 to 1000000"),  # a bool is no number
        ("target", 200.0, "a whole number from 1 to 1000000"),
        ("target", "200", "a whole number from 1 to 1000000"),
        ("target", None, "a whole number from 1 to 1000000"),
        ("max_deals", 0, "a whole number from 1 to 1000000"),
        ("max_deals", True, "a whole number from 1 to 1000000"),
        ("bag_rule", "double", "'carry', 'reset' or 'none'"),
        ("bag_rule", None, "'carry', 'reset' or 'none'"),
        ("failed_nil_bags", "no", "true or false"),
        ("failed_nil_bags", 1, "true or false"),  # a number is no bool
        ("nil_value", 75, "100 or 50"),
        ("nil_value", 100.0, "100 or 50"),
        ("blind_nil", "yes", "true or false"),
        ("blind_nil", 0, "true or false"),
        ("minimum_bid", 2, "0 or 1"),
        ("minimum_bid", -1, "0 or 1"),
        ("minimum_bid", False, "0 or 1"),
        ("renege", "fail_bid", "'correct' or 'fail-bid'"),
        ("renege", True, "'correct' or 'fail-bid'"),
        ("seats", 1, "2, 3 or 4"),
        ("seats", 5, "2, 3 or 4"),
        ("seats", "3", "2, 3 or 4"),
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
        SpadesRules.parse(
            {"targt": 1, "max_deals": 0, "seats": 1, "length": "", "blind_nil": True}
            | {"minimum_bid": 1}
        )

    told = ("'targt'", "'max_deals'", "'seats'", "'length'", "'blind_nil'")
    assert all(name in str(error.value) for name in told)
    assert str(error.value).count(";") == 4


def test_a_refusal_stays_short_whatever_was_typed() -> None:
    with pytest.raises(ConfigError) as error:
        SpadesRules.parse(
            {
                "profile": "x" * 100_000,
                "seats": 10**9999,
                "nil_value": [10**9999],
                "y" * 100_000: 10**10_000,
                "target": [0] * 9999,
            }
        )

    assert len(str(error.value)) < 800


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
