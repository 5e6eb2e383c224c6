"""Euchre at the border: views go out whole, and whatever comes in is a value or a sentence."""

from collections.abc import Mapping
from random import Random

import pytest
from google.protobuf import json_format

from arena import wire
from arena.clock import Clock
from arena.games import parse_rules
from arena.games.cards import JOKER, PACK, Card, Seat, Suit, parse_cards
from arena.games.euchre.actions import AnyFive, Call, Keep, keep
from arena.games.euchre.view import Due, EuchreView, Upcard
from arena.games.game import Action
from arena.record import Verdict
from arena.table import REFUSALS, Setup, Table
from arena.v1 import arena_pb2, cards_pb2, euchre_pb2
from tests.games.euchre_playing import OPTIONS

Request = arena_pb2.PlayRequest
CARDS = {card.number: card for card in (*PACK, JOKER)}
CALLS = dict(enumerate(Call, start=1))


def new_table(options: Mapping[str, object], seed: int = 1) -> Table:
    rules = parse_rules("euchre", {"length": "deals:6", **options})
    return Table(
        Setup(
            rules=rules,
            first_dealer=Seat(2),
            shuffled_pack=lambda number: Random(f"{seed} {number}").sample(
                list(rules.pack), len(rules.pack)
            ),
            seeds=(10, 11, 12),
            bank=1.0,
        )
    )


def sent(table: Table) -> euchre_pb2.EuchreView:
    assert table.seat is not None
    turn = wire.turn_to_message(7, 0.25, [(3, table, table.seat)], []).turn
    (decision,) = turn.decisions
    assert decision.WhichOneof("view") == "euchre"
    return decision.euchre


def cards(numbers: "object") -> tuple[Card, ...]:
    return tuple(CARDS[number] for number in numbers)  # type: ignore[attr-defined]  # a field


def suit(number: int) -> Suit | None:
    return None if number == cards_pb2.SUIT_UNSPECIFIED else Suit(number)


def seat_of(number: int) -> Seat | None:
    return None if number == cards_pb2.SEAT_UNSPECIFIED else Seat(number - 1)


def decoded(view: euchre_pb2.EuchreView) -> EuchreView:
    """Returns the view that a message carries, from its numbers alone."""
    alone = {True: Call.ALONE, False: Call.NOT_ALONE}
    out = [number for number, seat in enumerate(view.seats) if seat.sits_out]
    legal: list[Action] = [*cards(view.legal_cards), *(CALLS[n] for n in view.legal_calls)]
    return EuchreView(
        seat=Seat(view.seat - 1),
        dealer=Seat(view.dealer - 1),
        deal_number=view.deal,
        deals_played=view.deals_played,
        redeals=view.redeals,
        due=Due(view.due),
        hand=cards(view.hand),
        upcard=CARDS[view.upcard],
        upcard_suit=suit(view.upcard_suit),
        upcard_state=Upcard(view.upcard_state),
        calls=tuple(CALLS[number] for number in view.calls),
        maker=seat_of(view.maker),
        trump=suit(view.trump),
        alone=tuple(alone[s.alone] if s.HasField("alone") else None for s in view.seats),
        sitting_out=Seat(out[0]) if out else None,
        dummy=cards(view.dummy),
        put_down=CARDS[view.put_down] if view.put_down else None,
        left_out=cards(view.left_out),
        taken=tuple(seat.taken for seat in view.seats),
        scores=tuple(seat.score for seat in view.seats),
        played=cards(view.played),
        leaders=tuple(Seat(leader - 1) for leader in view.leaders),
        legal=AnyFive(cards([*view.hand, *view.dummy])) if view.dummy else tuple(legal),
    )


def encoded(action: Action) -> euchre_pb2.EuchreAnswer:
    if isinstance(action, Card):
        return euchre_pb2.EuchreAnswer(card=action.number)  # type: ignore[arg-type]  # the enum's value
    if isinstance(action, Keep):
        numbers = [card.number for card in action.cards][::-1]  # in any order
        return euchre_pb2.EuchreAnswer(kept=euchre_pb2.EuchreKept(cards=numbers))  # type: ignore[arg-type]  # as above
    assert isinstance(action, Call)
    return euchre_pb2.EuchreAnswer(call=[*Call].index(action) + 1)  # type: ignore[arg-type]  # as above


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_view_goes_out_whole_and_every_answer_comes_in(
    options: Mapping[str, object],
) -> None:
    dice, asked = Random(1), set[Due]()
    for seed in range(12):
        table = new_table(options, seed)
        while not table.is_over:
            assert table.seat is not None
            view = table.view(table.seat)
            assert isinstance(view, EuchreView)
            message = sent(table)
            assert decoded(message) == view
            for numbers in (message.hand, message.legal_calls, message.legal_cards):
                assert [*numbers] == sorted(numbers)
            asked.add(view.due)
            action = dice.choice(view.legal)
            move = arena_pb2.Move(match=3, euchre=encoded(action))
            moves = arena_pb2.Moves(turn=7, moves=[move])
            answers = wire.parse_answer(Request(moves=moves), 7, {3}, "euchre")
            assert answers == {3: action}
            assert table.answer(action) is None

    assert asked >= {Due.CALL, Due.SWAP, Due.ALONE, Due.KEEP, Due.CARD}
    assert (Due.JOKER_SUIT in asked) is (options.get("deck") == 25)


