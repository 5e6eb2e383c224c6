"""What `arena doctor` finds out: limits that hold, that do not, and that cannot be seen."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.sandbox import Limits
from arena.sandbox.probe import Check, Status, _judge, examine_docker, examine_processes
from arena.sandbox.process import ProcessSandbox

SOUND: Mapping[str, object] = {
    "arena": 1000, "user": 65532, "groups": [], "capabilities": [0, 0, 0],
    "no_new_privs": True, "seccomp": 2,
    "routes": 0, "inet": "refused", "netlink": "refused", "written": [],
    "scratch_bytes": Limits().tmp_bytes, "scratch_files": Limits().tmp_inodes,
    "has_shared_memory": False, "unlink": "refused", "beside": "refused",
    "nofile": Limits().nofile, "fsize": Limits().fsize, "core": 0, "neighbours": 0,
    "processes": 120,
}  # fmt: skip


def failures(checks: list[Check]) -> dict[str, str]:
    return {check.name: check.detail for check in checks if check.status is not Status.HOLDS}


@pytest.mark.docker
async def test_every_limit_of_a_container_holds(run_directory: Path) -> None:
    checks = await examine_docker(run_directory)

    assert failures(checks) == {}
    assert {"memory limited", "kill works", "base image is here"} <= {c.name for c in checks}


async def test_processes_are_told_for_what_they_are(run_directory: Path) -> None:
    footing = await ProcessSandbox(run_directory / "lives").footing()

    failed = failures(await examine_processes(run_directory))

    assert {"no network socket", "system calls filtered", "no neighbours seen"} <= set(failed)
    assert {"memory limited", "kill works", "socket can be reached"}.isdisjoint(failed)
    assert ("own user" in failed) == (not footing.has_users)
    assert ("small temporary directory" in failed) == (not footing.has_mounts)


async def test_without_an_engine_nothing_of_containers_is_claimed(run_directory: Path) -> None:
    first, *others = await examine_docker(run_directory, url="unix:///no/engine")

    assert first.status is Status.DOES_NOT_HOLD
    assert "no such file or directory" in first.detail
    assert {check.status for check in others} == {Status.NOT_VERIFIED}
    assert all(check.advice for check in (first, *others))


@pytest.mark.docker
async def test_without_the_base_image_nothing_of_containers_is_claimed(
    run_directory: Path,
) -> None:
    checks = await examine_docker(run_directory, image="no-such-base.invalid/x:1")

    by_name = {check.name: check for check in checks}
    assert by_name["base image is here"].status is Status.DOES_NOT_HOLD
    assert by_name["kill works"].status is Status.NOT_VERIFIED


def test_sound_facts_hold() -> None:
    assert failures(_judge(SOUND, Limits())) == {}


@pytest.mark.parametrize(
    ("fact", "value", "name"),
    [
        ("user", 0, "own user"),  # root inside
        ("user", 1000, "own user"),  # the arena's
        ("groups", [0], "own user"),  # a group kept
        ("capabilities", [0, 1, 0], "no capabilities"),
        ("no_new_privs", False, "no new privileges"),
        ("seccomp", 0, "system calls filtered"),
        ("routes", 1, "no network route"),
        ("inet", "", "no network socket"),  # a socket was made
        ("netlink", "", "no network socket"),
        ("written", ["/etc"], "nothing written elsewhere"),
        ("scratch_bytes", 1 << 40, "small temporary directory"),  # the disk itself
        ("scratch_files", 0, "few temporary files"),  # no limit
        ("has_shared_memory", True, "no shared memory"),
        ("unlink", "", "socket cannot be replaced"),  # it is gone now
        ("beside", "", "socket cannot be replaced"),
        ("nofile", 1 << 20, "files limited"),
        ("core", -1, "files limited"),
        ("neighbours", 3, "no neighbours seen"),
        ("processes", 160, "processes limited"),  # all that it tried
    ],
)
def test_a_limit_that_does_not_hold_is_said(fact: str, value: object, name: str) -> None:
    assert list(failures(_judge({**SOUND, fact: value}, Limits()))) == [name]
