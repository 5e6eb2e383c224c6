"""Small leagues in a folder, for tests of what is kept."""

import json
from pathlib import Path

from arena.schedule import Fixture, Meeting, fixtures
from arena.store import NewEntrant, NewLeague, Result, SandboxKind, Store

LEAGUE = NewLeague(
    id="0123456789abcdef",
    name="a, b: “c” 🂡",
    game="spades",
    rules={"profile": "carry", "target": 200, "nil_value": 50},
    commitment="c0ffee",
    settings={"boards": 2},
    arena="0.1.0",
)
NOW = 1_800_000_000.0


def new_entrant(
    name: str, digest: str = "d1", sandbox: SandboxKind = SandboxKind.DOCKER
) -> NewEntrant:
    image = "sha256:aa" if sandbox is SandboxKind.DOCKER else None
    return NewEntrant(name, None, sandbox, image, digest, ("python", "bot.py"), {"name": name})


def create(directory: Path, meetings: int = 1) -> Store:
    """Makes a league with three entrants who meet `meetings` times."""
    store = Store.create(directory, LEAGUE, clock=lambda: NOW)
    for name in ("ann's", "bob", "cy"):
        store.add_entrant(new_entrant(name))
    store.add_meetings(Meeting(f"m{seq}", ("e1", "e2", "e3")) for seq in range(1, meetings + 1))
    return store


def result_of(fixture: Fixture, score: int = 200) -> Result:
    return Result(fixture, (1, 2, 2), (score, 90, 90), ("ok", "timeout", "ok"), 7)


def fixtures_of(meeting: str) -> list[Fixture]:
    """Returns the fixtures of a meeting of the three, without a look into the store."""
    return list(fixtures(Meeting(meeting, ("e1", "e2", "e3"))))


def all_fixtures(store: Store) -> list[Fixture]:
    return [fixture for meeting in store.meetings() for fixture in fixtures(meeting)]


def play(store: Store, *played: Fixture) -> None:
    sitting = store.begin_sitting(SandboxKind.DOCKER, "0.1.0")
    store.begin_attempts(played, sitting)
    for fixture in played:
        store.add_result(result_of(fixture), json.dumps({"match": fixture.match}), "{}")
    store.end_sitting(sitting)
