"""The doctor before an engine that leaves limits out and says that it gave them."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from arena.sandbox import DEFAULT_URL
from arena.sandbox.limit import Status
from arena.sandbox.probe import examine_docker
from tests.lying_engine import Change, Words, lying_engine
from tests.printed import Printed

SECURITY = ["no-new-privileges:true", "seccomp=unconfined"]


def without(name: str, value: object = None) -> Change:
    """Returns what puts `value` in the place of one limit."""
    return lambda host: host.update({name: value})


def with_limits(**changed: int) -> Change:
    """Returns what changes limits of a process, by their names."""

    def change(host: Words) -> None:
        limits = host["Ulimits"]
        assert isinstance(limits, list)
        host["Ulimits"] = [
            {**limit, "Soft": changed[limit["Name"]], "Hard": changed[limit["Name"]]}
            if limit["Name"] in changed
            else limit
            for limit in limits
        ]

    return change


def with_tmp(*, but: str) -> Change:
    """Returns what leaves an option of /tmp out."""

    def change(host: Words) -> None:
        places = host["Tmpfs"]
        assert isinstance(places, dict)
        host["Tmpfs"] = {
            place: ",".join(each for each in options.split(",") if not each.startswith(but))
            for place, options in places.items()
        }

    return change


def all_of(*changes: Change) -> Change:
    def change(host: Words) -> None:
        for each in changes:
            each(host)

    return change


LEFT_OUT = {
    "what a bot may use up": (
        all_of(
            without("PidsLimit"),
            without("Memory", 1 << 30),
            without("MemorySwap", 1 << 30),
            with_limits(nofile=4096, fsize=1 << 30, memlock=1 << 20),
            with_tmp(but="size="),
        ),
        {"processes-limited", "memory-limited", "open-files", "file-size", "no-locked-memory"}
        | {"tmp-bytes"},
    ),
    "where it may write, and its right hand": (
        all_of(
            without("ReadonlyRootfs", value=False),
            without("Init", value=False),
            without("CapDrop"),
            without("SecurityOpt", SECURITY[1:]),
            with_limits(core=1 << 20),
            with_tmp(but="nr_inodes="),
        ),
        {"nothing-written-elsewhere", "orphans-reaped", "no-capabilities", "no-new-privileges"}
        | {"system-calls-filtered", "no-risky-calls", "no-core-dumps", "tmp-inodes"},
    ),
    "whom it may reach": (
        all_of(without("NetworkMode", "host"), without("SecurityOpt", SECURITY)),
        {"no-network", "no-network-socket", "no-abstract-socket", "no-shared-objects"}
        | {"no-32-bit-calls", "no-system-calls-of-root"},
    ),
}


@pytest.mark.docker
@pytest.mark.slow
@pytest.mark.parametrize("what", LEFT_OUT)
async def test_limits_that_an_engine_only_claims_to_give_are_found(
    run_directory: Path, what: str
) -> None:
    change, broken = LEFT_OUT[what]

    async with lying_engine(run_directory, change) as url:
        checks = await examine_docker(run_directory, url=url)

    lacking = {check.name for check in checks if check.status is Status.DOES_NOT_HOLD}
    assert broken <= lacking, broken - lacking
    assert {"engine-answers", "probe-image", "kill-works"}.isdisjoint(lacking)


@pytest.mark.docker
async def test_the_doctor_ends_with_the_machines_code_and_says_which(run_directory: Path) -> None:
    async with lying_engine(run_directory, without("PidsLimit")) as url:
        doctor = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "arena", "doctor", "--engine", url, "--json"),
            stdout=asyncio.subprocess.PIPE,
            cwd=run_directory,  # an engine that keeps its files below the own place shows its name
        )
        told, _ = await doctor.communicate()

    checks = {check["name"]: check for check in json.loads(told)}
    assert doctor.returncode == 4
    assert [name for name, check in checks.items() if check["status"] != "holds"] == [
        "processes-limited"
    ]
    assert checks["processes-limited"]["status"] == "does-not-hold"
    assert checks["processes-limited"]["detail"] == "160 at once, then no more"
    assert checks["processes-limited"]["advice"]


def test_the_doctor_looks_with_the_settings_of_a_league(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    league = tmp_path / "league"
    assert Printed(capsys, "init", league).code == 0
    settings = league / "league.toml"
    settings.write_text(settings.read_text().replace(DEFAULT_URL, "unix:///no/such/engine"))

    told = Printed(capsys, "doctor", "--league", league, "--json")

    first, *others = json.loads(told.out)
    assert (told.code, first["name"]) == (4, "engine-answers")
    assert "/no/such/engine" in first["detail"]
    assert {check["status"] for check in others} == {"not-verified"}


def test_the_doctor_refuses_a_directory_without_a_league(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = Printed(capsys, "doctor", "--league", tmp_path)

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(f"error: there is no league in {tmp_path}: ")
    assert told.err.count("\n") == 1
