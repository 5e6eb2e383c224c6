"""The games that the arena can play, by name."""

from collections.abc import Mapping
from difflib import get_close_matches

from arena.errors import ConfigError
from arena.games.euchre.rules import EuchreRules
from arena.games.game import ParseRules, Rules
from arena.games.spades.rules import SpadesRules

GAMES: Mapping[str, ParseRules] = {
    "spades": SpadesRules.parse,
    "euchre": EuchreRules.parse,
}
DEFAULT_GAME = next(iter(GAMES))
"""The game that is meant where none is named."""


def parse_rules(game: str, options: Mapping[str, object]) -> Rules:
    """Raises ConfigError for a game that is not in GAMES and for every mistake in `options`."""
    try:
        parse = GAMES[game]
    except KeyError:
        near = get_close_matches(game, GAMES, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"it may be {', '.join(GAMES)}"
        raise ConfigError(f"there is no game {game!r}: {hint}") from None
    return parse(options)
