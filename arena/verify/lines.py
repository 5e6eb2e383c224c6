"""Lines from anywhere: read one at a time, never longer than a line may be, and as strict JSON."""

import json
from collections.abc import Iterator
from typing import BinaryIO, NoReturn, TypeVar

from pydantic import ValidationError

from arena.errors import ConfigError
from arena.verify.findings import shown
from arena.verify.forms import Form

LONGEST = 64 * 2**20
"""Bytes of a line; a match of a hundred thousand deals has fewer."""

_OURS = "Value error, "
"""What stands before the words of our own checks."""

AnyForm = TypeVar("AnyForm", bound=Form)


def lines_of(file: BinaryIO, name: str) -> Iterator[bytes]:
    """Yields the lines of `file` with their ends; raises ConfigError for what can be none."""
    number = 0
    try:
        while line := file.readline(LONGEST + 1):
            number += 1
            if len(line) > LONGEST:
                raise ConfigError(
                    f"line {number} of {name} is longer than {LONGEST:,} bytes: "
                    "that is no export of a league"
                )
            yield line
    except OSError as error:
        raise ConfigError(f"cannot read {name}: {error.strerror}; name another file") from None


def read_json(text: str) -> object:
    """Returns the value that `text` is; raises ValueError, in words, if it is none."""
    try:
        value: object = json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise ValueError(f"it is not JSON ({reason})") from None
    return value


def parsed(form: type[AnyForm], value: object) -> AnyForm:
    """Returns `value` in that form; raises ValueError, in words, where it does not fit."""
    try:
        return form.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(str(part)[:40] for part in first["loc"])
        words = first["msg"].removeprefix(_OURS) if first["type"] == "value_error" else ""
        raise ValueError(
            f"{shown(where)[1:-1]} is {shown(first['input'])}: {words or first['msg'].lower()}"
        ) from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")
