"""Between the rules' words and the protocol's: the one border where messages are checked.

What belongs here: building what is sent, and turning what came in into values, or into a sentence
that the bot's author can act on. Inside, a card is a card: nobody checks again. Nothing that a bot
sends raises anything but MessageError.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from google.protobuf.duration_pb2 import Duration

from arena.clock import Clock
from arena.errors import BotError
from arena.games.cards import PACK, Seat
from arena.games.game import Action, Bid, Rules
from arena.games.spades.rules import SpadesRules
from arena.games.spades.view import SpadesView
from arena.table import REFUSALS, Notice, NoticeKind, Table
from arena.v1 import arena_pb2, cards_pb2, spades_pb2

Incoming: TypeAlias = arena_pb2.PlayRequest
Outgoing: TypeAlias = arena_pb2.PlayResponse

PROTOCOL = "arena.v1"
MAX_MESSAGE_BYTES = 256 * 1024
"""What the arena reads in one message; 1024 answers take a tenth of it."""
MAX_TABLES = 1024
_MAX_WORDS = 200
_CARDS = {card.number: card for card in PACK}
_BIDS = tuple(Bid(tricks) for tricks in range(18))
_NOTICE_KINDS: dict[NoticeKind, arena_pb2.Notice.Kind.ValueType] = {
    NoticeKind.DEAL_OVER: arena_pb2.Notice.KIND_DEAL_OVER,
    NoticeKind.MATCH_OVER: arena_pb2.Notice.KIND_MATCH_OVER,
    NoticeKind.SEAT_REPLACED: arena_pb2.Notice.KIND_SEAT_REPLACED,
    NoticeKind.MATCH_ANNULLED: arena_pb2.Notice.KIND_MATCH_ANNULLED,
}


class MessageError(BotError):
    """A message that breaks the protocol; the text says how."""


class Reason(Enum):
    """Why the arena ends a conversation."""

    FINISHED = arena_pb2.Goodbye.REASON_FINISHED
    PROTOCOL = arena_pb2.Goodbye.REASON_PROTOCOL
    TIMEOUT = arena_pb2.Goodbye.REASON_TIMEOUT
    RESIGNED = arena_pb2.Goodbye.REASON_RESIGNED
    STOPPED = arena_pb2.Goodbye.REASON_STOPPED


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a bot says of itself."""

    tables: int
    """How many it can serve at once, 1 to MAX_TABLES."""
    client: str
    """What the program calls itself, cut and cleaned; it identifies nothing."""


@dataclass(frozen=True, slots=True)
class Farewell:
    """A bot gives up, and says why; cut and cleaned."""

    reason: str


# --- from the arena to the bot -------------------------------------------------------------------


def welcome_to_message(rules: Rules, clock: Clock, tables: int) -> Outgoing:
    message = arena_pb2.PlayResponse()
    welcome = message.welcome
    welcome.game = rules.game
    if isinstance(rules, SpadesRules):
        welcome.spades.CopyFrom(_spades_rules_to_message(rules))
    else:
        raise TypeError(f"no message for the rules of {rules.game}")
    _set_duration(welcome.clock.per_decision, clock.per_decision)
    _set_duration(welcome.clock.bank, clock.bank)
    welcome.limits.tables = tables
    welcome.limits.message_bytes = MAX_MESSAGE_BYTES
    welcome.limits.refusals = REFUSALS
    return message


def turn_to_message(
    number: int,
    budget: float,
    decisions: Iterable[tuple[int, Table, Seat]],
    notices: Iterable[tuple[int, Notice]],
) -> Outgoing:
    """Returns turn `number` with `budget` seconds; matches go by their number on the stream."""
    message = arena_pb2.PlayResponse()
    turn = message.turn
    turn.number = number
    _set_duration(turn.budget, budget)
    for match, table, seat in decisions:
        _fill_decision(turn.decisions.add(), match, table, seat)
    for match, notice in notices:
        _fill_notice(turn.notices.add(), match, notice)
    return message


def goodbye_to_message(
    reason: Reason, text: str, notices: Iterable[tuple[int, Notice]] = ()
) -> Outgoing:
    message = arena_pb2.PlayResponse()
    message.goodbye.reason = reason.value
    message.goodbye.text = text
    for match, notice in notices:
        _fill_notice(message.goodbye.notices.add(), match, notice)
    return message


def _fill_decision(decision: arena_pb2.Decision, match: int, table: Table, seat: Seat) -> None:
    decision.match = match
    decision.seed = table.seed(seat)
    _set_duration(decision.bank, table.bank(seat))
    if table.refusal:
        decision.refusal = table.refusal
    view = table.view(seat)
    if isinstance(view, SpadesView):
        _fill_spades_view(decision.spades, view, table.replaced)
    else:
        raise TypeError(f"no message for a view of the kind {type(view).__name__}")


def _fill_spades_view(
    message: spades_pb2.SpadesView, view: SpadesView, replaced: tuple[bool, ...]
) -> None:
    """Fills `message`; the hot path of the arena, so fields that hold nothing are not touched."""
    message.seat = _seat_to_message(view.seat)
    message.dealer = _seat_to_message(view.dealer)
    message.deal = view.deal_number
    message.hand.extend([card.number for card in view.hand])  # type: ignore[misc]  # Card.number is the enum's value
    add_seat = message.seats.add
    for bid, taken, score, bags, is_house in zip(
        view.bids, view.taken, view.scores, view.bags, replaced, strict=True
    ):
        seat = add_seat()
        if bid is not None:
            seat.bid = bid
        if taken:
            seat.taken = taken
        if score:
            seat.score = score
        if bags:
            seat.bags = bags
        if is_house:
            seat.replaced = True
    if isinstance(view.legal[0], Bid):
        message.legal_bids.extend([bid.tricks for bid in view.legal])  # type: ignore[union-attr]  # all are bids
        return
    message.played.extend([card.number for card in view.played])  # type: ignore[misc]  # as above
    message.leaders.extend([leader + 1 for leader in view.leaders])  # type: ignore[misc]  # as in _seat_to_message
    if view.broken:
        message.broken = True
    message.legal_cards.extend([card.number for card in view.legal])  # type: ignore[misc,union-attr]  # all are cards


