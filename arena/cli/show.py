"""`arena show`: a match as a replay, or a board with its rotations side by side."""

import json
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from arena.cli.boards import MATCH_OR_BOARD, finished_board, no_match
from arena.cli.options import json_option, league_option, open_league
from arena.cli.output import print_json, show
from arena.cli.shown import Shown, replay
from arena.cli.traveller import ShownBoard, traveller
from arena.cli.words import NUMBERS, moment_text
from arena.league import League, counting, disqualified_entrants
from arena.record import LifeEnd, Record, evidence_from_json
from arena.schedule import Fixture
from arena.store import Attempt, AttemptState, Result


@click.command("show")
@click.argument("shown", metavar="MATCH|BOARD")
@league_option
@json_option
def command(shown: str, directory: Path, *, as_json: bool) -> None:
    """Replay a match (as in m12.b1.r2), or lay the rotations of a board (m12.b1) side by side.

    A match can be looked at once all rotations of its board are played.
    """
    found = MATCH_OR_BOARD.fullmatch(shown)
    if found is None:
        raise click.UsageError(f"{shown!r} is no match as in m12.b1.r2, and no board as in m12.b1")
    with open_league(directory) as league:
        if int(found["rotation"] or 1) > league.seats:
            raise no_match(shown)
        results = finished_board(league, found["board"])
        chosen = [result for result in results if shown in (result.fixture.match, found["board"])]
        matches = [_shown(league, result) for result in chosen]
        history = _history(league, chosen[0])
    if as_json:
        print_json([match.record.to_json() for match in matches])
    elif shown == found["board"]:
        title = f"Board {shown}: the same cards in {NUMBERS[len(matches)]} rotations"
        show(*traveller(ShownBoard(title, matches)))
    else:
        show(*replay(matches[0]), *history)


def _history(league: League, result: Result) -> Iterator[RenderableType]:
    """Yields whether the match counts, if not, and what became of each attempt, if several."""
    fixture = result.fixture
    out, names = disqualified_entrants(league), league.names()
    attempts = league.store.attempts(fixture.match)
    lines = [
        f"it counts for nobody: {names[entrant]} is disqualified ({out[entrant]})"
        for entrant in fixture.seating
        if entrant in out
    ]
    if not lines and not counting(league)(fixture.meeting, fixture.seating):
        lines.append("it counts for nobody: somebody in it was benched before")
    if len(attempts) > 1:
        lines += map(_attempt, attempts)
    if lines:
        yield Text("\nAttempts" if len(attempts) > 1 else "\nRemarks", style="bold")
    for line in lines:
        yield Padding(Text(line), (0, 0, 0, 2), expand=False)


def _attempt(attempt: Attempt) -> str:
    moment = "" if attempt.ended_at is None else f" at {moment_text(attempt.ended_at)}"
    cause = "" if attempt.cause is None else f": {attempt.cause}"
    where = f"attempt {attempt.number} in sitting {attempt.sitting}"
    return f"{where}, {attempt.state.value}{moment}{cause}"


def _shown(league: League, result: Result) -> Shown:
    match = result.fixture.match
    record, evidence = league.store.find_record(match), league.store.find_evidence(match)
    assert record is not None, "a result has a record"
    assert evidence is not None, "a result has its evidence"
    names = league.names()
    return Shown(
        title=f"Match {match}",
        entrants=result.fixture.seating,
        names=[names[entrant] for entrant in result.fixture.seating],
        record=Record.parse(record),
        evidence=[evidence_from_json(fields) for fields in json.loads(evidence)],
        lives=_lives(league, result.fixture),
    )


def _lives(league: League, fixture: Fixture) -> list[LifeEnd | None]:
    """Returns how the lives ended in which a match was played to its end, by seat."""
    attempts = league.store.attempts(fixture.match)
    sitting = next(each.sitting for each in attempts if each.state is AttemptState.FINISHED)
    ends = {life.entrant: life.end for life in league.store.lives_in(sitting)}
    return [ends.get(entrant) for entrant in fixture.seating]
