"""What an author may be told of a bot: its faults and refusals, and how its lives ended.

Nothing in it is about another bot, but for the ids of the matches.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.games.game import Json
from arena.league.league import League
from arena.record import Evidence, Record, evidence_from_json, evidence_to_json, find_moment
from arena.store import StoredEvidence, StoredLife


@dataclass(frozen=True, slots=True)
class LoggedFault:
    """Something that an entrant did wrong in a match."""

    match: str
    attempt: int
    sitting: str
    ended_at: float
    """When the match was over."""
    evidence: Evidence
    moment: str
    """Where in its deal that was, as in "in trick 3"."""
    is_annulled: bool
    """Whether the operator has annulled the match since."""
    is_sealed: bool
    """Whether it tells of cards that are still to be played: its text says nothing of them."""


_IN_KIND = ("forfeited", "charged")
"""What the kind of an entry says."""

Logged = LoggedFault | StoredLife


def logged(league: League, entrant: str) -> Sequence[Logged]:
    """Returns all that is kept about an entrant: by sitting, its faults first, then its life."""
    is_closed = league.store.closing() is not None  # then every card is known
    sealed: dict[str, bool] = {}
    faults = []
    for told in league.store.evidence_against(entrant):
        board = told.match.rpartition(".")[0]
        if board not in sealed:
            played = len(league.store.board_results(board))
            sealed[board] = played < league.seats and not is_closed
        faults += _faults(told, entrant, is_open=not sealed[board])
    entries: list[Logged] = [*faults, *league.store.lives_of(entrant)]
    return sorted(entries, key=lambda each: int(each.sitting[1:]))


def logged_to_json(entry: Logged) -> Json:
    """Returns an entry for other programs; its moments are Unix time, in seconds."""
    if isinstance(entry, StoredLife):
        end = entry.end
        return {
            "kind": "life",
            "sitting": entry.sitting,
            "started_at": entry.started_at,
            "ended_at": entry.ended_at,
            "ender": end.ender.value,
            "verdict": end.verdict.value if end.verdict else None,
            "text": end.text,
            "turns": end.turns,
            "exit_code": end.exit_code,
            "oom": end.oom,
            "cause": end.cause,
            "stderr": end.stderr,
        }
    evidence = evidence_to_json(entry.evidence)
    return {
        "kind": _kind(entry.evidence),
        "sitting": entry.sitting,
        "match": entry.match,
        "attempt": entry.attempt,
        "ended_at": entry.ended_at,
        "is_annulled": entry.is_annulled,
        "is_sealed": entry.is_sealed,
        **{key: value for key, value in evidence.items() if key not in _IN_KIND},
    }


def _kind(evidence: Evidence) -> str:
    if evidence.forfeited:
        return "fault"
    return "charge" if evidence.charged else "refusal"


def _faults(told: StoredEvidence, entrant: str, *, is_open: bool) -> list[LoggedFault]:
    """Returns what the entrant did wrong in a match; cards are told once its board is complete."""
    seat = told.seating.index(entrant)
    record = Record.parse(told.record)
    pieces = [evidence_from_json(fields) for fields in json.loads(told.evidence)]
    return [
        LoggedFault(
            match=told.match,
            attempt=told.attempt,
            sitting=told.sitting,
            ended_at=told.ended_at,
            evidence=_sealed(piece, told.match) if piece.tells_cards and not is_open else piece,
            moment=find_moment(record, piece),
            is_annulled=told.is_annulled,
            is_sealed=piece.tells_cards and not is_open,
        )
        for piece in pieces
        if piece.seat == seat
    ]


def _sealed(evidence: Evidence, match: str) -> Evidence:
    """Returns evidence that tells of no cards: the same ones are still to be played."""
    board = match.rpartition(".")[0]
    text = f"an illegal answer; it is told once all rotations of board {board} are played"
    return replace(evidence, text=text)
