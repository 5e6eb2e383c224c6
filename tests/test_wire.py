"""The border: views go out whole, and whatever comes in is a value or a sentence."""

from contextlib import suppress

import pytest
from google.protobuf import json_format
from google.protobuf.message import DecodeError
from hypothesis import given
from hypothesis import strategies as st

from arena import wire
from arena.clock import Clock
from arena.games import parse_rules
from arena.games.cards import PACK, Card, Seat, Suit
from arena.games.game import Bid
from arena.games.spades.blind import Blind, BlindNil
from arena.games.spades.view import SpadesView
from arena.record import Verdict
from arena.table import REFUSALS, Notice, NoticeKind, Table
from arena.v1 import arena_pb2, cards_pb2
from tests.test_table import new_table, play_on

Request = arena_pb2.PlayRequest


def request(text: str) -> Request:
    return json_format.Parse(text, Request())


def turn_of(table: Table, notices: list[tuple[int, Notice]] | None = None) -> arena_pb2.Turn:
    assert table.seat is not None
    return wire.turn_to_message(7, 0.25, [(3, table, table.seat)], notices or []).turn


def test_the_number_of_a_card_is_its_enum_value() -> None:
    for card in PACK:
        assert cards_pb2.Card.Value(f"CARD_{card.text}") == card.number
        assert list(Suit)[(card.number - 1) // 13] is card.suit
        assert (card.number - 1) % 13 + 2 == card.rank
    assert len(cards_pb2.Card.values()) == 1 + 52 + 1  # unspecified, the pack, the joker


_BLIND = {1: Blind.CLOSED, 2: Blind.OPEN, 3: Blind.DECLINED, 4: Blind.TAKEN}


def decoded(message: arena_pb2.Decision, *, has_reneges: bool = False) -> SpadesView:
    """Returns the view that a decision's message carries."""
    view = message.spades
    answers = (BlindNil.YES, BlindNil.NO) if view.asks_blind_nil else ()
    cards = {card.number: card for card in PACK}
    legal_bids = tuple(Bid(tricks) for tricks in view.legal_bids)
    return SpadesView(
        seat=Seat(view.seat - 1),
        dealer=Seat(view.dealer - 1),
        deal_number=view.deal,
        hand=tuple(cards[number] for number in view.hand),
        bids=tuple(seat.bid if seat.HasField("bid") else None for seat in view.seats),
        taken=tuple(seat.taken for seat in view.seats),
        scores=tuple(seat.score for seat in view.seats),
        bags=tuple(seat.bags for seat in view.seats),
        played=tuple(cards[number] for number in view.played),
        leaders=tuple(Seat(leader - 1) for leader in view.leaders),
        broken=view.broken,
        legal=answers or legal_bids or tuple(cards[number] for number in view.legal_cards),
        blind=tuple(_BLIND[seat.blind_nil] for seat in view.seats if seat.blind_nil),
        reneged=tuple(seat.reneged for seat in view.seats) if has_reneges else (),
        reneges=tuple(seat.reneges for seat in view.seats) if has_reneges else (),
    )


def test_every_view_of_a_match_goes_out_whole() -> None:
    table = new_table(length="deals:3")
    seen = 0
    while not table.is_over:
        assert table.seat is not None
        (decision,) = turn_of(table).decisions
        assert decoded(decision) == table.view(table.seat)
        assert decision.seed == table.seed(table.seat)
        play_on(table, 1)
        seen += 1

    assert seen == 3 * 54


def test_a_turn_carries_its_budget_its_banks_and_who_was_replaced() -> None:
    table = new_table(bank=1.5)
    table.forfeit(Seat(1), Verdict.CRASHED)
    table.charge(Seat(0), 0.25)
    turn = turn_of(table)

    assert turn.number == 7
    assert turn.budget.ToMilliseconds() == 250
    (decision,) = turn.decisions
    assert decision.match == 3
    assert decision.bank.ToMilliseconds() == 1250
    assert [seat.replaced for seat in decision.spades.seats] == [False, True, False]


def test_a_refused_answer_comes_back_with_its_reason() -> None:
    table = new_table()
    table.answer(Bid(18))

    assert turn_of(table).decisions[0].refusal.startswith("bid 18 is not legal")


def test_notices_tell_scores_and_places_and_no_hands() -> None:
    notices = [
        (3, Notice(NoticeKind.SEAT_REPLACED, 2, Seat(2))),
        (4, Notice(NoticeKind.MATCH_OVER, 9, None, (210, -40, 3), (1, 3, 2))),
        (5, Notice(NoticeKind.MATCH_OVER, 9, None, (0, 0, 0), (None, None, None))),
    ]
    sent = turn_of(new_table(), notices).notices

    assert sent[0].seat == cards_pb2.SEAT_3
    assert (list(sent[1].scores), list(sent[1].places)) == ([210, -40, 3], [1, 3, 2])
    assert list(sent[2].places) == []  # none were awarded
    fields = set(arena_pb2.Notice.DESCRIPTOR.fields_by_name)
    assert fields == {"match", "kind", "deal", "seat", "scores", "places"}


@pytest.mark.parametrize(
    ("options", "deals"),
    [
        ({"target": 500}, None),
        ({"length": "deals:8"}, 8),
        ({"profile": "reset", "seats": 4, "blind_nil": True}, None),
        ({"bag_rule": "none", "nil_value": 50, "seats": 2}, None),
    ],
)
def test_a_welcome_holds_the_rules_the_clock_and_the_limits(
    options: dict[str, object], deals: int | None
) -> None:
    rules = parse_rules("spades", options)
    welcome = wire.welcome_to_message(rules, Clock(per_decision=0.05, bank=2.5), 32).welcome

    assert welcome.game == "spades"
    sent = json_format.MessageToDict(
        welcome.spades, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    expected = dict(rules.to_json())
    assert sent.pop("deals", None) == deals
    assert expected.pop("length") == (f"deals:{deals}" if deals else "target")
    assert sent == {name: value for name, value in expected.items() if value is not None}
    assert welcome.clock.per_decision.ToMilliseconds() == 50
    assert welcome.clock.bank.ToMilliseconds() == 2500
    assert welcome.limits.refusals == REFUSALS


@pytest.mark.parametrize(
    ("hello", "words"),
    [
        ("{}", "the first message was empty, expected hello"),
        ('{"moves": {}}', "the first message was moves, expected hello"),
        ('{"hello": {}}', "hello.protocol was '', expected 'arena.v1'"),
        ('{"hello": {"protocol": "arena.v2"}}', "hello.protocol was 'arena.v2'"),
        ('{"hello": {"protocol": "arena.v1"}}', "hello.games was nothing, expected it to hold"),
        (
            '{"hello": {"protocol": "arena.v1", "games": ["euchre", "go\\n"]}}',
            "hello.games was 'euchre', 'go�', expected it to hold 'spades'",
        ),
        (
            '{"hello": {"protocol": "arena.v1", "games": ["spades"], "tables": 0}}',
            "hello.tables was 0, expected 1 to 1024",
        ),
        (
            '{"hello": {"protocol": "arena.v1", "games": ["spades"], "tables": 1025}}',
            "hello.tables was 1025, expected 1 to 1024",
        ),
    ],
)
def test_a_wrong_hello_is_told_what_was_expected(hello: str, words: str) -> None:
    with pytest.raises(wire.MessageError) as caught:
        wire.parse_hello(request(hello), "spades")

    assert str(caught.value).startswith(words)


def test_a_right_hello_says_how_many_tables() -> None:
    hello = '{"hello": {"protocol": "arena.v1", "games": ["spades"], "client": "a\\u202eb"}}'

    assert wire.parse_hello(request(hello), "spades") == wire.Greeting(1, "a�b")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("{}", "the answer to turn 7 was empty, expected moves or bye"),
        ('{"hello": {}}', "the answer to turn 7 was hello, expected moves or bye"),
        ('{"moves": {"turn": 6}}', "moves.turn was 6, expected 7"),  # late, or too early
        ('{"moves": {"turn": 7}}', "moves of turn 7 leave match 3 without an answer"),
        (
            '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"bid": 1}}]}}',
            "moves of turn 7 leave match 4 without an answer",
        ),
        (
            '{"moves": {"turn": 7, "moves": [{"match": 9, "spades": {"bid": 1}}]}}',
            "moves of turn 7 answer match 9, which was not asked",
        ),
        (
            (
                '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"bid": 1}},'
                '{"match": 3, "spades": {"bid": 2}}]}}'
            ),
            "moves of turn 7 answer match 3 twice",
        ),
        ('{"moves": {"turn": 7, "moves": [{"match": 3}]}}', "the answer for match 3 is not set"),
        (
            '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {}}]}}',
            "the answer for match 3 is not set, expected a bid, a card or blind_nil",
        ),
        (
            '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"card": 0}}]}}',
            "the card for match 3 was 0, expected the number of a card of the pack, 1 to 52",
        ),
        (
            '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"card": 99}}]}}',
            "the card for match 3 was 99",  # an unknown enum value
        ),
        (
            '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"card": "CARD_JOKER"}}]}}',
            "the card for match 3 was 53",  # known, but in no pack of this game
        ),
        (
            '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"card": -1}}]}}',
            "the card for match 3 was -1",
        ),
    ],
)
def test_a_wrong_answer_is_told_what_was_expected(answer: str, words: str) -> None:
    with pytest.raises(wire.MessageError) as caught:
        wire.parse_answer(request(answer), 7, {3: None, 4: None}, "spades")

    assert str(caught.value).startswith(words)


