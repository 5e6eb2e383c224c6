"""Runs a league: its directory, its schedule, what of it is still missing, and its standings.

What plays (`admission`, `playing`, `rooms`, `single`) is imported from its own module, so that
looking at a league loads no gRPC and no Docker.
"""

from arena.league.directory import SETTINGS_FILE, Directory
from arena.league.export import exported_lines, record_to_json
from arena.league.league import ID_BYTES, LEAST_ENTRANTS, League, version
from arena.league.outlook import Outlook, find_player, outlook_of
from arena.league.settings import (
    BuildNetwork,
    PlaySettings,
    ScheduleKind,
    ScheduleSettings,
    Settings,
)
from arena.league.standing import (
    benched_entrants,
    differences,
    missing_fixtures,
    save_standings,
    standings_of,
)

__all__ = [
    "ID_BYTES",
    "LEAST_ENTRANTS",
    "SETTINGS_FILE",
    "BuildNetwork",
    "Directory",
    "League",
    "Outlook",
    "PlaySettings",
    "ScheduleKind",
    "ScheduleSettings",
    "Settings",
    "benched_entrants",
    "differences",
    "exported_lines",
    "find_player",
    "missing_fixtures",
    "outlook_of",
    "record_to_json",
    "save_standings",
    "standings_of",
    "version",
]
