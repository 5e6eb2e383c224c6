"""What an author says of a bot, in `bot.toml`: read with care, all mistakes told at once."""

import os
import re
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from arena.errors import ConfigError, SubmissionError
from arena.games import DEFAULT_GAME
from arena.games.game import JsonValue
from arena.store import parse_name
from arena.submissions.folder import shown

MANIFEST = "bot.toml"

_NEEDED = frozenset({MANIFEST, "Dockerfile"})
_LONGEST_IMAGE = 300
_IMAGE = re.compile(
    r"([A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]+)?/)?"  # where it comes from, if that is said
    r"[a-z0-9]+(([._/]|__|-+)[a-z0-9]+)*"
    r"(:[A-Za-z0-9_][A-Za-z0-9_.-]*|@sha256:[0-9a-f]{64})",
    re.ASCII,
)
_LARGEST = 65_536
_MOST_ARGUMENTS = 64
_LONGEST_ARGUMENT = 1_000
_MOST_MISTAKES = 12
STDIO = "stdio"
"""The protocol of a bot that speaks by its standard streams."""
_PROTOCOLS = ("grpc", STDIO)
_EXAMPLES = {
    "name": '"mine"',
    "command": '["python3", "bot.py"]',
    "games": f'["{DEFAULT_GAME}"]',
    "protocol": '"grpc"',
    "include": '["../kit"]',
    "exclude": '["target"]',
    "image": '"mine:1.2"',
}
"""What a key may look like, for those who left it out or wrote something else."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """A bot's manifest, checked but for what lies outside the file."""

    name: str
    command: tuple[str, ...]
    games: tuple[str, ...]
    protocol: str
    author: str | None
    version: str | None
    include: tuple[str, ...]
    """Names of the folders beside the bot's that belong to it."""
    image: str | None = None
    """The ready image that it is, as the engine knows it; None if one is built."""
    exclude: tuple[str, ...] = ()
    """Paths in the bot's folder that do not belong to it."""

    def to_json(self) -> Mapping[str, JsonValue]:
        """Returns the manifest as it is kept with the entrant."""
        return {
            "name": self.name,
            "command": self.command,
            "games": self.games,
            "protocol": self.protocol,
            "author": self.author,
            "version": self.version,
            "include": tuple(f"../{name}" for name in self.include),
            "exclude": self.exclude,
            "image": self.image,
        }


def read_manifest(folder: Path) -> Manifest:
    """Returns the manifest of the bot in `folder`; raises SubmissionError with all mistakes."""
    if not folder.is_dir():
        raise SubmissionError(f"{shown(folder)} is no folder: name the folder of a bot")
    path = folder / MANIFEST
    try:
        document = tomllib.loads(manifest_text(path))
    except (ValueError, RecursionError) as error:
        reason = str(error) or "it is nested too deeply"
        raise SubmissionError(f"{shown(path)} is not TOML: {_clean(reason)}; mend it") from None
    try:
        fields = _Fields.model_validate(document)
    except ValidationError as error:
        raise SubmissionError(f"{shown(path)} has mistakes: {_in_words(error)}") from None
    return Manifest(
        name=fields.name,
        command=tuple(fields.command),
        games=tuple(fields.games),
        protocol=fields.protocol,
        author=fields.author,
        version=fields.version,
        include=tuple(entry.removeprefix("../") for entry in fields.include),
        image=fields.image,
        exclude=tuple(str(PurePosixPath(entry)) for entry in fields.exclude),
    )


def manifest_text(path: Path) -> str:
    """Returns what a bot.toml says; raises SubmissionError if it cannot be read."""
    try:
        # Without waiting for a pipe, and without following a link out of the folder.
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:  # noqa: PTH123  # a descriptor, not a path
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise SubmissionError(f"{shown(path)} is no plain file: make it one")
            content = file.read(_LARGEST + 1)
    except FileNotFoundError:
        raise SubmissionError(
            f"there is no {shown(path)}: every bot needs one, see docs/first-bot.md"
        ) from None
    except OSError as error:
        raise SubmissionError(
            f"{shown(path)} cannot be read: {error.strerror}; make it a file"
        ) from None
    if len(content) > _LARGEST:
        raise SubmissionError(f"{shown(path)} is larger than {_LARGEST:,} bytes: make it smaller")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SubmissionError(f"{shown(path)} is not UTF-8: save it as that") from None


def _name(text: str) -> str:
    return _named(text, "name")


def _author(text: str) -> str:
    return _named(text, "author")


def _version(text: str) -> str:
    return _named(text, "version")


def _named(text: str, what: str) -> str:
    try:
        return parse_name(text, what)
    except ConfigError as error:
        raise PydanticCustomError("arena", "{words}", {"words": str(error)}) from None


