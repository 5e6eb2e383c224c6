"""Messages for people to read: in the protocol's own words, with cards as card players write them.

Fields go by their names in proto/, so that a bot's author finds them in the code; what has its
default is left out, as in the message itself. No game is known here: its messages say it all.
"""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from arena.games.cards import JOKER, PACK
from arena.v1 import arena_pb2, cards_pb2
from arena.wire.incoming import clean_words

Readable: TypeAlias = arena_pb2.PlayRequest | arena_pb2.PlayResponse

_WIDTH = 90
"""The longest line of a message that has parts which could stand below it instead."""
_MOST = 100
"""Values of one field that are shown; only a bot that is up to something sends more."""
_STEP = "  "
_CARDS = {card.number: card.text for card in (*PACK, JOKER)}


def message_text(message: Readable) -> str:
    """Returns a message in one line or, when that would be long, in a short block of lines.

    >>> message_text(arena_pb2.PlayRequest(bye=arena_pb2.Bye(reason="tired")))
    'bye: reason "tired"'
    """
    kind = message.WhichOneof("message")
    return "\n".join(_block(kind, getattr(message, kind))) if kind else "a message with nothing set"


def kind_of(message: Readable) -> str:
    """Returns which message it is, by its field in proto/; empty for none."""
    return message.WhichOneof("message") or ""


def only_match(message: Readable, match: int) -> Readable:
    """Returns a turn, or an answer to one, with nothing but what is about `match`."""
    if isinstance(message, arena_pb2.PlayResponse):
        asked = arena_pb2.PlayResponse()
        asked.CopyFrom(message)
        decisions = [each for each in message.turn.decisions if each.match == match]
        if decisions:
            asked.turn.ClearField("decisions")
            asked.turn.ClearField("notices")
            asked.turn.decisions.extend(decisions)
        return asked
    answered = arena_pb2.PlayRequest()
    answered.CopyFrom(message)
    moves = [each for each in message.moves.moves if each.match == match]
    if moves:
        answered.moves.ClearField("moves")
        answered.moves.moves.extend(moves)
    return answered


def _block(name: str, message: Message) -> list[str]:
    """Returns the lines of a message: one, if that is short enough, else its parts below it."""
    inline = f"{name}: {_inline(message)}".rstrip(": ")
    fields = message.ListFields()
    parts = [(field, value) for field, value in fields if _is_part(field)]
    if len(inline) <= _WIDTH or not parts:
        return [inline]
    plain = ", ".join(_field(field, value) for field, value in fields if not _is_part(field))
    lines = [f"{name}: {plain}".rstrip(": ")]
    for field, value in parts:
        lines += [f"{_STEP}{line}" for line in _part(field, value)]
    return lines


def _part(field: FieldDescriptor, value: object) -> Iterator[str]:
    """Yields the lines of a field that stands below its message."""
    inline = _field(field, value)
    if field.message_type is None or (field.is_repeated and len(inline) <= _WIDTH):
        yield inline
        return
    values = _values(field, value)
    for each in values[:_MOST]:
        assert isinstance(each, Message), "a field of messages holds messages"
        yield from _block(field.name, each)
    if len(values) > _MOST:
        yield f"{field.name}: {_more(values)}"


def _is_part(field: FieldDescriptor) -> bool:
    """Says whether a field is long enough to stand below its message."""
    return field.is_repeated or (field.message_type is not None and not _is_duration(field))


def _inline(message: Message) -> str:
    return ", ".join(_field(field, value) for field, value in message.ListFields())


def _field(field: FieldDescriptor, value: object) -> str:
    values = _values(field, value)
    texts = [_value(field, each) for each in values[:_MOST]]
    if len(values) > _MOST:
        texts.append(_more(values))
    return f"{field.name} {' '.join(texts)}"


def _values(field: FieldDescriptor, value: object) -> list[object]:
    if not field.is_repeated:
        return [value]
    assert isinstance(value, Iterable), "a repeated field holds several values"
    return list(value)


def _more(values: list[object]) -> str:
    return f"… and {len(values) - _MOST:,} more"


def _value(field: FieldDescriptor, value: object) -> str:
    if isinstance(value, Duration):
        return f"{value.seconds + value.nanos / 1e9:g} s"
    if isinstance(value, Message):
        return f"({_inline(value)})"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f'"{clean_words(value)}"'
    if field.enum_type is not None and isinstance(value, int):
        return _enum_text(field.enum_type, value)
    return str(value)


def _is_duration(field: FieldDescriptor) -> bool:
    return field.message_type is Duration.DESCRIPTOR


def _enum_text(enum: EnumDescriptor, number: int) -> str:
    """Returns the word of an enum without what all of its words begin with; cards as in "TH"."""
    if enum is cards_pb2.Card.DESCRIPTOR and number in _CARDS:
        return _CARDS[number]
    value = enum.values_by_number.get(number)
    if value is None:
        return str(number)
    unset = enum.values_by_number[0].name
    return str(value.name).removeprefix(unset.removesuffix("UNSPECIFIED")).lower()
