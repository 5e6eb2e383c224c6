"""The JSON Schema of an export holds every line of every kind, and little else."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator

from arena.deals import Dice
from arena.games import GAMES, parse_rules
from arena.games.cards import Seat
from arena.games.game import Json
from arena.verify.schema import of_game, schema_of_lines
from tests.printed import Printed
from tests.verifying import export_of, make

OPTIONS: list[tuple[str, Json]] = [
    ("spades", {"profile": "carry", "target": 60}),
    ("spades", {"profile": "reset", "length": "deals:3"}),
    ("spades", {"seats": 2, "length": "deals:4", "minimum_bid": 1}),
    ("spades", {"seats": 4, "length": "deals:4", "bag_rule": "none", "nil_value": 50}),
    ("spades", {"blind_nil": True, "length": "deals:12", "renege": "fail-bid"}),
    ("euchre", {"target": 5}),
    ("euchre", {"deck": 32, "stick_the_dealer": True, "length": "deals:9"}),
    ("euchre", {"deck": 25, "length": "deals:20", "both_alone_lead": "dealer-left"}),
]


@pytest.fixture(scope="module")
def validator() -> Draft202012Validator:
    return Draft202012Validator(schema_of_lines())


@pytest.fixture(scope="module", params=("spades", "euchre"))
def lines(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> list[dict[str, object]]:
    directory = tmp_path_factory.mktemp("schema") / "league"
    return [json.loads(line) for line in export_of(make(directory, request.param)).splitlines()]


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema_of_lines())


@pytest.mark.parametrize("game", ["spades", "euchre"])
def test_a_game_says_what_its_rules_and_deals_are(game: str) -> None:
    assert of_game(game).keys() == {"rules", "deal"}
    assert game in GAMES


def test_every_line_of_every_kind_is_held(
    lines: list[dict[str, object]], validator: Draft202012Validator
) -> None:
    assert {line["format"] for line in lines} == {
        *("arena-league/1", "arena-meeting/1", "arena-record/1"),
        *("arena-standings/1", "arena-end/1"),
    }
    for line in lines:
        assert [error.message for error in validator.iter_errors(line)] == []


def test_a_line_with_anything_more_or_less_is_not(
    lines: list[dict[str, object]], validator: Draft202012Validator
) -> None:
    for line in lines:
        assert not validator.is_valid({**line, "more": 1})
        for name in line.keys() - {"withdrawn"}:  # which earlier arenas did not write
            assert not validator.is_valid({key: line[key] for key in line if key != name})


@pytest.mark.parametrize(("game", "options"), OPTIONS)
@pytest.mark.parametrize("seed", range(6))
def test_every_deal_under_every_option_is_held(game: str, options: Json, seed: int) -> None:
    rules = parse_rules(game, options)
    parts = of_game(game)
    deal, whole = (Draft202012Validator(parts[name]) for name in ("deal", "rules"))

    assert whole.is_valid(json.loads(json.dumps(rules.to_json())))
    for played in deals_of(game, options, seed):
        assert [error.message for error in deal.iter_errors(played)] == []
        for name in played:
            rest = {key: played[key] for key in played if key != name}
            assert name in ("blind", "reneges") or not deal.is_valid(rest)
        assert not deal.is_valid({**played, "more": 1})


def deals_of(game: str, options: Json, seed: int) -> Iterator[Json]:
    """Yields the deals of a match of random answers, as they stand in an export."""
    rules = parse_rules(game, options)
    dice, cards = Random(seed), Dice(bytes([seed]) * 32, "test")
    match = rules.new_match(Seat(0))
    while not match.is_over:
        if match.seat is None:
            match.start_deal(cards.deal("m1", 1, match.deal_number + 1, rules.pack))
        else:
            match.act(dice.choice(match.legal_actions()))
    for deal in match.deals:
        yield json.loads(json.dumps(deal.to_json()))


def test_the_command_prints_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No league is needed for it."""
    printed = Printed(capsys, "export", "--schema", "--league", tmp_path / "none").text

    assert json.loads(printed) == json.loads(json.dumps(schema_of_lines()))
