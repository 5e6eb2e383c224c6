"""Settings, read once: league.toml, then variables named ARENA_<SECTION>_<KEY>, as frozen values.

Whatever is wrong is told at once, each mistake with its place. Nothing else in the arena reads the
environment, and a bad value never becomes a default.
"""

import json
import math
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from arena.clock import Clock
from arena.errors import ConfigError
from arena.games import parse_rules
from arena.games.game import Rules
from arena.league import (
    SETTINGS_FILE,
    EntrySettings,
    PlaySettings,
    ScheduleSettings,
    Settings,
    seat_mistakes,
)
from arena.sandbox import Limits
from arena.store import parse_name

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Section = TypeVar("Section", bound=DataclassInstance)

_SECTIONS = {
    "schedule": ScheduleSettings,
    "entry": EntrySettings,
    "play": PlaySettings,
    "clock": Clock,
    "limits": Limits,
}
_TOP = ("name", "game", "rules", *_SECTIONS)
_FIXED = ("ARENA_NAME", "ARENA_GAME", "ARENA_SCHEDULE_KIND", "ARENA_SCHEDULE_BOARDS")
_OTHERS = ("ARENA_LEAGUE", "ARENA_SOCKET", "ARENA_REQUIRE_DOCKER")
"""Variables that mean something elsewhere."""
_LEAST: Mapping[str, float] = {
    "clock.bank": 0,
    "clock.grace": 0,
    "limits.shm_bytes": 0,
    "limits.memory": 2**24,
    "play.build_memory": 2**26,
    "play.build_cpus": 0.05,
}
_MOST: Mapping[str, float] = {"play.build_seconds": 86_400, "play.build_cpus": 1_024}
_CPUSET = re.compile(r"(\d+(-\d+)?(,\d+(-\d+)?)*)?", re.ASCII)
_LEAST_SECONDS = 0.001
_LARGEST = 2**53
_WRITTEN = {
    "schedule.kind": "full (all meet), balanced (pairs equally often; three seats) or auto. Fixed.",
    "schedule.boards": "Boards of a meeting; each is played once from every seat. Fixed.",
    "schedule.bots_per_sitting": "Entrants that are started together, at most.",
    "schedule.meetings_per_sitting": "Meetings that they play in one life, at most.",
    "entry.check": "full: a bot has to pass arena check to get in; start: it has to say hello.",
    "entry.one_entrant_per_author": "true: an author has one name in the league, at most.",
    "play.sandbox": "docker, or process: for your own bots on your own machine.",
    "play.jobs": "Bots that think at once; left out, as many as there are processors.",
    "play.tables": "Tables that a bot is given at once, at most.",
    "play.engine": "The socket of the Docker engine, as unix:///path.",
    "play.runtime": 'What runs containers, as in "runsc" for gVisor; empty for the engine\'s own.',
    "play.probe_image": "An image with python3, in which the limits of this machine are tried.",
    "play.pin": "A processor for each bot: auto (where there are enough), on or off. Docker only.",
    "play.build_network": "What building an image may reach: bridge, none (for strangers) or host.",
    "play.build_seconds": "How long building an image may take.",
    "play.build_memory": "Bytes of memory of each command of a build, swap included.",
    "play.build_cpus": "Processor seconds a second of each command of a build.",
    "play.build_disk": "Bytes that all commands of a build may write.",
    "play.build_context": "Bytes of a bot's folder that is to be built.",
    "play.image_size": "Bytes of an image, built or ready.",
    "play.run_directory": "Where sockets live while it runs; empty for a temporary directory.",
    "clock.start": "Seconds from a bot's start to its hello.",
    "clock.per_decision": "Seconds for each decision that cost nothing.",
    "clock.bank": "Seconds of reserve for each match.",
    "clock.grace": "Seconds that a bot has to end.",
    "limits.memory": "Bytes, swap included.",
    "limits.cpus": "Processor seconds a second.",
    "limits.cpuset": 'The processors it may use, as in "0-1"; empty for any. Docker only.',
    "limits.pids": "Processes and threads together.",
    "limits.tmp_bytes": "Bytes in /tmp.",
    "limits.tmp_inodes": "Files in /tmp.",
    "limits.shm_bytes": "Bytes of /dev/shm, for a bot's own processes; 0 for none. Docker only.",
    "limits.nofile": "Open files.",
    "limits.fsize": "Bytes of the largest file that it may write.",
    "limits.stderr_bytes": "Bytes kept of the end of what it prints.",
}
"""What league.toml says beside each setting."""


