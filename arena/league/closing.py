"""The end of a league: its secret is published, and nothing of it changes from there on."""

from arena.errors import ConfigError, HostError
from arena.league.league import League
from arena.league.standing import benched_entrants, missing_fixtures
from arena.store import Closing


def close_league(league: League, *, is_unfinished: bool = False) -> Closing:
    """Closes a league and returns how; one that is closed already stays as it is.

    Raises ConfigError while matches are still to play, unless it may stay unfinished.
    """
    if made := league.store.closing():
        return made
    missing = sum(1 for _ in missing_fixtures(league, benched_entrants(league)))
    if not is_unfinished and (missing or league.newcomers() or not league.store.counts().results):
        raise ConfigError(
            f"{_still_to_play(missing)}, and once the secret is published nobody can play them: "
            "`arena run` plays them first, or close the league as it stands with --unfinished"
        )
    return league.store.close_league(league.dice().secret.hex())


def _still_to_play(missing: int) -> str:
    if not missing:
        return "not every entrant has met the others yet"
    return f"{missing:,} {'match is' if missing == 1 else 'matches are'} still to be played"


def published_secret(league: League) -> bytes | None:
    """Returns the secret of a closed league; None while it is open."""
    made = league.store.closing()
    if made is None:
        return None
    try:
        return bytes.fromhex(made.secret)
    except ValueError:
        raise HostError(
            "the secret that the league was closed with is no hexadecimal number: put back a copy "
            "of the league"
        ) from None
