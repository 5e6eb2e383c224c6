"""The JSON Schema of an export: made from the forms of its lines, and from what each game adds.

A game says what its rules and deals look like in a `record.schema.json` beside its code; of one
that does not, they may be any objects.
"""

import json
from importlib.resources import files
from typing import cast

from pydantic.json_schema import models_json_schema

from arena.games import GAMES
from arena.games.game import JsonValue
from arena.league.export import LEAGUE, RECORD
from arena.verify.forms import LINES

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REFERENCE = "#/$defs/{model}"

Schema = dict[str, JsonValue]


def schema_of_lines() -> Schema:
    """Returns the JSON Schema that every line of an export satisfies."""
    models = [(form, "validation") for form in LINES.values()]
    _, made = models_json_schema(models, ref_template=_REFERENCE)  # type: ignore[arg-type]  # pairs
    definitions: Schema = dict(made["$defs"])
    of_games = {game: of_game(game) for game in GAMES}
    for game, parts in of_games.items():
        definitions |= {f"{game}-{name}": part for name, part in parts.items()}
    for form, where in ((LEAGUE, ("rules",)), (RECORD, ("rules", "deal"))):
        name = LINES[form].__name__
        line = cast("Schema", definitions[name])
        conditions = [_condition(game, where, parts) for game, parts in of_games.items()]
        definitions[name] = {**line, "allOf": conditions}
    return {
        "$schema": _DIALECT,
        "title": "A line of an export",
        "oneOf": [{"$ref": f"#/$defs/{form.__name__}"} for form in LINES.values()],
        "$defs": definitions,
    }


def of_game(game: str) -> Schema:
    """Returns what a game says of its rules and its deals, by those two names."""
    file = files("arena.games").joinpath(game, "record.schema.json")
    if not file.is_file():
        return {}
    return cast("Schema", json.loads(file.read_text(encoding="utf-8")))


def _condition(game: str, where: tuple[str, ...], parts: Schema) -> Schema:
    """Returns what holds for a line if it is of that game."""
    properties: Schema = {}
    for name in where:
        if name not in parts:
            continue
        reference: Schema = {"$ref": f"#/$defs/{game}-{name}"}
        properties |= {"deals": {"items": reference}} if name == "deal" else {name: reference}
    is_game: Schema = {"properties": {"game": {"const": game}}, "required": ["game"]}
    return {"if": is_game, "then": {"properties": properties}}