def _fill_notice(message: arena_pb2.Notice, match: int, notice: Notice) -> None:
    message.match = match
    message.kind = _NOTICE_KINDS[notice.kind]
    message.deal = notice.deal
    if notice.seat is not None:
        message.seat = _seat_to_message(notice.seat)
    message.scores.extend(notice.scores)
    message.places.extend([place for place in notice.places if place is not None])


def _spades_rules_to_message(rules: SpadesRules) -> spades_pb2.SpadesRules:
    kind, _, deals = rules.length.partition(":")
    return spades_pb2.SpadesRules(
        profile=rules.profile,
        target=None if kind == "deals" else rules.target,
        bag_rule=rules.bag_rule,
        failed_nil_bags=rules.failed_nil_bags,
        nil_value=rules.nil_value,
        blind_nil=rules.blind_nil,
        minimum_bid=rules.minimum_bid,
        renege=rules.renege,
        max_deals=None if kind == "deals" else rules.max_deals,
        seats=rules.seats,
        deals=int(deals) if kind == "deals" else None,
    )


def _seat_to_message(seat: Seat) -> cards_pb2.Seat.ValueType:
    return seat + 1  # type: ignore[return-value]  # SEAT_1 is 1


def _set_duration(message: Duration, seconds: float) -> None:
    whole, micros = divmod(round(seconds * 1_000_000), 1_000_000)
    message.seconds = whole
    message.nanos = micros * 1000


# --- from the bot to the arena -------------------------------------------------------------------


def parse_hello(message: Incoming, game: str) -> Greeting:
    """Raises MessageError unless `message` is a Hello for this protocol and `game`."""
    kind = message.WhichOneof("message")
    if kind != "hello":
        raise MessageError(f"the first message was {_kind(kind)}, expected hello")
    hello = message.hello
    if hello.protocol != PROTOCOL:
        raise MessageError(f"hello.protocol was {_words(hello.protocol)!r}, expected {PROTOCOL!r}")
    if game not in hello.games:
        games = ", ".join(repr(_words(name)) for name in hello.games[:8]) or "nothing"
        raise MessageError(f"hello.games was {games}, expected it to hold {game!r}")
    tables = hello.tables if hello.HasField("tables") else 1
    if not 1 <= tables <= MAX_TABLES:
        raise MessageError(f"hello.tables was {tables}, expected 1 to {MAX_TABLES}")
    return Greeting(tables, _words(hello.client))


def parse_answer(
    message: Incoming, turn: int, asked: Collection[int]
) -> Mapping[int, Action] | Farewell:
    """Returns the answer of each match in `asked`, or the bot's farewell.

    Raises MessageError unless the message answers turn `turn`, every match once.
    """
    kind = message.WhichOneof("message")
    if kind == "bye":
        return Farewell(_words(message.bye.reason))
    if kind != "moves":
        raise MessageError(f"the answer to turn {turn} was {_kind(kind)}, expected moves or bye")
    moves = message.moves
    if moves.turn != turn:
        raise MessageError(f"moves.turn was {moves.turn}, expected {turn}")
    answers: dict[int, Action] = {}
    for move in moves.moves:
        number = move.match
        if number not in asked:
            raise MessageError(f"moves of turn {turn} answer match {number}, which was not asked")
        if number in answers:
            raise MessageError(f"moves of turn {turn} answer match {number} twice")
        answers[number] = _parse_action(move)
    if len(answers) != len(asked):
        missing = min(set(asked) - answers.keys())
        raise MessageError(f"moves of turn {turn} leave match {missing} without an answer")
    return answers


def parse_unasked(message: Incoming) -> Farewell:
    """Returns the farewell of a bot that has no turn to answer; it may send nothing else."""
    kind = message.WhichOneof("message")
    if kind != "bye":
        raise MessageError(f"{_kind(kind)} came when no turn was outstanding, expected silence")
    return Farewell(_words(message.bye.reason))


def _parse_action(move: arena_pb2.Move) -> Action:
    kind = move.WhichOneof("answer")
    if kind is None:
        raise MessageError(f"the answer for match {move.match} is not set, expected spades")
    return _PARSERS[kind](move)


def _parse_spades(move: arena_pb2.Move) -> Action:
    answer = move.spades
    kind = answer.WhichOneof("answer")
    if kind == "card":
        card = _CARDS.get(answer.card)
        if card is None:
            raise MessageError(
                f"the card for match {move.match} was {answer.card}, "
                "expected the number of a card of the pack, 1 to 52"
            )
        return card
    if kind == "bid":
        tricks = answer.bid
        return _BIDS[tricks] if tricks < len(_BIDS) else Bid(tricks)
    raise MessageError(f"the answer for match {move.match} is not set, expected a bid or a card")


_PARSERS: Mapping[str, Callable[[arena_pb2.Move], Action]] = {"spades": _parse_spades}


def _kind(kind: str | None) -> str:
    return kind or "empty"


def _words(text: str) -> str:
    """Returns hostile `text` cut to what a line can hold, without control characters."""
    return "".join(char if char.isprintable() else "�" for char in text[:_MAX_WORDS])
