"""Leagues to verify, and what a forger makes of their exports."""

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from arena.config import read_settings, settings_text
from arena.deals import Dice
from arena.games import parse_rules
from arena.league import (
    League,
    ScheduleSettings,
    Settings,
    annul,
    close_league,
    disqualify,
    exported,
)
from arena.record import Verdict
from arena.verify import Finding, verify_export
from tests.in_memory import AtTables, add_entrant, play_out
from tests.tampering import rehashed

SECRET = bytes(range(32))
NAMES = ("ann", "b“ó”b", "🂡 cid", "dan")
GAMES = {
    "spades": {"length": "deals:2"},
    "euchre": {"length": "deals:3"},
}


def make(directory: Path, game: str, *, is_closed: bool = True, boards: int = 1) -> Path:
    """Makes a league of four, all played; e4 forfeits, e3 is out, one result was annulled."""
    rules = parse_rules(game, GAMES[game])
    settings = Settings("friends: “all”", rules, ScheduleSettings(boards=boards))
    dice = Dice(SECRET, "0123456789abcdef")
    with League.create(directory, settings, settings_text(settings), dice) as league:
        for name in NAMES[:3]:
            add_entrant(league, name)
        play_out(league)
        add_entrant(league, NAMES[3])
        play_out(league, AtTables({"e4": Verdict.TIMEOUT}))
        annul(league, "m1.b1.r2", "the machine was swapping")
        play_out(league)
        disqualify(league, league.store.entrant("e3"), "a copy of e1")
        if is_closed:
            close_league(league)
    return directory


@cache
def spades_export() -> str:
    """Returns an export of Spades in which nobody is disqualified."""
    with TemporaryDirectory() as name:
        path = Path(name) / "league"
        rules = parse_rules("spades", {"length": "deals:2"})
        settings = Settings("friends", rules, ScheduleSettings(boards=2))
        dice = Dice(SECRET, "0123456789abcdef")
        with League.create(path, settings, settings_text(settings), dice) as league:
            for each in NAMES[:3]:
                add_entrant(league, each)
            play_out(league, AtTables({"e3": Verdict.OOM}))
            close_league(league)
        return export_of(path)


def opened(directory: Path) -> League:
    return League.open(directory, read_settings(directory, {}))


def changed(export: str, number: int, change: Callable[[dict[str, object]], object]) -> str:
    """Returns an export with line `number` (from 0) changed, and hashed anew as a forger would."""
    lines = export.splitlines()
    value = json.loads(lines[number])
    change(value)
    lines[number] = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return rehashed("\n".join(lines) + "\n")


def line_of(export: str, match: str) -> int:
    (number,) = [at for at, line in enumerate(export.splitlines()) if f'"match":"{match}"' in line]
    return number


def put(*path: str | int, to: object) -> Callable[[dict[str, object]], None]:
    def change(line: dict[str, object]) -> None:
        *inner, last = path
        node: object = line
        for key in inner:
            node = node[key]  # type: ignore[index]  # a path of JSON
        node[last] = to  # type: ignore[index]  # the same

    return change


def export_of(directory: Path) -> str:
    with opened(directory) as league:
        return "".join(f"{line}\n" for line in exported(league))


def findings(text: str, jobs: int = 1, secret: bytes | None = None) -> list[str]:
    found: list[Finding] = []
    verify_export(io.BytesIO(text.encode()), "it", secret, found.append, jobs)
    return [str(finding) for finding in found]


def drop(export: str, *numbers: int) -> str:
    kept = [line for at, line in enumerate(export.splitlines()) if at not in numbers]
    return rehashed("\n".join(kept) + "\n")


def swap(export: str, one: int, other: int) -> str:
    lines = export.splitlines()
    lines[one], lines[other] = lines[other], lines[one]
    return rehashed("\n".join(lines) + "\n")


def rehashed_if_whole(text: str) -> str:
    """Returns a forged export hashed anew, where its last line is still the last."""
    last = text.splitlines()[-1] if text.endswith("\n") else ""
    is_whole = last.startswith('{"format":"arena-end') and text.count("arena-end") == 1
    return rehashed(text) if is_whole and "\r" not in text else text
