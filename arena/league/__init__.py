"""Runs a league: its directory, its schedule, what of it is still missing, and its standings.

What plays (`admission`, `playing`, `rooms`, `single`) is imported from its own module, so that
looking at a league loads no gRPC and no Docker.
"""

from arena.league.closing import close_league, published_secret
from arena.league.directory import SETTINGS_FILE, Directory
from arena.league.export import exported, exported_lines, record_to_json
from arena.league.intervention import (
    annul,
    annulments,
    check_match,
    disqualify,
    find_revision,
    find_revisions,
    parse_reason,
    standing_interventions,
    undo_annul,
    undo_disqualify,
    undo_withdraw,
    withdraw,
)
from arena.league.league import ID_BYTES, League, version
from arena.league.outlook import Outlook, find_player, outlook_of
from arena.league.settings import (
    BuildNetwork,
    EntryCheck,
    EntrySettings,
    PlaySettings,
    ScheduleKind,
    ScheduleSettings,
    Settings,
    seat_mistakes,
)
from arena.league.standing import (
    benched_entrants,
    counting,
    differences,
    disqualified_entrants,
    missing_fixtures,
    save_standings,
    standings_of,
    withdrawn_entrants,
)

__all__ = [
    "ID_BYTES",
    "SETTINGS_FILE",
    "BuildNetwork",
    "Directory",
    "EntryCheck",
    "EntrySettings",
    "League",
    "Outlook",
    "PlaySettings",
    "ScheduleKind",
    "ScheduleSettings",
    "Settings",
    "annul",
    "annulments",
    "benched_entrants",
    "check_match",
    "close_league",
    "counting",
    "differences",
    "disqualified_entrants",
    "disqualify",
    "exported",
    "exported_lines",
    "find_player",
    "find_revision",
    "find_revisions",
    "missing_fixtures",
    "outlook_of",
    "parse_reason",
    "published_secret",
    "record_to_json",
    "save_standings",
    "seat_mistakes",
    "standing_interventions",
    "standings_of",
    "undo_annul",
    "undo_disqualify",
    "undo_withdraw",
    "version",
    "withdraw",
    "withdrawn_entrants",
]