def read_settings(directory: Path, environment: Mapping[str, str]) -> Settings:
    """Returns the settings of the league in `directory`; raises ConfigError with every mistake."""
    path = directory / SETTINGS_FILE
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigError(
            f"there is no league in {directory}: name one with --league or ARENA_LEAGUE, "
            "or make one with `arena init`"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path}: {error}; check who may read it") from None
    return parse_settings(text, environment, str(path))


def parse_settings(text: str, environment: Mapping[str, str], where: str) -> Settings:
    """Returns the settings of a league.toml, with what the environment says instead."""
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also for numbers and nesting without end
        raise ConfigError(f"{where} is not TOML: {str(error) or 'nested too deeply'}") from None
    reading = _Reading()
    reading.check_names("", document, _TOP)
    name, rules = reading.name(document), reading.rules(document)
    sections = {key: reading.table(document, key) for key in _SECTIONS}
    settings = reading.settings(name, rules, sections, environment)
    reading.stop(where)
    assert settings is not None, "settings without a mistake"
    return settings


def default_settings(name: str, rules: Rules, environment: Mapping[str, str]) -> Settings:
    """Returns the settings where there is no league.toml: the defaults and the environment."""
    reading = _Reading()
    settings = reading.settings(name, rules, {key: {} for key in _SECTIONS}, environment)
    reading.stop("the defaults")
    assert settings is not None, "settings without a mistake"
    return settings


def settings_text(settings: Settings) -> str:
    """Returns a league.toml that says `settings`, with a word on every line."""
    game, rules = settings.rules.game, settings.rules.to_json()
    lines = [
        "# A league of the arena. What is marked as fixed was decided when it was made; the rest",
        "# may be changed between two runs. Variables named ARENA_<SECTION>_<KEY>, as in",
        "# ARENA_PLAY_JOBS=4, come before this file.",
        "",
        f"name = {_toml(settings.name)}  # Fixed.",
        f"game = {_toml(game)}  # Fixed.",
        "",
        "[rules]  # Fixed.",
        *(f"{name} = {_toml(value)}" for name, value in rules.items() if value is not None),
    ]
    for section in _SECTIONS:
        lines += ["", f"[{section}]"]
        values = getattr(settings, section)
        for field in fields(values):
            line = f"{field.name} = {_toml(getattr(values, field.name))}"
            is_left_out = (section, field.name) == ("play", "jobs")
            lines.append(
                f"{'# ' if is_left_out else ''}{line}  # {_WRITTEN[f'{section}.{field.name}']}"
            )
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """Returns a value as TOML writes it; a text that may be a name has no control characters."""
    return json.dumps(value, ensure_ascii=False)