def _argument(text: str) -> str:
    if "\0" in text or len(text) > _LONGEST_ARGUMENT:
        raise _mistake(f"must have at most {_LONGEST_ARGUMENT:,} characters and no NUL")
    return text


def _command(arguments: list[str]) -> list[str]:
    if not arguments or not arguments[0] or len(arguments) > _MOST_ARGUMENTS:
        raise _mistake(f"must hold the program and its arguments, at most {_MOST_ARGUMENTS} texts")
    return arguments


def _games(games: list[str]) -> list[str]:
    if not games or not all(games):
        raise _mistake("must name at least one game")
    return games


def _protocol(text: str) -> str:
    if text not in _PROTOCOLS:
        raise _mistake(f"is {_clean(text)!r}: use 'grpc' or 'stdio'")
    return text


def _include(entries: list[str]) -> list[str]:
    for entry in entries:
        name = entry.removeprefix("../")
        if entry == name or not name or name in {".", ".."} or "/" in name or "\0" in name:
            raise _mistake(f"has {_clean(entry)!r}: only folders beside the bot's, as '../kit'")
    if len(set(entries)) < len(entries):
        raise _mistake("names a folder twice")
    return entries


def _image(text: str) -> str:
    is_id = text.startswith("sha256:")  # which says nothing to whoever reads it
    if len(text) > _LONGEST_IMAGE or is_id or not _IMAGE.fullmatch(text):
        raise _mistake(
            f"is {_clean(text)!r}: name an image with its tag or digest, as 'mine:1.2' or "
            "'mine@sha256:…'"
        )
    return text


def _exclude(entries: list[str]) -> list[str]:
    for entry in entries:
        path = PurePosixPath(entry)
        if not path.parts or path.is_absolute() or ".." in path.parts or not entry.isprintable():
            raise _mistake(f"has {_clean(entry)!r}: only paths below the bot's folder, as 'target'")
        if "*" in entry or "?" in entry:
            raise _mistake(f"has {_clean(entry)!r}: name files and folders, not patterns")
        if str(path) in _NEEDED:
            raise _mistake(f"has {_clean(entry)!r}, which always belongs to the bot")
    if len(set(map(PurePosixPath, entries))) < len(entries):
        raise _mistake("names a path twice")
    return entries


def _mistake(words: str) -> PydanticCustomError:
    return PydanticCustomError("arena-field", "{words}", {"words": words})


class _Fields(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    name: Annotated[str, AfterValidator(_name)]
    command: Annotated[list[Annotated[str, AfterValidator(_argument)]], AfterValidator(_command)]
    games: Annotated[list[str], AfterValidator(_games)]
    protocol: Annotated[str, AfterValidator(_protocol)]
    author: Annotated[str, AfterValidator(_author)] | None = None
    version: Annotated[str, AfterValidator(_version)] | None = None
    include: Annotated[list[str], AfterValidator(_include)] = []
    exclude: Annotated[list[str], AfterValidator(_exclude)] = []
    image: Annotated[str, AfterValidator(_image)] | None = None

    @model_validator(mode="after")
    def _is_of_one_mind(self) -> Self:
        included = {entry.removeprefix("../") for entry in self.include}
        for path in map(PurePosixPath, self.exclude):
            if str(path) in included:
                words = f"include and exclude both name {_clean(str(path))!r}: take it out of one"
                raise PydanticCustomError("arena", "{words}", {"words": words})
        return self


def _in_words(error: ValidationError) -> str:
    mistakes = [_mistake_in_words(details) for details in error.errors(include_url=False)]
    more = len(mistakes) - _MOST_MISTAKES
    return "; ".join(mistakes[:_MOST_MISTAKES]) + (f"; and {more} more" if more > 0 else "")


def _mistake_in_words(details: ErrorDetails) -> str:
    key, *rest = details["loc"] or ("",)  # no place: it is about several keys
    where = f"{_clean(str(key))}" + "".join(f"[{part}]" for part in rest)
    match details["type"]:
        case "missing":
            return f"{where} is missing (as in {where} = {_EXAMPLES[str(key)]})"
        case "extra_forbidden":
            return _unknown(str(key))
        case "string_type":
            return f"{where} must be text"
        case "list_type":
            return f"{where} must be a list of texts, as in {_EXAMPLES[str(key)]}"
        case "arena":
            return details["msg"]
        case _:
            return f"{where} {details['msg']}"


def _unknown(key: str) -> str:
    near = get_close_matches(key, _Fields.model_fields, n=1)
    advice = f"did you mean {near[0]}?" if near else f"known are {', '.join(_Fields.model_fields)}"
    return f"{_clean(key)!r} is no key of it ({advice})"


def _clean(text: str) -> str:
    """Returns what may be shown of a text that anyone may have written: its start, in ASCII."""
    return ascii(text[:200])[1:-1]
