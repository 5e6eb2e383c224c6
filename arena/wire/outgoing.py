"""From the arena to the bot: its welcome, its turns, and the goodbye."""

from collections.abc import Iterable
from enum import Enum
from typing import TypeAlias

from google.protobuf.duration_pb2 import Duration

from arena.clock import Clock
from arena.games.cards import Seat
from arena.games.game import Rules
from arena.table import REFUSALS, Notice, NoticeKind, Table
from arena.v1 import arena_pb2
from arena.wire.codec import seat_to_message
from arena.wire.games import CODECS
from arena.wire.incoming import MAX_MESSAGE_BYTES

Outgoing: TypeAlias = arena_pb2.PlayResponse

_NOTICE_KINDS: dict[NoticeKind, arena_pb2.Notice.Kind.ValueType] = {
    NoticeKind.DEAL_OVER: arena_pb2.Notice.KIND_DEAL_OVER,
    NoticeKind.MATCH_OVER: arena_pb2.Notice.KIND_MATCH_OVER,
    NoticeKind.SEAT_REPLACED: arena_pb2.Notice.KIND_SEAT_REPLACED,
    NoticeKind.MATCH_ANNULLED: arena_pb2.Notice.KIND_MATCH_ANNULLED,
}


class Reason(Enum):
    """Why the arena ends a conversation."""

    FINISHED = arena_pb2.Goodbye.REASON_FINISHED
    PROTOCOL = arena_pb2.Goodbye.REASON_PROTOCOL
    TIMEOUT = arena_pb2.Goodbye.REASON_TIMEOUT
    RESIGNED = arena_pb2.Goodbye.REASON_RESIGNED
    STOPPED = arena_pb2.Goodbye.REASON_STOPPED


def welcome_to_message(rules: Rules, clock: Clock, tables: int) -> Outgoing:
    message = arena_pb2.PlayResponse()
    welcome = message.welcome
    welcome.game = rules.game
    CODECS[rules.game].fill_rules(welcome, rules)
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
    CODECS[table.game].fill_view(decision, table.view(seat), table.replaced)


def _fill_notice(message: arena_pb2.Notice, match: int, notice: Notice) -> None:
    message.match = match
    message.kind = _NOTICE_KINDS[notice.kind]
    message.deal = notice.deal
    if notice.seat is not None:
        message.seat = seat_to_message(notice.seat)
    message.scores.extend(notice.scores)
    message.places.extend([place for place in notice.places if place is not None])


def _set_duration(message: Duration, seconds: float) -> None:
    whole, micros = divmod(round(seconds * 1_000_000), 1_000_000)
    message.seconds = whole
    message.nanos = micros * 1000
