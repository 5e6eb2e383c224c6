"""Every limit of a bot, by name: what facts show that it holds, and what to do if it does not.

Where a bot has a kernel of its own, as under gVisor, a call that only this kernel answers harms
nobody else, and what counts is that nothing gets out.
"""

import re
from collections.abc import Callable

from arena.sandbox.limit import Facts, Outside, Rule, number, words

SLACK = 1.4
"""How much more processor time than its share a bot may seem to get."""
_FILTERED = 2
_ENOSYS = 38
_STRANGERS = "run bots that you do not trust with --sandbox docker"
_OUTDATED = "update the Docker engine and the kernel, or run only bots that you trust"
_CGROUPS = "start the kernel with this cgroup, and let the Docker engine use it"


def cpus_of(cpuset: str) -> set[str]:
    """Returns the numbers of the processors in a list.

    >>> sorted(cpus_of("0-1,3"))
    ['0', '1', '3']
    """
    spans = [span.partition("-") for span in cpuset.split(",") if span]
    ranges = [range(int(first), int(last or first) + 1) for first, _, last in spans]
    return {str(cpu) for span in ranges for cpu in span}


def leaks(facts: Facts, outside: Outside) -> list[str]:
    """Returns what of the machine's names and of the arena's paths a bot can read."""
    seen = str(facts["seen"])
    paths = [path for path in outside.private if re.search(rf"{re.escape(path)}(?![\w.-])", seen)]
    return [name for name in words(facts, "names") if name == outside.machine] + paths


def _no(name: str) -> Callable[[Facts, Outside], bool]:
    return lambda facts, _: facts[name] in ([], False, "")


def _taken(name: str, group: str) -> Rule:
    fact = f"calls_{group}"
    return Rule(
        name,
        (fact, "release"),
        _no(fact),
        f"taken: {{{fact}}}",
        _OUTDATED,
        is_met_by_own_kernel=True,
    )


