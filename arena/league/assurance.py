"""Whether this machine keeps what a league promises its authors.

Strangers' bots start only where every limit was seen to hold, or where the operator has accepted
that one does not: both are recorded in the league. An examination costs seconds, so its outcome is
kept until the machine, the engine or what is asked of them changes; one that found something
lacking is repeated, because the operator may have mended it.
"""

import hashlib
import json
import os
import resource
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter

from arena.errors import HostError
from arena.league.files import PER_BOT, SPARE
from arena.league.league import League, version
from arena.league.outlook import ACCEPTED, EXAMINED
from arena.league.settings import PlaySettings, Settings
from arena.sandbox.engine import Engine
from arena.sandbox.limit import Check, Status
from arena.sandbox.probe import Asked, examine_docker
from arena.sandbox.rules import LIMITS, PROBE_IMAGE
from arena.store import Note

_WORDS = TypeAdapter(dict[str, str])


@dataclass(frozen=True, slots=True)
class Machine:
    """What an examination is good for."""

    engine: str
    """The engine and what runs its containers: what an operator has accepted is good for these."""
    fingerprint: str
    """All that the outcome depends on."""


def asked_of(settings: Settings, directory: Path) -> Asked:
    """Returns what a league in `directory` asks of its machine."""
    return Asked(
        limits=settings.limits,
        start=settings.clock.start,
        files=SPARE + PER_BOT * settings.schedule.bots_per_sitting,
        private=(str(Path.home()), str(directory.resolve())),
    )


async def assure(league: League, run_directory: Path, accepted: Sequence[str]) -> list[str]:
    """Returns what the operator is to be told; records what was newly `accepted`.

    Raises HostError if a limit does not hold here, or could not be verified, that nobody accepted.
    """
    play = league.settings.play
    asked = asked_of(league.settings, league.directory.path)
    machine = await machine_of(asked, play)
    notes = league.store.notes()
    before = _accepted_on(notes, machine)
    lacking = _kept(notes, machine)
    if lacking is None or not _covers({*before, *accepted}, lacking):
        checks = await examine_docker(
            run_directory,
            asked,
            url=play.engine,
            image=play.probe_image,
            runtime=play.runtime,
        )
        lacking = {check.name: _reason(check) for check in checks if _is_lacking(check)}
        for check in checks:
            if check.name in lacking and check.name not in LIMITS:  # no bot can start at all
                raise HostError(f"{check.detail}: {check.advice}")
        _keep(league, machine, lacking)
    if not _covers({*before, *accepted}, lacking):
        raise HostError(_refusal(lacking, {*before, *accepted}, play.probe_image))
    for limit in dict.fromkeys(accepted):
        if limit in lacking and limit not in before:
            league.store.add_note(ACCEPTED, json.dumps({"limit": limit, "engine": machine.engine}))
    needless = [limit for limit in dict.fromkeys(accepted) if limit not in lacking]
    return [
        *(f"accepted, and on record: {name}: {reason}" for name, reason in lacking.items()),
        *(f"{limit} holds here, so there is nothing to accept" for limit in needless),
    ]


async def machine_of(asked: Asked, play: PlaySettings) -> Machine:
    """Returns what this machine is; raises HostError if no engine answers."""
    engine = Engine(play.engine)
    try:
        info = await engine.ask(lambda client: client.info())
        images = await engine.ask(lambda client: client.images.list(play.probe_image))
    except HostError as error:
        raise HostError(f"{error} with --sandbox process, if you trust them") from None
    finally:
        engine.close()
    used = play.runtime or str(info.get("DefaultRuntime"))
    all_that_counts = {
        "arena": version(),
        "boot": _boot(),
        "kernel": os.uname().release,
        "engine": [info.get("ID"), info.get("ServerVersion"), info.get("CgroupVersion")],
        "runtime": [used, str((info.get("Runtimes") or {}).get(used))],
        "image": [str(found.id) for found in images],
        "files": resource.getrlimit(resource.RLIMIT_NOFILE)[1],
        "asked": asdict(asked),
    }
    text = json.dumps(all_that_counts, sort_keys=True)
    return Machine(f"{info.get('ID')} {used}", hashlib.sha256(text.encode()).hexdigest())


def _boot() -> str:
    """Returns what is another word after each start of the machine."""
    return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()


def _accepted_on(notes: Iterable[Note], machine: Machine) -> set[str]:
    words = (_WORDS.validate_json(note.text) for note in notes if note.kind == ACCEPTED)
    return {word["limit"] for word in words if word["engine"] == machine.engine}


def _kept(notes: Iterable[Note], machine: Machine) -> Mapping[str, str] | None:
    """Returns what was lacking when this very machine was last examined; None if it never was."""
    examined = [_WORDS.validate_json(note.text) for note in notes if note.kind == EXAMINED]
    if not examined or examined[-1]["fingerprint"] != machine.fingerprint:
        return None
    return {name: reason for name, reason in examined[-1].items() if name in LIMITS}


def _keep(league: League, machine: Machine, lacking: Mapping[str, str]) -> None:
    words = {"fingerprint": machine.fingerprint, **lacking}
    league.store.add_note(EXAMINED, json.dumps(words, ensure_ascii=False))


def _is_lacking(check: Check) -> bool:
    """Tells what must be accepted: not what could not be tried for want of something else."""
    return check.status is not Status.HOLDS and not check.cause


def _covers(accepted: set[str], lacking: Mapping[str, str]) -> bool:
    return lacking.keys() <= accepted


def _reason(check: Check) -> str:
    said = "does not hold" if check.status is Status.DOES_NOT_HOLD else "could not be verified"
    return f"{said} ({check.detail})"


def _refusal(lacking: Mapping[str, str], accepted: set[str], image: str) -> str:
    left = {name: reason for name, reason in lacking.items() if name not in accepted}
    options = " ".join(f"--accept {name}" for name in left)
    if PROBE_IMAGE in left:
        return (
            f"there is no image {image} to try the limits of this machine in: load it, name "
            "another one that has python3 with play.probe_image in league.toml, or say "
            f"{options}, which the league records"
        )
    what = "; ".join(f"{name} {reason}" for name, reason in left.items())
    return (
        f"this machine does not keep strangers' bots within every limit: {what}: mend it as "
        f"`arena doctor --league DIR` says, or say {options}, which the league records"
    )