def test_answers_come_in_any_order() -> None:
    answer = request(
        '{"moves": {"turn": 7, "moves": [{"match": 4, "spades": {"card": "CARD_TH"}},'
        '{"match": 3, "spades": {"bid": 0}}]}}'
    )

    assert wire.parse_answer(answer, 7, {3, 4}, "spades") == {4: Card.parse("TH"), 3: Bid(0)}


def test_a_bid_that_no_rules_allow_is_illegal_and_no_fault_of_protocol() -> None:
    answer = request(
        '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"bid": 4294967295}}]}}'
    )

    assert wire.parse_answer(answer, 7, {3}, "spades") == {3: Bid(4294967295)}


def test_a_farewell_is_taken_at_any_time() -> None:
    bye = request('{"bye": {"reason": "tired\\n\\u001b[2J"}}')

    assert wire.parse_answer(bye, 7, {3}, "spades") == wire.Farewell("tired��[2J")
    assert wire.parse_unasked(bye) == wire.Farewell("tired��[2J")
    with pytest.raises(wire.MessageError, match="hello came when no turn was outstanding"):
        wire.parse_unasked(request('{"hello": {}}'))


@given(st.binary(max_size=200))
def test_no_bytes_raise_anything_but_a_message_error(garbage: bytes) -> None:
    try:
        message = Request.FromString(garbage)
    except DecodeError:
        return
    for parse in (
        lambda: wire.parse_hello(message, "spades"),
        lambda: wire.parse_answer(message, 7, {3}, "spades"),
        lambda: wire.parse_unasked(message),
    ):
        with suppress(wire.MessageError):
            parse()


