"""Whole matches as text, one state a line, to be read by a card player and reviewed like code.

`pytest tests/games --update` writes them anew; a missing one fails.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from arena.games import GAMES, parse_rules
from arena.games.cards import Seat
from arena.games.game import Action, Bid, Match
from arena.games.spades.match import SpadesMatch
from arena.games.spades.rules import SpadesRules
from arena.games.spades.view import SpadesView
from tests.games.euchre_told import alone, one_of, reluctantly, told_euchre, willingly

FOLDER = Path(__file__).parent / "playthroughs"
Player = Callable[[Match, Random], Action]


def at_random(match: Match, dice: Random) -> Action:
    return one_of(match.legal_actions(), dice)


def as_the_house(match: Match, dice: Random) -> Action:
    return match.house_action()


def boldly(match: Match, dice: Random) -> Action:
    """Bids 4 to 6, plays high: matches that come to their target, with bags on the way."""
    legal = match.legal_actions()
    return one_of(legal[4:7], dice) if isinstance(legal[0], Bid) else legal[-1]


def timidly(match: Match, dice: Random) -> Action:
    """Bids the least that is legal: every trick is one too many."""
    legal = match.legal_actions()
    return legal[0] if isinstance(legal[0], Bid) else one_of(legal, dice)


def blindly(match: Match, dice: Random) -> Action:
    """Bids nil blind where it can, and plays low."""
    legal = match.legal_actions()
    return one_of(legal[3:9], dice) if isinstance(legal[0], Bid) else legal[0]


def carelessly(match: Match, dice: Random) -> Action:
    """Plays any card that it holds, but for what would cost it the match."""
    assert match.seat is not None
    view = match.view(match.seat)
    assert isinstance(view, SpadesView)
    if isinstance(view.legal[0], Bid):
        return one_of(view.legal[2:6], dice)
    tried = one_of(view.hand or view.legal, dice)
    breach = None if tried in view.legal else match.breach(tried)
    if breach is None or breach.is_forfeit:
        return tried if tried in view.legal else one_of(view.legal, dice)
    return breach.action


@dataclass(frozen=True, slots=True)
class Playthrough:
    """How one of the files is made."""

    game: str
    options: Mapping[str, object]
    seed: int
    player: Player


PLAYTHROUGHS = {
    "spades-1": Playthrough("spades", {"length": "deals:1"}, 1, at_random),
    "spades-2": Playthrough("spades", {"length": "deals:2"}, 2, as_the_house),
    "spades-3": Playthrough("spades", {"target": 60}, 3, boldly),
    "spades-cap": Playthrough("spades", {"max_deals": 2, "nil_value": 50}, 4, at_random),
    "spades-reset": Playthrough("spades", {"profile": "reset", "target": 80}, 5, boldly),
    "spades-blind": Playthrough("spades", {"blind_nil": True, "length": "deals:4"}, 6, blindly),
    "spades-renege": Playthrough(
        "spades", {"renege": "fail-bid", "length": "deals:3"}, 7, carelessly
    ),
    "spades-reset-all": Playthrough(
        "spades", {"profile": "reset", "blind_nil": True, "length": "deals:4"}, 8, carelessly
    ),
    "spades-free-bags": Playthrough(
        "spades", {"bag_rule": "none", "failed_nil_bags": False, "length": "deals:3"}, 9, timidly
    ),
    "spades-minimum-bid": Playthrough("spades", {"minimum_bid": 1, "max_deals": 4}, 10, timidly),
    "spades-two": Playthrough("spades", {"seats": 2, "length": "deals:2"}, 11, boldly),
    "spades-four": Playthrough("spades", {"seats": 4, "length": "deals:2"}, 12, boldly),
    "euchre-1": Playthrough("euchre", {"length": "deals:2"}, 1, at_random),
    "euchre-2": Playthrough("euchre", {"length": "deals:1"}, 2, as_the_house),
    "euchre-3": Playthrough("euchre", {}, 3, willingly),
    "euchre-32-cards": Playthrough(
        "euchre", {"deck": 32, "rename_turned_down": True, "length": "deals:2"}, 4, reluctantly
    ),
    "euchre-joker": Playthrough(
        "euchre", {"deck": 25, "stick_the_dealer": True, "max_deals": 3}, 19, reluctantly
    ),
    "euchre-alone": Playthrough(
        "euchre", {"target": 4, "both_alone_lead": "dealer-left", "lone_march": 5}, 6, alone
    ),
    "euchre-alone-2": Playthrough(
        "euchre", {"both_alone_lead": "defender-left", "length": "deals:2"}, 7, alone
    ),
}


def told(name: str) -> Iterator[str]:
    """Yields the lines of a playthrough."""
    play = PLAYTHROUGHS[name]
    rules, dice = parse_rules(play.game, play.options), Random(play.seed)
    match = rules.new_match(Seat(int(dice.random() * rules.seats)))
    yield f"{name}: {play.game}, seed {play.seed}, {play.player.__name__.replace('_', ' ')}"
    yield from (f"  {option}: {value}" for option, value in rules.to_json().items())
    while not match.is_over:
        match.start_deal(sorted(rules.pack, key=lambda _: dice.random()))
        yield ""
        yield from TELLERS[play.game](match, play.player, dice)
    yield f"The match is over: places {list(match.places())}."


def told_spades(match: Match, player: Player, dice: Random) -> Iterator[str]:
    assert isinstance(match, SpadesMatch)
    yield f"Deal {match.deal_number}, dealer {match.dealer}"
    for seat in range(match.rules.seats):
        yield f"  {seat}: {words(match.view(Seat(seat)).hand) or 'not shown before its answer'}"
    while match.seat is not None:
        seat, legal = match.seat, words(match.legal_actions())
        action = player(match, dice)
        match.act(action)
        yield f"{match.decision_number:2} seat {seat} of {legal}: {words([action])}{after(match)}"
    deal = match.deals[-1]
    yield f"taken {list(deal.taken)}, points {list(deal.points)}, penalty {list(deal.bag_penalty)}"
    yield f"scores {list(match.scores)}, bags {list(match.bags)}"


def after(match: SpadesMatch) -> str:
    """Returns what a trick that has just ended has changed."""
    view = match.view(Seat(0))
    if not view.played or len(view.played) % match.rules.seats:
        return ""
    return f" | taken {list(view.taken)}{', broken' if view.broken else ''}"


def words(actions: Sequence[Action]) -> str:
    return " ".join(str(each.tricks) if isinstance(each, Bid) else each.text for each in actions)


TELLERS = {"spades": told_spades, "euchre": told_euchre}


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_is_as_it_was(name: str, *, is_update: bool) -> None:
    path = FOLDER / f"{name}.txt"
    text = "\n".join([*told(name), ""])
    if is_update:
        path.write_text(text, encoding="utf-8")

    assert path.exists(), f"{path.name} is missing: run pytest tests/games --update"
    assert text == path.read_text(encoding="utf-8")


def test_every_game_has_one_and_every_file_is_played() -> None:
    assert {play.game for play in PLAYTHROUGHS.values()} == GAMES.keys()
    assert {path.stem for path in FOLDER.glob("*.txt")} == PLAYTHROUGHS.keys()


def test_every_option_of_spades_is_played_with_another_value_than_its_default() -> None:
    defaults = SpadesRules.parse({}).to_json()
    played = [
        parse_rules("spades", play.options).to_json()
        for play in PLAYTHROUGHS.values()
        if play.game == "spades"
    ]

    for name, value in defaults.items():
        assert {str(value)} < {str(options[name]) for options in played}, name
