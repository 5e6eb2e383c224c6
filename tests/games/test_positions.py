"""What makes decisions hard, for every game: all of it comes about, and is told in its words."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.checking.positions import Positions, hard_positions
from arena.games.cards import Card
from arena.games.game import Rules
from tests.games.test_contract import PARSERS, SUBJECTS, Known
from tests.test_docs import anchors

RULES = Path(__file__).parents[2] / "docs" / "rules"
OFTEN = 10
pytestmark = pytest.mark.usefixtures("third_game")
FEW_DEALS: Mapping[str, Mapping[str, object]] = {
    "spades": {"length": "deals:2", "blind_nil": True},
    "euchre": {"length": "deals:1"},
}
"""Options under which hardly anything can be behind anybody."""
CASES = [
    pytest.param(PARSERS[name](options), subject.known, id=f"{name}-{number}")
    for name, subject in SUBJECTS.items()
    for number, options in enumerate([*subject.options, FEW_DEALS.get(name, {})])
]
every_game = pytest.mark.parametrize(("rules", "known"), CASES)
all_rules = pytest.mark.parametrize("rules", [case.values[0] for case in CASES])


COUNT = 400
FOUND: dict[tuple[str, str], Positions] = {}


def positions(rules: Rules) -> Positions:
    """Returns what a bot is asked under `rules`, worked out once."""
    key = (rules.game, json.dumps(rules.to_json()))
    if key not in FOUND:
        FOUND[key] = hard_positions(rules, COUNT)
    return FOUND[key]


@all_rules
def test_every_trait_comes_about_many_times(rules: Rules) -> None:
    found = positions(rules)

    rare = {trait: count for trait, count in found.counts.items() if count < OFTEN}
    assert not rare
    assert len(found.chosen) == len({id(position) for position in found.chosen}) == COUNT
    assert all(position.traits for position in found.chosen)
    assert found.decisions > 0


@every_game
def test_a_position_tells_what_its_seat_may_know(rules: Rules, known: Known) -> None:
    for position in positions(rules).chosen[:100]:
        view = position.view
        told = [piece for line in rules.position(view) for piece in line.words]

        assert {piece for piece in told if isinstance(piece, Card)} <= known(view)
        assert all(line.words for line in rules.position(view))


@all_rules
def test_what_is_asked_is_the_same_each_time(rules: Rules) -> None:
    once, again = positions(rules), hard_positions(rules, COUNT)

    assert [each.view for each in once.chosen] == [each.view for each in again.chosen]


@all_rules
def test_every_illegal_answer_breaks_a_rule_of_the_page(rules: Rules) -> None:
    page = RULES / f"{rules.game}.md"
    found = positions(rules)
    cited = set()
    for position in found.chosen[:100]:
        view = position.view
        wrong = [answer for answer in found.answers if answer not in view.legal]
        cited |= {rules.rule_against(view, answer) for answer in wrong}

    assert all(rule.words for rule in cited)
    assert cited
    if page.exists():  # the third game's rules are in its code
        assert {rule.number.lower() for rule in cited} <= anchors(page)
