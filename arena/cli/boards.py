"""Boards whose every rotation is played: of no other are cards shown."""

import re

from arena.errors import ConfigError
from arena.league import League, annulments, withdrawn_entrants
from arena.store import Result

MATCH_OR_BOARD = re.compile(
    r"(?P<board>m[1-9][0-9]*\.b[1-9][0-9]*)(?:\.r(?P<rotation>[1-9]))?", re.ASCII
)
"""The ids of matches, as in m12.b1.r2, and of boards, as in m12.b1."""


def finished_board(league: League, board: str) -> tuple[Result, ...]:
    """Returns the results of a board; raises ConfigError if it is not complete."""
    results = league.store.board_results(board)
    if len(results) == league.seats:
        return results
    if not any(fixture.board == board for fixture in league.fixtures()):
        raise ConfigError(f"there is no board {board} in the schedule: see `arena plan`")
    annulled = annulments(league)
    why = [f"{match} ({each.reason})" for match, each in annulled.items() if _is_on(board, match)]
    again = f", since {', '.join(why)} was annulled by hand" if why else ""
    played = f"{len(results)} of {league.seats} rotations of board {board} are played{again}"
    if league.store.closing() is not None:
        raise ConfigError(f"{played}, and the league is closed: a board counts as a whole")
    party = next(each.seating for each in league.fixtures() if each.board == board)
    if gone := [entrant for entrant in party if entrant in withdrawn_entrants(league)]:
        raise ConfigError(f"{played}, and {gone[0]} was withdrawn: a board counts as a whole")
    raise ConfigError(f"{played}: its cards are shown when all are, so run the league on")


def no_match(match: str) -> ConfigError:
    """Returns what to raise for a match that a league does not have."""
    return ConfigError(f"there is no match {match} in the schedule: see `arena plan`")


def _is_on(board: str, match: str) -> bool:
    return match.rpartition(".")[0] == board