RULES = (
    Rule(
        "socket-reached",
        ("has_spoken",),
        lambda f, _: f["has_spoken"] is True,
        "a probe spoke through it: {has_spoken}",
        "see that the run directory can be entered and that python3 is in the image; gVisor needs "
        "--host-uds=open, or --fsgofer-host-uds where it is older",
    ),
    Rule(
        "own-user",
        ("user", "groups", "became"),
        lambda f, o: f["user"] not in (0, o.user) and f["groups"] == [] and f["became"] == [],
        "user {user}, other groups: {groups}, became: {became}",
        _STRANGERS,
    ),
    Rule("no-capabilities", ("capabilities",), _no("capabilities"), "{capabilities}", _OUTDATED),
    Rule(
        "no-new-privileges",
        ("no_new_privs",),
        lambda f, _: f["no_new_privs"] == 1,
        "no_new_privs {no_new_privs}",
        _OUTDATED,
    ),
    Rule(
        "system-calls-filtered",
        ("seccomp", "release"),
        lambda f, _: f["seccomp"] == _FILTERED,
        "seccomp mode {seccomp}",
        _STRANGERS,
        is_met_by_own_kernel=True,
    ),
    Rule(
        "threads-start",
        ("clone3",),
        lambda f, _: f["clone3"] == _ENOSYS,
        "clone3 is answered with error {clone3}",
        "let clone3 answer ENOSYS (38), or no thread starts: under gVisor without --oci-seccomp",
    ),
    _taken("no-namespaces", "namespaces"),
    _taken("no-mounts", "mounts"),
    _taken("no-tracing", "tracing"),
    _taken("no-risky-calls", "risky"),
    _taken("no-system-calls-of-root", "system"),
    _taken("no-shared-objects", "ipc"),
    Rule(
        "no-32-bit-calls",
        ("calls_32_bit", "release"),
        _no("calls_32_bit"),
        "taken: {calls_32_bit}",
        _OUTDATED,
        is_met_by_own_kernel=True,
    ),
    Rule(
        "no-network-socket",
        ("families", "release"),
        _no("families"),
        "families of sockets made beside AF_UNIX: {families}",
        _STRANGERS,
        is_met_by_own_kernel=True,
    ),
    Rule(
        "no-network",
        ("ways_out",),
        _no("ways_out"),
        "routes, links and addresses that lead out: {ways_out}",
        _STRANGERS,
    ),
    Rule(
        "no-abstract-socket",
        ("has_reached_abstract",),
        _no("has_reached_abstract"),
        "reached a socket without a file outside: {has_reached_abstract}",
        _STRANGERS,
    ),
    Rule(
        "nothing-written-elsewhere",
        ("written",),
        _no("written"),
        "written beside /tmp: {written}",
        _STRANGERS,
    ),
    Rule(
        "tmp-bytes",
        ("tmp_bytes",),
        lambda f, o: number(f, "tmp_bytes") <= o.limits.tmp_bytes,
        "{tmp_bytes} bytes written",
        _STRANGERS,
    ),
    Rule(
        "tmp-inodes",
        ("tmp_files",),
        lambda f, o: number(f, "tmp_files") <= o.limits.tmp_inodes,
        "{tmp_files} files made",
        f"{_STRANGERS}; gVisor counts no files, but their memory",
    ),
    Rule(
        "file-size",
        ("file_bytes",),
        lambda f, o: number(f, "file_bytes") <= o.limits.fsize,
        "{file_bytes} bytes in one file",
        _OUTDATED,
    ),
    Rule(
        "open-files",
        ("open_files", "raised"),
        lambda f, o: number(f, "open_files") <= o.limits.nofile and f["raised"] == [],
        "{open_files} files open at once, limits raised: {raised}",
        _OUTDATED,
    ),
    Rule(
        "no-priority",
        ("put_first", "release"),
        _no("put_first"),
        "ways to be served first: {put_first}",
        _OUTDATED,
        is_met_by_own_kernel=True,
    ),
    Rule(
        "no-core-dumps",
        ("core", "has_dumped"),
        lambda f, _: f["core"] == 0 and f["has_dumped"] is False,
        "limit {core}, dumped at a crash: {has_dumped}",
        _OUTDATED,
    ),
    Rule(
        "no-locked-memory",
        ("is_locked",),
        _no("is_locked"),
        "a page was locked: {is_locked}",
        _OUTDATED,
    ),
    Rule(
        "kernel-files-closed",
        ("kernel_files",),
        _no("kernel_files"),
        "opened: {kernel_files}",
        _STRANGERS,
    ),
    Rule(
        "no-devices",
        ("devices", "release"),
        _no("devices"),
        "usable: {devices}",
        _STRANGERS,
        is_met_by_own_kernel=True,
    ),
    Rule(
        "environment-clean",
        ("environment",),
        lambda f, o: set(words(f, "environment")) <= o.environment,
        "{environment}",
        "run doctor with the engine's own daemon.json: something adds variables",
    ),
    Rule(
        "no-host-names",
        ("names", "seen"),
        lambda f, o: not leaks(f, o),
        "it is called {names}, and sees no path of the arena's",
        "set play.run_directory to a path that says nothing, as in /run, and see what the engine "
        "mounts",
    ),
    Rule(
        "socket-kept",
        ("unlink", "beside"),
        lambda f, _: f["unlink"] != "" and f["beside"] != "",
        "to remove it: {unlink}; to make another beside it: {beside}",
        _STRANGERS,
    ),
    Rule(
        "only-own-socket",
        ("others",),
        _no("others"),
        "beside its socket: {others}",
        "see what shares the run directory",
    ),
    Rule(
        "no-neighbours",
        ("neighbours",),
        lambda f, _: f["neighbours"] == 0,
        "{neighbours} seen",
        _STRANGERS,
    ),
    Rule(
        "orphans-reaped",
        ("is_reaped",),
        lambda f, _: f["is_reaped"] is True,
        "a process that nobody waited for went away: {is_reaped}",
        "see that the engine has docker-init",
    ),
    Rule(
        "processor-set",
        ("processors",),
        lambda f, o: not o.limits.cpuset or set(words(f, "processors")) <= cpus_of(o.limits.cpuset),
        "runs on {processors}",
        "name processors that there are in limits.cpuset, or none",
    ),
    Rule(
        "processor-limited",
        ("cpu_share", "throttled"),
        lambda f, o: number(f, "cpu_share") <= o.limits.cpus * SLACK and f["throttled"] is True,
        "{cpu_share} of a processor used by two busy processes, held back by the kernel: "
        "{throttled}",
        _CGROUPS,
    ),
    Rule(
        "processes-limited",
        ("processes", "crowd_end"),
        lambda f, o: number(f, "processes") <= o.limits.pids,
        "{processes} at once, then {crowd_end}",
        _CGROUPS,
    ),
    Rule(
        "memory-limited",
        ("held_bytes", "is_oom"),
        lambda f, o: number(f, "held_bytes") <= o.limits.memory and f["is_oom"] is True,
        "{held_bytes} bytes held, ended for want of memory: {is_oom}",
        f"{_CGROUPS}, with accounting of swap",
    ),
    Rule(
        "output-capped",
        ("kept_bytes", "has_flooded"),
        lambda f, o: f["has_flooded"] is True and number(f, "kept_bytes") <= o.kept_bytes,
        "{kept_bytes} bytes kept of a flood",
        "see that the engine has the log driver local",
    ),
    Rule(
        "kill-works",
        ("is_killed",),
        lambda f, _: f["is_killed"] is True,
        "a program that ignores signals was killed: {is_killed}",
        "see whether AppArmor keeps the engine from killing containers",
    ),
    Rule(
        "starts-in-time",
        ("start_seconds",),
        lambda f, o: number(f, "start_seconds") < o.start,
        "{start_seconds} s until a program's first word",
        "leave this machine less other work, or raise clock.start",
    ),
    Rule(
        "pages-forgotten",
        ("hidden_files",),
        lambda f, _: f["hidden_files"] == [],
        "what keeps pages of an image's files in memory from one life to the next: {hidden_files}",
        "run the arena as root on the engine's own machine, with its storage driver overlay2; "
        "else a bot can leave word to its next life by what of its image it reads",
    ),
    Rule(
        "enough-files",
        ("arena_files",),
        lambda f, o: number(f, "arena_files") >= o.files_needed,
        "the arena may open {arena_files} files",
        "raise the limit of open files (ulimit -n), or lower schedule.bots_per_sitting",
    ),
)

PROBE_IMAGE = "probe-image"
"""What stands for all limits that cannot be tried without an image to try them in."""
LIMITS = (PROBE_IMAGE, *(rule.name for rule in RULES))
"""The names of all limits."""
