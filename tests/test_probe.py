"""What `arena doctor` finds out: limits that hold, that do not, and that cannot be seen."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox.inside import is_open
from arena.sandbox.limit import Check, Outside, Status, judge
from arena.sandbox.probe import BASE_IMAGE, Asked, examine_docker, examine_processes
from arena.sandbox.process import ProcessSandbox
from arena.sandbox.rules import LIMITS, PROBE_IMAGE, RULES, cpus_of

TRIED = Asked().tried()
OUTSIDE = Outside(
    limits=TRIED,
    user=1000,
    release="6.1.0",
    machine="the-host",
    environment=frozenset({"HOME", "PATH", "GREETING"}),
    private=("/srv/ann", "/srv/ann/league"),
    start=10.0,
    files_needed=3584,
    kept_bytes=524_288,
)
SOUND: Mapping[str, object] = {
    "has_spoken": True, "release": "6.1.0", "start_seconds": 0.4, "arena_files": 4096,
    "user": 65532, "groups": [], "became": [], "capabilities": [], "no_new_privs": 1,
    "seccomp": 2, "clone3": 38, "calls_32_bit": [],
    "calls_namespaces": [], "calls_mounts": [], "calls_tracing": [], "calls_risky": [],
    "calls_system": [], "calls_ipc": [],
    "families": [], "ways_out": [], "has_reached_abstract": False,
    "written": [], "tmp_bytes": TRIED.tmp_bytes, "tmp_files": TRIED.tmp_inodes - 1,
    "file_bytes": TRIED.fsize, "open_files": TRIED.nofile, "raised": [], "put_first": [],
    "core": 0, "has_dumped": False, "is_locked": False, "kernel_files": [], "devices": [],
    "environment": ["GREETING", "HOME"], "names": ["bot"],
    "seen": "/run/arena-0123/89ab /run/arena",
    "unlink": "Read-only file system", "beside": "Read-only file system", "others": [],
    "neighbours": 0, "is_reaped": True, "processors": [0, 1],
    "cpu_share": 0.11, "throttled": True, "processes": 126, "crowd_end": "no more",
    "held_bytes": 120_000_000, "is_oom": True, "kept_bytes": 262_144, "has_flooded": True,
    "is_killed": True, "hidden_files": [],
}  # fmt: skip
BROKEN: tuple[tuple[str, str, object], ...] = (
    ("socket-reached", "has_spoken", False),
    ("own-user", "user", 0),  # root inside
    ("own-user", "user", 1000),  # the arena's
    ("own-user", "groups", [0]),  # a group kept
    ("own-user", "became", ["user 0"]),
    ("no-capabilities", "capabilities", ["CapBnd"]),  # none in use, one in reach
    ("no-capabilities", "capabilities", ["unknown"]),
    ("no-new-privileges", "no_new_privs", 0),
    ("system-calls-filtered", "seccomp", 0),
    ("system-calls-filtered", "seccomp", 1),  # strict, which is not ours
    ("threads-start", "clone3", 1),  # the C library then starts no thread
    ("threads-start", "clone3", 22),  # let through: its flags cannot be looked at
    ("no-namespaces", "calls_namespaces", ["unshare"]),
    ("no-mounts", "calls_mounts", ["fsopen"]),
    ("no-tracing", "calls_tracing", ["ptrace"]),
    ("no-risky-calls", "calls_risky", ["io_uring_setup"]),
    ("no-system-calls-of-root", "calls_system", ["sync"]),
    ("no-shared-objects", "calls_ipc", ["shmget"]),
    ("no-32-bit-calls", "calls_32_bit", ["int 0x80"]),
    ("no-network-socket", "families", [38]),  # AF_ALG
    ("no-network", "ways_out", ["eth0"]),
    ("no-abstract-socket", "has_reached_abstract", True),
    ("nothing-written-elsewhere", "written", ["/dev/shm"]),  # noqa: S108  # never opened
    ("tmp-bytes", "tmp_bytes", 2 * TRIED.tmp_bytes),
    ("tmp-inodes", "tmp_files", 2 * TRIED.tmp_inodes),
    ("file-size", "file_bytes", 2 * TRIED.fsize),
    ("open-files", "open_files", TRIED.nofile + 1),
    ("open-files", "raised", ["NOFILE"]),
    ("no-priority", "put_first", ["REALTIME"]),
    ("no-core-dumps", "core", -1),  # no limit
    ("no-core-dumps", "has_dumped", True),
    ("no-locked-memory", "is_locked", True),
    ("kernel-files-closed", "kernel_files", ["/proc/kcore"]),
    ("no-devices", "devices", ["/dev/kvm"]),
    ("environment-clean", "environment", ["HOME", "HTTP_PROXY"]),
    ("no-host-names", "names", ["bot", "the-host"]),
    ("no-host-names", "seen", "/srv/ann/run/89ab /run/arena"),
    ("no-host-names", "seen", "rw,upperdir=/srv/ann"),
    ("socket-kept", "unlink", ""),  # it is gone now
    ("socket-kept", "beside", ""),
    ("only-own-socket", "others", ["another.sock"]),
    ("no-neighbours", "neighbours", 3),
    ("orphans-reaped", "is_reaped", False),
    ("processor-set", "processors", [0, 1, 2]),
    ("processor-limited", "cpu_share", 0.5),
    ("processor-limited", "throttled", False),  # it never wanted more
    ("processes-limited", "processes", TRIED.pids + 1),
    ("memory-limited", "held_bytes", TRIED.memory + 1),  # swap on top
    ("memory-limited", "is_oom", False),  # it had all that it wanted
    ("output-capped", "kept_bytes", 1 << 20),
    ("output-capped", "has_flooded", False),
    ("kill-works", "is_killed", False),
    ("starts-in-time", "start_seconds", 10.5),
    ("enough-files", "arena_files", 1024),
    ("pages-forgotten", "hidden_files", ["the engine does not name them"]),
)


def judged(facts: Mapping[str, object], outside: Outside = OUTSIDE) -> list[Check]:
    return [judge(rule, facts, outside, "nobody looked") for rule in RULES]


def failures(checks: list[Check]) -> dict[str, str]:
    return {check.name: check.detail for check in checks if check.status is not Status.HOLDS}


def with_processors(cpuset: str) -> Outside:
    return replace(OUTSIDE, limits=replace(TRIED, cpuset=cpuset))


@pytest.mark.docker
async def test_every_limit_of_a_container_holds(run_directory: Path) -> None:
    checks = await examine_docker(run_directory)

    assert failures(checks) == {}
    assert {check.name for check in checks} == {"engine-answers", "runtime-known", *LIMITS}


@pytest.mark.docker
@pytest.mark.runsc
async def test_under_gvisor_what_does_not_hold_is_said(run_directory: Path) -> None:
    checks = await examine_docker(run_directory, runtime="runsc")

    assert failures(checks).keys() <= {"tmp-inodes"}  # newer ones count files
    own = [check.name for check in checks if "by a kernel of the bot's own" in check.detail]
    assert {"system-calls-filtered", "no-network-socket"} <= set(own)


async def test_processes_are_told_for_what_they_are(run_directory: Path) -> None:
    footing = await ProcessSandbox(run_directory / "lives").footing()

    failed = failures(await examine_processes(run_directory))

    assert "ended with code" not in str(failed), failed  # every probe came to its end
    never = {"no-network-socket", "system-calls-filtered", "no-neighbours", "no-abstract-socket"}
    assert never <= set(failed)
    assert {"kill-works", "socket-reached", "output-capped"}.isdisjoint(failed)
    assert not failed.get("memory-limited", "").endswith("no")  # ended, if not in time
    assert ("own-user" in failed) == (not footing.has_users)
    assert ("tmp-bytes" in failed) == (not footing.has_mounts)


def test_a_place_that_cannot_even_be_looked_at_is_not_written_to(tmp_path: Path) -> None:
    """A container's files lie in such a place of every machine with an engine."""
    closed = tmp_path / "closed"
    (closed / "within").mkdir(parents=True)
    closed.chmod(0)
    try:
        if os.geteuid() == 0:
            os.seteuid(65_534)
        assert not is_open(str(closed / "within"))
        assert not is_open(str(closed / "missing"))
    finally:
        os.seteuid(os.getuid())
        closed.chmod(0o700)


