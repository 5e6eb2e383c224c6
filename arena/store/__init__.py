"""Everything that a league keeps: SQLite through SQLAlchemy, by verb."""

from arena.store.database import DATABASE, find_drafts
from arena.store.lock import find_holder, find_live_holder
from arena.store.names import LONGEST_NAME, is_for_another, name_key, parse_name
from arena.store.opened import LOCK
from arena.store.rows import compact
from arena.store.store import Store
from arena.store.value import (
    Attempt,
    AttemptState,
    Checkpoint,
    Closing,
    Counts,
    Entrant,
    Intervention,
    InterventionKind,
    League,
    NewEntrant,
    NewLeague,
    Note,
    Result,
    SandboxKind,
    StoredEvidence,
    StoredLife,
    StoredSitting,
)

__all__ = [
    "DATABASE",
    "LOCK",
    "LONGEST_NAME",
    "Attempt",
    "AttemptState",
    "Checkpoint",
    "Closing",
    "Counts",
    "Entrant",
    "Intervention",
    "InterventionKind",
    "League",
    "NewEntrant",
    "NewLeague",
    "Note",
    "Result",
    "SandboxKind",
    "Store",
    "StoredEvidence",
    "StoredLife",
    "StoredSitting",
    "compact",
    "find_drafts",
    "find_holder",
    "find_live_holder",
    "is_for_another",
    "name_key",
    "parse_name",
]