def table_that_asks_for_five() -> Table:
    """Returns a table whose maker has to choose five of ten; nobody is alone."""
    table = new_table({})
    for call in (Call.ORDER_UP, Call.DECLINE, *[Call.NOT_ALONE] * 3):
        assert table.answer(call) is None
    assert sent(table).due == euchre_pb2.EUCHRE_DUE_KEEP
    return table


def test_five_kept_cards_are_not_listed_one_way_after_the_other() -> None:
    table = table_that_asks_for_five()

    assert sent(table).ByteSize() < 200


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({}, "the answer for match 3 is not set, expected a call, a card or cards kept"),
        ({"card": 0}, "a card for match 3 was 0, expected the number of a card, 1 to 53"),
        ({"card": 54}, "a card for match 3 was 54, expected the number of a card, 1 to 53"),
        ({"card": -1}, "a card for match 3 was -1, expected the number of a card, 1 to 53"),
        ({"call": 0}, "the call for match 3 was 0, expected the number of a call, 1 to 9"),
        ({"call": 10}, "the call for match 3 was 10, expected the number of a call, 1 to 9"),
        ({"kept": {"cards": [1, 99]}}, "a card for match 3 was 99, expected the number of a card"),
        ({"kept": {"cards": [1] * 54}}, "the cards kept for match 3 were 54, expected 5"),
    ],
)
def test_what_says_nothing_breaks_the_protocol(answer: dict[str, object], words: str) -> None:
    message = {"moves": {"turn": 7, "moves": [{"match": 3, "euchre": answer}]}}

    with pytest.raises(wire.MessageError) as error:
        wire.parse_answer(json_format.ParseDict(message, Request()), 7, {3}, "euchre")
    assert str(error.value).startswith(words)


def test_an_answer_of_spades_breaks_the_protocol() -> None:
    message = {"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"bid": 3}}]}}

    with pytest.raises(wire.MessageError, match="was spades, expected euchre"):
        wire.parse_answer(json_format.ParseDict(message, Request()), 7, {3}, "euchre")


@pytest.mark.parametrize(
    ("answer", "action"),
    [
        ({"card": 53}, JOKER),
        ({"call": "EUCHRE_CALL_ORDER_UP"}, Call.ORDER_UP),
        ({"call": "EUCHRE_CALL_NOT_ALONE"}, Call.NOT_ALONE),
        ({"kept": {"cards": []}}, keep([])),  # well-formed: the rules refuse it
        ({"kept": {"cards": ["CARD_AS", "CARD_9C"]}}, keep(parse_cards("9C AS"))),
    ],
)
def test_what_can_be_read_is_a_value_legal_or_not(
    answer: dict[str, object], action: Action
) -> None:
    message = {"moves": {"turn": 7, "moves": [{"match": 3, "euchre": answer}]}}

    parsed = wire.parse_answer(json_format.ParseDict(message, Request()), 7, {3}, "euchre")

    assert parsed == {3: action}


def test_a_refusal_says_what_may_be_answered_in_one_line() -> None:
    table = table_that_asks_for_five()
    reason = table.answer(keep(parse_cards("9C TC")))

    assert reason is not None
    assert reason.startswith("keep 9C TC is not legal here, expected to keep any five of ")
    assert len(reason) < 120


def test_who_sits_out_and_who_was_replaced_stands_with_the_seats() -> None:
    table = new_table({})
    table.forfeit(Seat(1), Verdict.CRASHED)

    assert [seat.replaced for seat in sent(table).seats] == [False, True, False]


@pytest.mark.parametrize(
    ("options", "deals"),
    [({"target": 15, "deck": 32, "lone_march": 5}, None), ({"length": "deals:8"}, 8)],
)
def test_a_welcome_holds_every_option(options: dict[str, object], deals: int | None) -> None:
    rules = parse_rules("euchre", options)

    welcome = wire.welcome_to_message(rules, Clock(0.1, 10.0), tables=8).welcome

    sent_rules = welcome.euchre
    told = json_format.MessageToDict(
        sent_rules, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    expected = {name: value for name, value in rules.to_json().items() if value is not None}
    expected.pop("length")
    assert told == expected | ({"deals": deals} if deals else {})
    assert welcome.game == "euchre"
    assert welcome.limits.refusals == REFUSALS
