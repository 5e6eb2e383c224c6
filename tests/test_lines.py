"""The JSON form: what protobuf's own mapping says, but for what is refused with a sentence."""

import json

import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from arena import wire
from arena.v1 import arena_pb2
from arena.wire import lines, mapping
from arena.wire.incoming import MAX_MESSAGE_BYTES

Request = arena_pb2.PlayRequest


@st.composite
def messages(draw: st.DrawFn, kind: type[Message]) -> Message:
    """Draws a message of `kind` with any of its fields, to the bottom."""
    message = kind()
    _fill(draw, message)
    return message


def _fill(draw: st.DrawFn, message: Message) -> None:
    if isinstance(message, Duration):
        seconds = draw(st.integers(0, 10_000))
        nanos = draw(st.sampled_from([0, 1, 1_000, 250_000_000, 999_999_999, 100_000]))
        message.MergeFrom(Duration(seconds=seconds, nanos=nanos))
        return
    for field in message.DESCRIPTOR.fields:
        if not draw(st.booleans()):
            continue
        count = draw(st.integers(1, 3)) if field.is_repeated else 1
        assert isinstance(field, FieldDescriptor)
        for _ in range(count):
            _put(draw, message, field)


def _put(draw: st.DrawFn, message: Message, field: FieldDescriptor) -> None:
    value = getattr(message, field.name)
    if field.message_type is not None:
        below = value.add() if field.is_repeated else value
        if not field.is_repeated:
            below.SetInParent()
        _fill(draw, below)
        return
    drawn = draw(_drawn(field))
    if field.is_repeated:
        value.append(drawn)
    else:
        setattr(message, field.name, drawn)


def _drawn(field: FieldDescriptor) -> st.SearchStrategy[object]:
    if field.enum_type is None:
        return _VALUES[field.cpp_type]
    return st.sampled_from([value.number for value in field.enum_type.values])