class _Reading:
    """Reads one document and gathers its mistakes."""

    def __init__(self) -> None:
        self._mistakes: list[str] = []
        self._in_variables: list[str] = []

    def stop(self, where: str) -> None:
        """Raises ConfigError if there were mistakes, each with where it stands."""
        told = {where: self._mistakes, "the environment": self._in_variables}
        parts = [f"{place}: {'; '.join(mistakes)}" for place, mistakes in told.items() if mistakes]
        if parts:
            raise ConfigError("; ".join(parts))

    def check_names(self, path: str, given: Iterable[str], known: Sequence[str]) -> None:
        for name in given:
            if name not in known:
                self._mistakes.append(_unknown(f"{path}{name}", f"{path}", name, known))

    def table(self, document: Mapping[str, object], key: str) -> Mapping[str, object]:
        table = document.get(key, {})
        if isinstance(table, dict):
            return table
        self._mistakes.append(f"{key} is {table!r}, expected a table [{key}]")
        return {}

    def name(self, document: Mapping[str, object]) -> str:
        name = document.get("name", "")
        if not isinstance(name, str) or not name:
            self._mistakes.append("name is missing or no text, expected what the league is called")
            return ""
        try:
            return parse_name(name, "league name")
        except ConfigError as error:
            self._mistakes.append(str(error))
            return ""

    def rules(self, document: Mapping[str, object]) -> Rules | None:
        game = document.get("game", "")
        if not isinstance(game, str) or not game:
            self._mistakes.append("game is missing or no text, expected which game is played")
            return None
        try:
            return parse_rules(game, self.table(document, "rules"))
        except ConfigError as error:
            self._mistakes.append(f"[rules]: {error}")
            return None

    def settings(
        self,
        name: str,
        rules: Rules | None,
        sections: Mapping[str, Mapping[str, object]],
        environment: Mapping[str, str],
    ) -> Settings | None:
        self._check_variables(environment)
        schedule = self._section(ScheduleSettings(), "schedule", sections, environment)
        play = self._section(PlaySettings(), "play", sections, environment)
        clock = self._section(Clock(), "clock", sections, environment)
        limits = self._section(Limits(), "limits", sections, environment)
        entry = self._section(EntrySettings(), "entry", sections, environment)
        if rules is None:
            return None
        for key, mistake in seat_mistakes(schedule, rules.seats).items():
            self._note_schedule(key, mistake, environment)
        return Settings(name, rules, schedule, play, clock, limits, entry)

    def _note_schedule(self, key: str, mistake: str, environment: Mapping[str, str]) -> None:
        variable = _variable("schedule", key)
        if variable in environment:
            self._in_variables.append(f"{variable} {mistake}")
        else:
            self._mistakes.append(f"schedule.{key} {mistake}")

    def _check_variables(self, environment: Mapping[str, str]) -> None:
        known = [
            variable
            for section, kind in _SECTIONS.items()
            for field in fields(kind)
            if (variable := _variable(section, field.name)) not in _FIXED
        ]
        for variable in environment:
            if variable in _FIXED or variable.startswith("ARENA_RULES_"):
                self._in_variables.append(
                    f"{variable} is set, but that is fixed when a league is made: unset it"
                )
            elif variable.startswith("ARENA_") and variable not in (*known, *_OTHERS):
                self._in_variables.append(_unknown(variable, "", variable, known))

    def _section(
        self,
        defaults: "Section",
        section: str,
        sections: Mapping[str, Mapping[str, object]],
        environment: Mapping[str, str],
    ) -> "Section":
        known = {field.name: getattr(defaults, field.name) for field in fields(defaults)}
        given = sections[section]
        self.check_names(f"{section}.", given, list(known))
        values = {}
        for key, default in known.items():
            path, variable = f"{section}.{key}", _variable(section, key)
            if variable in environment and variable not in _FIXED:
                text = environment[variable]
                values[key] = self._value(path, variable, default, _from_text(text, default))
            elif key in given:
                values[key] = self._value(path, path, default, given[key])
        return replace(defaults, **values)

    def _value(self, path: str, place: str, default: object, value: object) -> object:
        """Returns a value of the kind that `default` is of; notes a mistake if it is none."""
        is_cpuset = path == "limits.cpuset"
        bounds = _least(path, default), _MOST.get(path, _most(default))
        wanted, found = _checked_cpuset(value) if is_cpuset else _checked(default, value, bounds)
        if found is None:
            mistakes = self._mistakes if place == path else self._in_variables
            mistakes.append(f"{place} is {value!r}, expected {wanted}")
            return default
        return found


def _checked(default: object, value: object, bounds: tuple[float, float]) -> tuple[str, object]:
    """Returns what is wanted, in words, and the value as that; None if it is not."""
    if isinstance(default, Enum):
        choices = [choice.value for choice in type(default)]
        return f"one of {', '.join(choices)}", type(default)(value) if value in choices else None
    if isinstance(default, str):
        return "a text", value if isinstance(value, str) else None
    if isinstance(default, bool):
        return "true or false", value if isinstance(value, bool) else None
    least, most = bounds
    to = f" to {most:.0f}" if most < _LARGEST else ""
    is_whole = isinstance(default, int)
    wanted = f"a whole number from {least:.0f}{to}" if is_whole else f"a number from {least:g}{to}"
    if isinstance(value, bool) or not isinstance(value, int if is_whole else int | float):
        return wanted, None
    is_right = least <= value <= most and value < math.inf
    return wanted, (value if is_whole else float(value)) if is_right else None


def _checked_cpuset(value: object) -> tuple[str, object]:
    is_right = isinstance(value, str) and _CPUSET.fullmatch(value)
    return 'processors as in "0-1,3"', value if is_right else None


def _least(path: str, default: object) -> float:
    return _LEAST.get(path, 1 if isinstance(default, int) else _LEAST_SECONDS)


def _most(default: object) -> float:
    return _LARGEST if isinstance(default, int) else math.inf


def _from_text(text: str, default: object) -> object:
    """Returns a variable's text as the number that it is, where a number is wanted."""
    if isinstance(default, str):
        return text
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(text, text)
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _variable(section: str, key: str) -> str:
    return f"ARENA_{section}_{key}".upper()


def _unknown(place: str, prefix: str, name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1)
    hint = f"did you mean {prefix}{near[0]}?" if near else f"known are {', '.join(known)}"
    return f"{place!a} is no setting: {hint}"
