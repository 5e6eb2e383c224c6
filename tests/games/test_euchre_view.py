"""What each seat may see: what is hidden from it is dealt anew, and its view does not change."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest

from arena.games.cards import Card, Seat
from arena.games.euchre.actions import Keep, keep
from arena.games.euchre.match import EuchreMatch
from arena.games.euchre.rules import EuchreRules
from arena.games.euchre.view import Due, EuchreView
from arena.games.game import Action
from tests.games.euchre_playing import OPTIONS, at_random, new_deal, say

TRIES = 60
"""New deals that are tried for a view: the play so far has to be possible with them."""


def known(view: EuchreView, dealer: Seat, maker: Seat | None) -> set[Card]:
    """Returns the cards whose place the seat knows; E-I1 written out, not asked of the view."""
    cards = {*view.hand, *view.played}
    if view.upcard is not None:
        cards.add(view.upcard)
    if view.seat == dealer and view.put_down is not None:
        cards.add(view.put_down)
    if view.seat == maker:
        cards |= {*view.dummy, *view.left_out}
    return cards


def resampled(
    pack: Sequence[Card], seen: set[Card], actions: Sequence[Action], dice: Random
) -> tuple[list[Card], list[Action]]:
    """Returns the pack and the actions with all hidden cards dealt anew among themselves."""
    hidden = [card for card in pack if card not in seen]
    change = dict(zip(hidden, dice.sample(hidden, len(hidden)), strict=True))
    return [change.get(card, card) for card in pack], [_changed(each, change) for each in actions]


def _changed(action: Action, change: Mapping[Card, Card]) -> Action:
    if isinstance(action, Card):  # what was put down face down changes with the hand
        return change.get(action, action)
    if isinstance(action, Keep):
        return keep([change.get(card, card) for card in action.cards])
    return action


def replayed(rules: EuchreRules, pack: Sequence[Card], actions: Sequence[Action]) -> EuchreMatch:
    match = rules.new_match(Seat(0))
    match.start_deal(pack)
    for action in actions:
        match.act(action)
    return match


def positions(
    rules: EuchreRules, dice: Random, deals: int
) -> Iterator[tuple[Sequence[Card], Sequence[Action], EuchreMatch]]:
    """Yields every position of some deals, with the pack and the actions that led to it."""
    for _ in range(deals):
        pack = dice.sample(list(rules.pack), len(rules.pack))
        match, actions = replayed(rules, pack, []), list[Action]()
        while match.seat is not None:
            yield pack, actions, match
            actions.append(at_random(dice)(match))
            match.act(actions[-1])


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_view_does_not_change_with_what_is_hidden(options: Mapping[str, object]) -> None:
    """For every seat, whether or not it has its turn, and for every kind of decision."""
    rules, dice = EuchreRules.parse(options), Random(11)
    same: dict[Due, int] = dict.fromkeys(Due, 0)
    for pack, actions, match in positions(rules, dice, deals=40):
        for seat in map(Seat, range(3)):
            view = match.view(seat)
            seen = known(view, match.dealer, match.maker)
            for _ in range(TRIES):
                other_pack, other_actions = resampled(pack, seen, actions, dice)
                if other_pack == pack:
                    continue
                try:
                    other = replayed(rules, other_pack, other_actions)
                except ValueError:  # a card that could not be played is no other deal of this play
                    continue
                assert other.view(seat) == view
                same[match.due] += 1
                break

    asked = set(Due) - {Due.NOTHING}
    asked -= {Due.JOKER_SUIT} if rules.deck != 25 else set()
    assert all(same[due] > 3 for due in asked), same
    assert same[Due.CARD] > 500


@pytest.mark.parametrize("seat", range(3))
def test_only_a_maker_who_is_not_alone_sees_the_dummy_and_what_he_leaves_out(seat: int) -> None:
    match = new_deal(["", "9C TC QC KC AC", ""], dummy="9D TD QD KD AD", upcard="9H")
    say(match, "order", "decline", "not alone", "not alone", "not alone")
    before = match.view(Seat(seat))
    match.act(keep(before.hand if seat == 1 else match.view(Seat(1)).hand))
    after = match.view(Seat(seat))

    dummy = {card.text for card in before.dummy}
    assert dummy == ({"9D", "TD", "QD", "KD", "AD"} if seat == 1 else set())
    assert after.dummy == ()
    assert {card.text for card in after.left_out} == dummy


def test_the_cards_of_a_seat_that_sits_out_stay_hidden_from_its_partner_too() -> None:
    match = new_deal(["", "", "9C TC QC KC AC"], upcard="9H", dealer=1)
    say(match, "pass", "order", "decline", "not alone", "not alone", "alone")
    hidden = {card.text for card in match.view(Seat(2)).hand}

    assert match.view(Seat(0)).sitting_out == 2
    for seat in (0, 1):
        shown = repr(match.view(Seat(seat))._replace(legal=()))
        assert not [card for card in hidden if card in shown]


def test_a_view_is_complete_for_a_bot_without_memory() -> None:
    """Every public thing of the deal stands in each view, in the order in which it came."""
    match = new_deal(["9C TC QC KC AC", "", ""], upcard="9H")
    say(match, "pass", "order")
    match.act(match.legal_actions()[0])
    say(match, "alone", "not alone", "alone")
    played = []
    for _ in range(5):
        played.append(match.legal_actions()[0])
        match.act(played[-1])

    for seat in map(Seat, range(3)):
        view = match.view(seat)
        assert [call.text for call in view.calls] == ["pass", "order up"]
        assert (view.dealer, view.maker, view.sitting_out) == (0, 2, 1)
        assert [said.text if said else None for said in view.alone] == [
            "alone",
            "not alone",
            "alone",
        ]
        assert list(view.played) == played
        assert len(view.leaders) == 3
        assert sum(view.taken) == 2