async def test_without_an_engine_nothing_of_containers_is_claimed(run_directory: Path) -> None:
    first, *others = await examine_docker(run_directory, url="unix:///no/engine")

    assert first.status is Status.DOES_NOT_HOLD
    assert "no such file or directory" in first.detail
    assert {check.status for check in others} == {Status.NOT_VERIFIED}
    assert all(check.advice for check in (first, *others))


@pytest.mark.docker
@pytest.mark.parametrize(
    ("image", "runtime", "name"),
    [
        ("no-such-base.invalid/x:1", "", PROBE_IMAGE),
        (BASE_IMAGE, "no-such-runtime", "runtime-known"),
    ],
)
async def test_without_what_is_needed_nothing_of_containers_is_claimed(
    run_directory: Path, image: str, runtime: str, name: str
) -> None:
    checks = await examine_docker(run_directory, image=image, runtime=runtime)
    by_name = {check.name: check for check in checks}

    assert by_name[name].status is Status.DOES_NOT_HOLD
    assert by_name["kill-works"].status is Status.NOT_VERIFIED
    assert by_name["kill-works"].cause == name


def test_sound_facts_hold() -> None:
    assert failures(judged(SOUND)) == {}


@pytest.mark.parametrize(("name", "fact", "value"), BROKEN)
def test_a_limit_that_does_not_hold_is_said(name: str, fact: str, value: object) -> None:
    checks = judged({**SOUND, fact: value}, with_processors("0-1"))

    assert list(failures(checks)) == [name]
    assert all(check.advice for check in checks if check.status is not Status.HOLDS)