_VALUES: dict[int, st.SearchStrategy[object]] = {
    FieldDescriptor.CPPTYPE_INT32: st.integers(-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_INT64: st.integers(-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT32: st.integers(0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_UINT64: st.integers(0, (1 << 64) - 1),
    FieldDescriptor.CPPTYPE_BOOL: st.booleans(),
    FieldDescriptor.CPPTYPE_STRING: st.text(),
}


@settings(deadline=None)
@given(messages(arena_pb2.PlayResponse))
def test_what_is_sent_is_the_message_in_the_mapping_of_protobuf(
    message: arena_pb2.PlayResponse,
) -> None:
    line = wire.message_to_line(message)

    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1
    assert line.isascii()
    assert json.loads(line) == json_format.MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    assert json_format.Parse(line, arena_pb2.PlayResponse()) == message


@settings(deadline=None)
@given(messages(Request), st.booleans(), st.booleans())
def test_what_protobuf_writes_is_read(
    message: Request, has_snake_case: bool, has_numbers: bool
) -> None:
    text = json_format.MessageToJson(
        message, preserving_proto_field_name=has_snake_case, use_integers_for_enums=has_numbers
    )

    assert wire.line_to_message(text.replace("\n", " ").encode()) == message


_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.integers(),
    st.sampled_from([1.0, 1.5, -0.0, 1e20, "1", "-1", "+1", " 1", "1 ", "1.0", "01", "", "x"]),
    st.sampled_from(["CARD_AS", "card_as", "arena.v1", "spades"]),
    st.sampled_from([2**31, 2**32, 2**63, 2**64]),
)
_NAMES = """hello moves bye turn match spades euchre bid card blind_nil blindNil kept cards call
    protocol games tables client reason x"""
_KEYS = st.sampled_from(_NAMES.split())
_JSON = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=12,
)
_NEAR = st.fixed_dictionaries(
    {"moves": st.fixed_dictionaries({"turn": _SCALARS, "moves": st.lists(_JSON, max_size=2)})}
)


@settings(deadline=None)
@given(st.dictionaries(_KEYS, _JSON, max_size=3) | _NEAR)
def test_whatever_json_says_is_read_as_protobuf_reads_it_or_refused(said: object) -> None:
    line = json.dumps(said).encode()
    expected = Request()
    try:
        json_format.Parse(line, expected)
    except json_format.ParseError:
        with pytest.raises(wire.MessageError):
            wire.line_to_message(line)
        return
    try:
        message = wire.line_to_message(line)
    except wire.MessageError:
        assert any(odd in line for odd in _REFUSED), line
        return
    assert message == expected


_REFUSED = (
    *(b'"+1"', b'" 1"', b'"1 "', b'"1.0"', b'"01"', b"e+"),
    *(b"[null", b" null", b"[]", b'""'),
)
"""What protobuf takes although its mapping does not say so: spaces in numbers, an empty list
as an object without fields, and the like."""


@settings(deadline=None)
@given(st.binary(max_size=80) | st.text(max_size=80).map(str.encode))
def test_no_line_raises_anything_but_a_sentence(line: bytes) -> None:
    text = ""
    try:
        wire.line_to_message(line)
    except wire.MessageError as error:
        text = str(error)
    assert text.isprintable()
    assert len(text) < 400


_MANY = ",".join(f'"{number:x}":0' for number in range(0x7140))
"""The names of an object, as many as a line holds."""


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            "Loading the model …",
            "'Loading the model …', which is no JSON: standard output is",
        ),
        ("3.5", "a line was '3.5', expected an object: standard output is for messages; print to"),
        ('"hello"', "expected an object"),
        ('{"hello":', "no JSON (Expecting value at character 10)"),
        ("{'hello': 1}", "no JSON (Expecting property name"),
        ('{"bye":{}} {"bye":{}}', "no JSON (Extra data at character 12)"),
        ('{"bye":{"reason":3}}', "bye.reason was 3, expected text"),
        ('{"bye":[]}', "bye was a list, expected an object"),
        ('{"bye":{"reason":"\\ud800"}}', "bye.reason holds half a character"),
        ('{"bye":{},"hello":{}}', "the message has bye and hello, expected one of them"),
        ('{"bye":{},"bye":{}}', "'bye' stands twice in an object"),
        (f'{{{_MANY},"713f":0}}', "'713f' stands twice in an object"),
        ('{"Bye":{}}', "the message has no field 'Bye', expected hello, moves or bye"),
        ('{"moves":{"moves":{}}}', "moves.moves was an object, expected a list"),
        ('{"moves":{"moves":[3]}}', "moves.moves[0] was 3, expected an object"),
        ('{"moves":{"moves":[null]}}', "moves.moves[0] was null, expected an object"),
        ('{"moves":{"turn":"1x"}}', "moves.turn was '1x', expected a whole number"),
        ('{"moves":{"turn":-1}}', "moves.turn was -1, expected 0 to 18446744073709551615"),
        ('{"moves":{"turn":1e400}}', "moves.turn was inf, expected a whole number"),
        ('{"moves":{"turn":NaN}}', "NaN is no number of JSON"),
        (f'{{"moves":{{"turn":{"9" * 5000}}}}}', "a number was too long"),
        (f'{{"moves":{{"turn":{"9" * 500}}}}}', "moves.turn was a huge number, expected 0 to"),
        ('{"hello":{"tables":true}}', "hello.tables was true, expected a whole number"),
        ('{"hello":{"games":[null]}}', "hello.games was null, expected text"),
        (f'{{"hello":{{"games":[{"1," * 2000}1]}}}}', "has 2001 entries, expected at most 1024"),
        ("[" * 50_000, "nested too deeply"),
        ('{"a":' * 50_000, "nested too deeply"),
        (f'{{"bye":{{"reason":"{"x" * MAX_MESSAGE_BYTES}"}}}}', "more than 262144 bytes"),
    ],
)
def test_a_line_that_is_no_message_is_told_in_a_sentence(line: str, text: str) -> None:
    with pytest.raises(wire.MessageError) as raised:
        wire.line_to_message(line.encode())

    assert text in str(raised.value)


class _Counted(str):
    """A name that counts how often one is compared with another."""

    __slots__ = ()
    comparisons = 0
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        _Counted.comparisons += 1
        return str.__eq__(self, other)


def test_a_name_that_stands_twice_is_found_in_one_go() -> None:
    """Nobody is served meanwhile, so the work may not grow faster than the line."""
    pairs: list[tuple[str, object]] = [(_Counted(number), 0) for number in (*range(1000), 999)]
    _Counted.comparisons = 0

    with pytest.raises(ValueError, match="'999' stands twice"):
        lines._object(pairs)

    assert _Counted.comparisons < len(pairs)


def test_a_field_of_a_new_kind_is_noticed_when_the_protocol_gets_one() -> None:
    """Every kind that a message has can be printed and, of a request, read."""
    assert mapping.to_text(arena_pb2.PlayResponse(turn=arena_pb2.Turn())).startswith('{"turn":')
    for kind in (arena_pb2.PlayRequest, arena_pb2.PlayResponse):
        mapping._printer(kind.DESCRIPTOR)
    mapping._filler(arena_pb2.PlayRequest.DESCRIPTOR)
