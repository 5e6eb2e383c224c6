"""Protobuf's JSON mapping, both ways, made once for each kind of message.

`google.protobuf.json_format` is what this agrees with, and the tests compare them. It takes twice
as long, and a third of a second for a hostile line of the largest size, in which time nobody is
served; so what a field needs is found out once here, from its description.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from json.encoder import encode_basestring_ascii
from typing import Any

from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from arena.wire.incoming import clean_words

Read = Callable[[Any], str]
"""From a value of a field to its JSON."""
Write = Callable[[object, str], Any]
"""From what JSON says, and where, to a value of a field; raises ValueError for what is none."""

MOST_ENTRIES = 1024
"""Of a list in what a bot says: as many as tables that it may be asked about at once."""
_SHOWN = 60
_DURATION = Duration.DESCRIPTOR.full_name
_MICRO = 1_000_000
_MILLI = 1_000
_BOOLS = {False: "false", True: "true"}
_CONSTANTS = {"None": "null", "True": "true", "False": "false"}
_LONG = frozenset({FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64})
_RANGES = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}
_LONGEST_BITS = 128
"""Of a number that is shown in full."""
_LONGEST_NUMBER = 24
"""Characters of a number in quotes; the largest has 20."""


# --- to JSON -------------------------------------------------------------------------------------


def to_text(message: Message) -> str:
    """Returns `message` in JSON, by the proto's own names and in the proto's own order.

    Every field is there but those that are optional and absent; all of it is ASCII.
    """
    return _printer(message.DESCRIPTOR)(message)


@cache
def _printer(kind: Descriptor) -> Callable[[Message], str]:
    fields = [
        (field.name, field.has_presence, f'"{field.name}":', _reader(field))
        for field in kind.fields
    ]

    def print_all(message: Message) -> str:
        has = message.HasField
        parts = [
            head + read(getattr(message, name))
            for name, is_optional, head, read in fields
            if not is_optional or has(name)
        ]
        return f"{{{','.join(parts)}}}"

    return print_all


def _reader(field: FieldDescriptor) -> Read:
    read = _reader_of_one(field)
    if not field.is_repeated:
        return read
    return lambda values: f"[{','.join([read(value) for value in values])}]"


def _reader_of_one(field: FieldDescriptor) -> Read:
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_MESSAGE if field.message_type is not None:
            return _message_reader(field.message_type)
        case FieldDescriptor.CPPTYPE_ENUM if field.enum_type is not None:
            names = {value.number: f'"{value.name}"' for value in field.enum_type.values}
            return lambda number: names.get(number) or str(number)
        case kind if kind in _LONG:
            return lambda number: f'"{number}"'
        case FieldDescriptor.CPPTYPE_BOOL:
            return _BOOLS.__getitem__
        case kind if kind in _RANGES:
            return str
        case _ if field.type == FieldDescriptor.TYPE_STRING:
            return encode_basestring_ascii
    raise NotImplementedError(f"{field.full_name} is of a kind that no message has had yet")


def _duration_to_text(value: Duration) -> str:
    """Returns a duration, which is never negative here, with as many decimals as it needs."""
    seconds, nanos = value.seconds, value.nanos
    if nanos == 0:
        return f'"{seconds}s"'
    if nanos % _MICRO == 0:
        return f'"{seconds}.{nanos // _MICRO:03d}s"'
    if nanos % _MILLI == 0:
        return f'"{seconds}.{nanos // _MILLI:06d}s"'
    return f'"{seconds}.{nanos:09d}s"'


def _message_reader(kind: Descriptor) -> Read:
    return _duration_to_text if kind.full_name == _DURATION else _printer(kind)


# --- from JSON -----------------------------------------------------------------------------------


def fill(message: Message, said: object) -> None:
    """Writes what JSON says into `message`; raises ValueError, in words, for what is none."""
    _filler(message.DESCRIPTOR)(message, said, "")


@cache
def _filler(kind: Descriptor) -> Callable[[Message, object, str], None]:
    fields: dict[str, tuple[str, str | None, Callable[[Message, object, str], None]]] = {}
    for field in kind.fields:
        oneof = field.containing_oneof
        group = oneof.name if oneof is not None and len(oneof.fields) > 1 else None
        entry = field.name, group, _setter(field)
        fields[field.name] = fields[field.json_name] = entry
    known = [field.name for field in kind.fields]

    def filled(message: Message, said: object, where: str) -> None:
        if not isinstance(said, Mapping):
            raise _wrong(where, said, "an object")
        done: dict[str, str] = {}
        for key, value in said.items():
            entry = fields.get(key)
            if entry is None:
                raise ValueError(
                    f"{_named(where)} has no field {shown(key)}, expected {_listed(known)}"
                )
            name, group, put = entry
            if name in done:
                raise ValueError(f"{_joined(where, name)} was given twice")
            if value is None:  # says nothing, by the mapping
                continue
            if group is not None:
                if group in done:
                    raise ValueError(
                        f"{_named(where)} has {done[group]} and {name}, expected one of them"
                    )
                done[group] = name
            done[name] = name
            put(message, value, _joined(where, name))

    return filled


def _setter(field: FieldDescriptor) -> Callable[[Message, object, str], None]:
    if field.cpp_type == FieldDescriptor.CPPTYPE_MESSAGE:
        return _message_setter(field)
    name, write = field.name, _writer(field)
    if not field.is_repeated:
        return lambda message, said, where: setattr(message, name, write(said, where))

    def extend(message: Message, said: object, where: str) -> None:
        values = [write(each, where) for each in _list(said, where)]
        getattr(message, name).extend(values)

    return extend


def _message_setter(field: FieldDescriptor) -> Callable[[Message, object, str], None]:
    name, inner = field.name, field.message_type
    if not field.is_repeated:

        def set_one(message: Message, said: object, where: str) -> None:
            below = getattr(message, name)
            below.SetInParent()
            _filler(inner)(below, said, where)

        return set_one

    def add(message: Message, said: object, where: str) -> None:
        new = getattr(message, name).add
        for number, each in enumerate(_list(said, where)):
            _filler(inner)(new(), each, f"{where}[{number}]")

    return add


def _list(said: object, where: str) -> Sequence[object]:
    if not isinstance(said, list):
        raise _wrong(where, said, "a list")
    if len(said) > MOST_ENTRIES:
        raise ValueError(f"{where} has {len(said)} entries, expected at most {MOST_ENTRIES}")
    return said


def _writer(field: FieldDescriptor) -> Write:
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_ENUM if field.enum_type is not None:
            return _enum_writer(field.enum_type)
        case kind if kind in _RANGES:
            return _number_writer(*_RANGES[kind])
        case FieldDescriptor.CPPTYPE_BOOL:
            return _bool
        case _ if field.type == FieldDescriptor.TYPE_STRING:
            return _text
    raise NotImplementedError(f"{field.full_name} is of a kind that no message has had yet")


def _enum_writer(kind: EnumDescriptor) -> Write:
    numbers = {value.name: value.number for value in kind.values}
    example = kind.values[-1].name
    as_number = _number_writer(*_RANGES[FieldDescriptor.CPPTYPE_INT32])

    def write(said: object, where: str) -> int:
        if isinstance(said, str):
            number = numbers.get(said)
            if number is None:
                raise _wrong(where, said, f"a name such as {example}, or its number")
            return number
        written: int = as_number(said, where)
        return written

    return write


def _number_writer(least: int, most: int) -> Write:
    def write(said: object, where: str) -> int:
        number = said
        if isinstance(said, str) and len(said) <= _LONGEST_NUMBER and said.isascii():
            number = int(said) if said.removeprefix("-").isdigit() else said
        elif isinstance(said, float) and said.is_integer():
            number = int(said)
        if not isinstance(number, int) or isinstance(number, bool):
            raise _wrong(where, said, "a whole number")
        if not least <= number <= most:
            raise ValueError(f"{where} was {shown(said)}, expected {least} to {most}")
        return number

    return write


def _bool(said: object, where: str) -> bool:
    if not isinstance(said, bool):
        raise _wrong(where, said, "true or false")
    return said


def _text(said: object, where: str) -> str:
    if not isinstance(said, str):
        raise _wrong(where, said, "text")
    try:
        said.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{where} holds half a character, expected text") from None
    return said


def _wrong(where: str, said: object, expected: str) -> ValueError:
    return ValueError(f"{_named(where)} was {shown(said)}, expected {expected}")


def _named(where: str) -> str:
    return where or "the message"


def _joined(where: str, name: str) -> str:
    return f"{where}.{name}" if where else name


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def shown(said: object) -> str:
    """Returns what a line can hold of what a bot said, in one word where it is long."""
    match said:
        case str():
            return f"'{clean_words(said[:_SHOWN])}'{'…' * (len(said) > _SHOWN)}"
        case int() if said.bit_length() > _LONGEST_BITS:
            return "a huge number"
        case None | bool() | int() | float():
            return _CONSTANTS.get(repr(said), repr(said))
        case _:
            return "an object" if isinstance(said, Mapping) else "a list"
