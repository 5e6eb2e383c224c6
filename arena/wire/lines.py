"""The JSON form of the protocol: a message a line, for bots that speak by their standard streams.

What may be wrong with a line is said as to an author who sees only that sentence.
"""

import json
from typing import NoReturn

from arena.v1 import arena_pb2
from arena.wire import mapping
from arena.wire.codec import MessageError
from arena.wire.incoming import MAX_MESSAGE_BYTES, Incoming
from arena.wire.outgoing import Outgoing

NO_PLACE_FOR_TEXT = "standard output is for messages; print to standard error"


def message_to_line(message: Outgoing) -> bytes:
    """Returns `message` as one line of ASCII, its newline included."""
    return (mapping.to_text(message) + "\n").encode("ascii")


def line_to_message(line: bytes) -> Incoming:
    """Returns what a bot has printed as one line; raises MessageError for what is no message."""
    if len(line) > MAX_MESSAGE_BYTES:
        raise too_long()
    said = _parse(line)
    if not isinstance(said, dict):
        raise MessageError(f"a line was {_start_of(line)}, expected an object: {NO_PLACE_FOR_TEXT}")
    message = arena_pb2.PlayRequest()
    try:
        mapping.fill(message, said)
    except ValueError as error:
        raise MessageError(str(error)) from None
    return message


def too_long() -> MessageError:
    """Returns what to say of a line of more than MAX_MESSAGE_BYTES, whether it has ended or not."""
    return MessageError(
        f"a line of more than {MAX_MESSAGE_BYTES} bytes came, which no message may have: "
        "is there a newline after each?"
    )


def _parse(line: bytes) -> object:
    try:
        said: object = json.loads(
            line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_refuse_constant
        )
    except UnicodeDecodeError:
        raise MessageError(f"a line was not UTF-8: it began with {_start_of(line)}") from None
    except RecursionError:
        raise MessageError(f"a line was nested too deeply: it was {_start_of(line)}") from None
    except json.JSONDecodeError as error:
        if not line.lstrip().startswith(b"{"):
            raise MessageError(
                f"a line was {_start_of(line)}, which is no JSON: {NO_PLACE_FOR_TEXT}"
            ) from None
        raise MessageError(
            f"a line was no JSON ({error.msg} at character {error.pos + 1}): it was "
            f"{_start_of(line)}; a message is one object on one line"
        ) from None
    except _WrongError as error:
        raise MessageError(f"{error}, in a line that was {_start_of(line)}") from None
    except ValueError:  # what Python says of an integer without end
        raise MessageError(f"a number was too long, in a line that was {_start_of(line)}") from None
    return said


class _WrongError(ValueError):
    """What is JSON to some and not to others."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise _WrongError(f"{mapping.shown(name)} stands twice in an object")
        found[name] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise _WrongError(f"{name} is no number of JSON")


def _start_of(line: bytes) -> str:
    return mapping.shown(line.strip().decode("utf-8", "replace"))