def test_long_words_of_a_bot_are_cut() -> None:
    hello = Request(hello=arena_pb2.Hello(protocol="x" * 5000))

    with pytest.raises(wire.MessageError) as caught:
        wire.parse_hello(hello, "spades")
    assert len(str(caught.value)) < 300


def test_a_goodbye_says_why() -> None:
    notice = (3, Notice(NoticeKind.MATCH_ANNULLED, 2))
    goodbye = wire.goodbye_to_message(wire.Reason.PROTOCOL, "too early", [notice]).goodbye

    assert goodbye.reason == arena_pb2.Goodbye.REASON_PROTOCOL
    assert goodbye.text == "too early"
    assert goodbye.notices[0].kind == arena_pb2.Notice.KIND_MATCH_ANNULLED


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0s"),
        (0.1, "0.100s"),
        (2.3, "2.300s"),  # 2.3 - 2 is a little less than 0.3
        (1.9999999, "2s"),  # the carry
        (1e9, "1000000000s"),
    ],
)
def test_a_duration_is_what_was_set_to_the_microsecond(seconds: float, text: str) -> None:
    clock = Clock(per_decision=seconds, bank=seconds)

    welcome = wire.welcome_to_message(parse_rules("spades", {}), clock, 1).welcome

    assert welcome.clock.bank.ToJsonString() == text
    assert welcome.clock.per_decision.ToJsonString() == text


def test_the_largest_turn_is_far_below_what_clients_read() -> None:
    """1024 tables late in a deal, each with a refusal: gRPC's clients read 4 MiB."""
    table = new_table()
    largest = 0
    while table.seat is not None:
        seat = table.seat
        legal = table.view(seat).legal
        if len(legal) > 1 and table.refusal == "":
            table.answer(Bid(2**32 - 1))
        if table.seat == seat:
            decisions = [(2**32 - 1, table, seat)] * wire.MAX_TABLES
            largest = max(largest, wire.turn_to_message(2**64 - 1, 1e9, decisions, []).ByteSize())
            table.answer(legal[0])

    assert 200 * wire.MAX_TABLES < largest < 1024 * wire.MAX_TABLES


@given(
    st.integers(0, 2**64 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.booleans()
)
def test_whatever_numbers_come_they_are_a_value_or_a_sentence(
    turn: int, match: int, number: int, is_bid: bool
) -> None:
    message = Request()
    message.moves.turn = turn
    answer = message.moves.moves.add(match=match).spades
    if is_bid:
        answer.bid = number
    else:
        answer.card = number - 2**31  # type: ignore[assignment]  # an open enum carries any int32
    hello = Request(hello=arena_pb2.Hello(protocol="arena.v1", games=["spades"], tables=number))

    with suppress(wire.MessageError):
        assert isinstance(wire.parse_answer(message, turn, {match}, "spades"), dict)
    with suppress(wire.MessageError):
        assert 1 <= wire.parse_hello(hello, "spades").tables <= wire.MAX_TABLES


def test_of_a_message_what_is_about_one_match_can_be_told_apart() -> None:
    table = new_table()
    assert table.seat is not None
    notice = Notice(NoticeKind.DEAL_OVER, 1, None, (1, 2, 3))
    asked = [(1, table, table.seat), (2, table, table.seat)]
    turn = wire.turn_to_message(7, 0.25, asked, [(2, notice)])
    answer = request('{"moves": {"turn": 7, "moves": [{"match": 1}, {"match": 2}]}}')

    one, other = wire.only_match(turn, 2), wire.only_match(answer, 1)
    assert isinstance(one, arena_pb2.PlayResponse)
    assert isinstance(other, Request)
    assert [each.match for each in one.turn.decisions] == [2]
    assert not one.turn.notices
    assert [each.match for each in other.moves.moves] == [1]
    assert len(turn.turn.decisions) == len(answer.moves.moves) == 2
    # what says nothing of that match is told whole
    assert wire.only_match(turn, 9) == turn
    assert wire.only_match(answer, 9) == answer
    assert [wire.kind_of(each) for each in (turn, answer, Request())] == ["turn", "moves", ""]