def test_every_rule_can_be_broken_by_every_fact_that_it_needs() -> None:
    broken = {(name, fact) for name, fact, _ in BROKEN}
    told = {"release", "crowd_end"}  # only say by whom, and how

    assert {
        (rule.name, fact) for rule in RULES for fact in rule.needs if fact not in told
    } == broken


@pytest.mark.parametrize("fact", SOUND)
def test_what_nobody_looked_at_is_never_said_to_hold(fact: str) -> None:
    without = {name: value for name, value in SOUND.items() if name != fact}

    for check, rule in zip(judged(without), RULES, strict=True):
        assert (check.status is Status.NOT_VERIFIED) == (fact in rule.needs)


@pytest.mark.parametrize(
    ("fact", "value", "does_hold"),
    [
        ("calls_namespaces", ["unshare"], True),  # of its own kernel's
        ("families", [2, 16], True),
        ("seccomp", 0, True),
        ("ways_out", ["eth0"], False),  # leads out, whoever's the kernel is
        ("written", ["/etc"], False),
        ("tmp_files", 1 << 20, False),
        ("clone3", 1, False),
    ],
)
def test_a_kernel_of_its_own_may_take_calls_but_lets_nothing_out(
    fact: str, value: object, *, does_hold: bool
) -> None:
    facts = {**SOUND, "release": "4.4.0", fact: value}

    assert (failures(judged(facts)) == {}) == does_hold


@pytest.mark.parametrize(
    ("cpuset", "processors"),
    [("", set()), ("3", {"3"}), ("0-2", {"0", "1", "2"}), ("0-1,5", {"0", "1", "5"})],
)
def test_a_set_of_processors_is_read(cpuset: str, processors: set[str]) -> None:
    assert cpus_of(cpuset) == processors
