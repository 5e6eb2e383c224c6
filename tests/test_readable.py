"""Messages for people: short, in the protocol's words, and safe whatever a bot has sent."""

import pytest
from google.protobuf import json_format

from arena import wire
from arena.clock import Clock
from arena.games import GAMES, parse_rules
from arena.games.cards import JOKER, PACK
from arena.v1 import arena_pb2, cards_pb2
from arena.wire import message_text
from tests.samples import Board, answer_to, chooser, decision_at, load_sample

Request = arena_pb2.PlayRequest
BY_NUMBER = {card.number: card.text for card in (*PACK, JOKER)}


def said(text: str) -> str:
    """Returns the words for a bot's message that is given as JSON."""
    return message_text(json_format.Parse(text, Request()))


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (
            '{"hello": {"protocol": "arena.v1", "games": ["spades", "euchre"], "tables": 32}}',
            'hello: protocol "arena.v1", games "spades" "euchre", tables 32',
        ),
        (
            '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"card": "CARD_TH"}}]}}',
            "moves: turn 7, moves (match 3, spades (card TH))",
        ),
        (  # nil is a bid, and is shown though it is 0
            '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"bid": 0}}]}}',
            "moves: turn 7, moves (match 3, spades (bid 0))",
        ),
        (
            '{"moves": {"turn": 7, "moves": [{"match": 3, "spades": {"blind_nil": false}}]}}',
            "moves: turn 7, moves (match 3, spades (blind_nil no))",
        ),
        (
            '{"moves": {"turn": 9, "moves": [{"match": 1, "euchre": {"call": 2}}]}}',
            "moves: turn 9, moves (match 1, euchre (call order_up))",
        ),
        (
            '{"moves": {"moves": [{"match": 1, "euchre": {"kept": {"cards": [53, 1, 2]}}}]}}',
            "moves: moves (match 1, euchre (kept (cards XX 2C 3C)))",
        ),
        (  # no such card, and no such call: the number itself
            '{"moves": {"moves": [{"euchre": {"card": 99}}, {"euchre": {"call": 77}}]}}',
            "moves: moves (euchre (card 99)) (euchre (call 77))",
        ),
        ('{"bye": {"reason": "tired"}}', 'bye: reason "tired"'),
        ('{"bye": {}}', "bye"),
        ("{}", "a message with nothing set"),
    ],
)
def test_a_bots_message_in_words(sent: str, words: str) -> None:
    assert said(sent) == words


def test_a_turn_is_a_short_block_with_cards_as_players_write_them() -> None:
    table, _ = next(Board("m1", 1).tables(parse_rules("spades", {})))
    first = load_sample("plumb")
    for _ in range(5):
        assert table.seat is not None
        table.answer(answer_to(decision_at(table, table.seat), chooser(first)))
    assert table.seat is not None

    words = message_text(wire.turn_to_message(6, 0.1, [(1, table, table.seat)], []))

    assert words.splitlines() == [
        "turn: number 6, budget 0.1 s",
        "  decisions: match 1, seed 1020163647513779, bank 1 s",
        "    spades: seat 1, dealer 1, deal 1",
        "      hand 4C 6C 9C JC AC 3D 5D 6D 7D 9D AD 4H 7H QH 6S KS AS",
        "      seats (bid 12) (bid 14) (bid 11)",
        "      played 7C 8C",
        "      leaders 2",
        "      legal_cards 4C 6C 9C JC AC",
    ]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_message_of_a_match_has_words_for_all_that_it_holds(game: str) -> None:
    """Each name of a field that is set stands in the words, and each card of a hand."""
    rules = parse_rules(game, {})
    table, _ = next(Board("m1", 1).tables(rules))
    choose = chooser(load_sample("plumb"), rules)
    texts = [message_text(wire.welcome_to_message(rules, Clock(), 1))]
    while not table.is_over and len(texts) < 150:
        assert table.seat is not None
        notices = [(1, notice) for notice in table.take_notices(table.seat)]
        message = wire.turn_to_message(len(texts), 0.1, [(1, table, table.seat)], notices)
        texts.append(message_text(message))
        (decision,) = message.turn.decisions
        for field, _ in getattr(decision, game).ListFields():
            assert field.name in texts[-1]
        hand = " ".join(BY_NUMBER[number] for number in getattr(decision, game).hand)
        assert f"hand {hand}" in texts[-1]
        table.answer(answer_to(decision, choose))

    assert all(len(line) <= 200 for text in texts for line in text.splitlines())


def test_cards_are_written_as_everywhere() -> None:
    for card in (*PACK, JOKER):
        move = arena_pb2.Move(match=1)
        move.spades.card = cards_pb2.Card.ValueType(card.number)
        message = Request(moves=arena_pb2.Moves(turn=1, moves=[move]))
        assert message_text(message).endswith(f"(card {card.text}))")


def test_hostile_text_cannot_reach_a_terminal() -> None:
    reason = "\x1b[2J\r\n\u202e" + "x" * 5_000

    words = message_text(Request(bye=arena_pb2.Bye(reason=reason)))

    assert words.startswith('bye: reason "�[2J���xxx')
    assert words.isprintable()
    assert len(words) < 300


def test_a_flood_of_answers_is_cut() -> None:
    moves = [arena_pb2.Move(match=number) for number in range(10_000)]

    words = message_text(Request(moves=arena_pb2.Moves(turn=1, moves=moves)))

    assert len(words.splitlines()) == 102
    assert words.endswith("moves: … and 9,900 more")
