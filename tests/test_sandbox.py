"""Starting and stopping bots: the same promises from containers and from plain processes."""

import asyncio
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from arena.errors import BotError, SandboxError
from arena.sandbox import Exit, Launch, Limits, clean_text
from arena.sandbox.process import ProcessSandbox
from tests.sandboxes import DAEMON, FOREVER, SANDBOXES, Place, open_place, until_up

MIB = 1024 * 1024


@pytest.fixture(params=SANDBOXES)
async def place(request: pytest.FixtureRequest, run_directory: Path) -> AsyncIterator[Place]:
    async with open_place(request.param, run_directory) as opened:
        yield opened


async def has_own_user(place: Place) -> bool:
    """Tells whether a bot is kept from the arena's own files here."""
    return (
        not isinstance(place.sandbox, ProcessSandbox) or (await place.sandbox.footing()).has_mounts
    )


async def test_a_bot_reaches_its_socket_and_ends_by_itself(place: Place) -> None:
    before = time.monotonic()
    life = await place.start('tell("hello")')

    ended = await life.wait()

    assert before < life.started_at < time.monotonic()
    assert await (await place.wire()).words() == ["hello"]
    assert ended == Exit(code=0)


@pytest.mark.parametrize(
    ("source", "code", "number"),
    [
        ("sys.exit(7)", 7, None),  # its own choice
        ("sys.exit(137)", 137, 9),  # the same code as if it was killed
        ("1 / 0", 1, None),  # a crash
        ("os.kill(os.getpid(), signal.SIGTERM)", 143, 15),  # a signal to itself
        ("os.kill(os.getpid(), signal.SIGKILL)", 137, 9),  # a kill by itself is its own fault
        ("os.abort()", 134, 6),  # and leaves no core
    ],
)
async def test_how_a_bot_ends_is_its_own_doing(
    place: Place, source: str, code: int, number: int | None
) -> None:
    ended = await place.end(source)

    assert (ended.code, ended.signal) == (code, number)
    assert (ended.oom, ended.stopped_by_arena, ended.external) == (False, False, None)


async def test_the_end_of_what_it_printed_is_kept_and_cleaned(place: Place) -> None:
    ended = await place.end(
        r'print("x" * 9000, "\x1b[2J\x1b]0;title\x07\rlast \u202ewords", flush=True)'
    )

    assert len(ended.stderr) <= 4096
    assert ended.stderr.startswith("xxx")
    assert ended.stderr.endswith(" \ufffdlast \ufffdwords\n")


@pytest.mark.parametrize("unit", [r"b'0123456789\n'", "b'0123456789'"])
async def test_a_flood_of_output_neither_blocks_it_nor_grows(place: Place, unit: str) -> None:
    source = f"block = {unit} * 100_000\nfor _ in range(64): os.write(2, block)\ntell('through')"

    ended = await place.end(source)

    assert await (await place.wire()).words() == ["through"]
    assert ended.code == 0
    assert len(ended.stderr) <= 4096


async def test_stopping_ends_a_bot_that_ignores_signals(place: Place) -> None:
    ignore = "for number in (2, 15, 1): signal.signal(number, signal.SIG_IGN)\n"
    life = await until_up(place, ignore + FOREVER)

    ended = await life.stop()

    assert (ended.code, ended.stopped_by_arena, ended.external) == (137, True, None)


async def test_stopping_twice_or_at_once_is_stopping(place: Place) -> None:
    life = await until_up(place)

    first, second, waited = await asyncio.gather(life.stop(), life.stop(), life.wait())

    assert first == second == waited == await life.stop()


async def test_stopping_a_bot_that_has_ended_tells_how_it_ended(place: Place) -> None:
    life = await place.start("sys.exit(3)")
    await life.wait()

    ended = await life.stop()

    assert (ended.code, ended.stopped_by_arena) == (3, False)


@pytest.mark.parametrize("daemon", ["", "for name in dir(signal): pass", "os.setpgid(0, 0)"])
async def test_a_daemon_ends_with_its_bot(place: Place, daemon: str) -> None:
    life = await place.start(DAEMON.format(daemon=daemon) + "time.sleep(1000)")
    wire = await place.wire()
    assert await wire.word() == "up"

    await life.stop()

    assert await wire.word() == "", "the daemon still holds the connection"


async def test_a_daemon_does_not_outlive_a_bot_that_ends(place: Place) -> None:
    ended = await place.end(DAEMON.format(daemon="") + "os.wait()")

    assert ended.code == 0
    assert (await (await place.wire()).words())[1:] == []


async def test_it_sees_only_an_environment_that_was_chosen(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_TEST_SECRET", "s3cret")
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.test")

    names = await place.told("tell(*os.environ)")

    chosen = {"PATH", "HOME", "TMPDIR", "LANG", "ARENA_SOCKET"}
    by_engine = {"HOSTNAME"} if place.is_docker else set()
    assert set(names[0].split()) - {"LC_CTYPE"} <= chosen | by_engine


async def test_it_has_no_files_of_the_arenas_open(place: Place) -> None:
    told = await place.told(
        "tell(*sorted(os.readlink(f'/proc/self/fd/{n}') for n in range(3)))\n"
        "tell(len(os.listdir('/proc/self/fd')))"
    )

    assert "/dev/null" in told[0]
    assert told[1] == "5", "three streams, its connection and the listing itself"


async def test_it_is_a_stranger_to_the_machine(place: Place) -> None:
    """Neither root, nor privileged, nor able to become so."""
    if not await has_own_user(place):
        pytest.skip("bots have no file system of their own here")

    told = await place.told(
        "status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
        "tell(os.getuid() >= 60000 and os.getgid() >= 60000, os.getgroups())\n"
        "tell(int(status['CapEff'], 16), int(status['CapPrm'], 16), int(status['NoNewPrivs']))\n"
        "tell(attempt(lambda: os.setuid(0)))"
    )

    assert re.fullmatch(r"True \[(64[0-9]{3})?\]", told[0])
    assert told[1:] == ["0 0 1", "Operation not permitted"]


async def test_it_can_write_in_its_temporary_directory_only(place: Place) -> None:
    if not await has_own_user(place):
        pytest.skip("bots have no file system of their own here")
    places = ("/", "/etc", "/usr/bin", "/var", ".", "/proc/sys/kernel")

    told = await place.told(
        f"for place in {places}:\n"
        "    tell(attempt(lambda: open(os.path.join(place, 'trace'), 'w')))\n"
        "tell(attempt(lambda: open(os.environ['TMPDIR'] + '/trace', 'w')))\n"
    )

    assert "done" not in told[:-1]
    assert told[-1] == "done"


async def test_it_cannot_touch_its_socket(place: Place) -> None:
    if not await has_own_user(place):
        pytest.skip("bots have no file system of their own here")

    told = await place.told(
        "path = os.environ['ARENA_SOCKET'].removeprefix('unix://')\n"
        "tell(attempt(lambda: os.unlink(path)))\n"
        "tell(attempt(lambda: os.chmod(path, 0o600)))\n"
        "tell(attempt(lambda: open(path + '.new', 'w')))\n"
        "tell(attempt(lambda: os.rename(path, path + '.old')))\n"
    )

    assert "done" not in told


async def test_a_life_finds_nothing_of_an_earlier_one(place: Place) -> None:
    leave = (
        "for place in {os.environ['HOME'], os.environ['TMPDIR'], '.', '/dev/shm', '/var/tmp'}:\n"
        "    attempt(lambda: open(os.path.join(place, 'arena-test-trace'), 'w'))\n"
        "tell('left')"
    )
    look = (
        "for place in {os.environ['HOME'], os.environ['TMPDIR'], '.', '/dev/shm', '/var/tmp'}:\n"
        "    if os.path.exists(os.path.join(place, 'arena-test-trace')): tell('found', place)\n"
        "tell('looked')"
    )
    if not await has_own_user(place):
        leave, look = (text.replace(", '/dev/shm', '/var/tmp'", "") for text in (leave, look))

    assert await place.told(leave) == ["left"]
    assert await place.told(look) == ["looked"]


async def test_its_temporary_directory_is_small(place: Place) -> None:
    if not await has_own_user(place):
        pytest.skip("bots have no file system of their own here")
    limits = Limits(tmp_bytes=MIB, tmp_inodes=32)

    told = await place.told(
        "os.chdir(os.environ['TMPDIR'])\n"
        "tell(attempt(lambda: open('large', 'wb', 0).write(bytes(2 << 20)) < 2 << 20 or 1))\n"
        "tell(os.path.getsize('large') <= 1 << 20); os.unlink('large')\n"
        "tell(attempt(lambda: [open(f'f{n}', 'w').close() for n in range(40)]))",
        limits=limits,
    )

    assert told[1:] == ["True", "No space left on device"]


async def test_its_files_are_few_and_small_and_no_core_is_left(place: Place) -> None:
    limits = Limits(nofile=64, fsize=4096)

    told = await place.told(
        "import resource\n"
        "tell(attempt(lambda: [os.dup(1) for _ in range(64)])); os.closerange(8, 64)\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "file = open(os.environ['TMPDIR'] + '/f', 'wb', 0); file.write(bytes(4096))\n"
        "tell(attempt(lambda: file.write(b'x')))\n"
        "tell(*map(resource.getrlimit, (resource.RLIMIT_CORE, resource.RLIMIT_MEMLOCK)))",
        limits=limits,
    )

    assert told == ["Too many open files", "File too large", "(0, 0) (0, 0)"]


@pytest.mark.parametrize(
    "grow",
    [
        "if os.fork() == 0: time.sleep(1000)",
        "threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()",
    ],
)
async def test_a_bomb_of_forks_or_threads_is_bounded(place: Place, grow: str) -> None:
    if isinstance(place.sandbox, ProcessSandbox) and not (await place.sandbox.footing()).has_users:
        pytest.skip("the arena's user cannot be limited here")

    told = await place.told(
        "made = 0\n"
        "try:\n"
        "    while made < 400:\n"
        f"        {grow}\n"
        "        made += 1\n"
        "except (OSError, RuntimeError): tell('bounded', made)\n"
        "os._exit(0)",
        limits=Limits(pids=40),
    )

    word, made = told[0].split()
    assert word == "bounded"
    assert 20 <= int(made) <= 40


@pytest.mark.parametrize(
    "where", ["", "if os.fork(): os._exit(os.waitstatus_to_exitcode(os.wait()[1]))\n"]
)
async def test_a_memory_bomb_is_ended_and_said_to_be_one(place: Place, where: str) -> None:
    bomb = where + "held = []\nwhile True: held.append(b'x' * (1 << 20)); time.sleep(0.002)"

    ended = await place.end(bomb, limits=Limits(memory=64 * MIB))

    assert ended.oom
    assert ended.code != 0
    assert not ended.stopped_by_arena
    assert ended.external is None


@pytest.mark.parametrize("command", [("no-such-program",), ("./bot.py",), ("/etc/passwd",)])
async def test_a_program_that_cannot_run_is_the_bots_fault(
    place: Place, command: tuple[str, ...]
) -> None:
    launch = await place.launch("", command=command)

    try:
        ended = await (await place.sandbox.start(launch)).wait()
    except BotError as error:
        text = str(error)
    else:
        assert ended.code in (126, 127)
        text = ended.stderr

    assert command[0] in text
    assert "no such file" in text.lower() or "permission denied" in text.lower()


async def test_a_start_that_is_cancelled_leaves_nothing(place: Place) -> None:
    starting = asyncio.ensure_future(place.start(FOREVER))
    await asyncio.wait([starting], timeout=0.01)
    starting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await starting

    assert await place.sandbox.sweep() == []


async def test_lives_leave_nothing_in_the_arena(place: Place) -> None:
    """Neither descriptors nor tasks, once its connections to an engine are all open."""
    for _ in range(8 if place.is_docker else 1):
        await (await place.start(FOREVER)).stop()
    await place.hang_up()
    before = _held()

    for source in ("sys.exit(1)", FOREVER, "tell('x')"):
        await (await place.start(source)).stop()
    await place.hang_up()

    assert _held() <= before


def _held() -> tuple[int, int]:
    return len(list(Path("/proc/self/fd").iterdir())), len(asyncio.all_tasks())


async def test_many_start_at_once(place: Place) -> None:
    lives = await asyncio.gather(*(until_up(place) for _ in range(6)))

    await place.sandbox.close()

    assert {(await life.stop()).stopped_by_arena for life in lives} == {True}


@pytest.mark.parametrize(
    ("printed", "kept"),
    [
        (b"plain\tand\nlines\r\n", "plain\tand\nlines\n"),
        (b"\x1b[31mred\x1b[0m", "red"),  # colours
        (b"\x1b]8;;http://x\x1b\\link\x1b]8;;\x07", "link"),  # hyperlinks
        (b"\x1b]0;never ends\nthe cause", "\nthe cause"),  # hiding what came after
        ("\xad\u180e\u206a\U000e0041".encode(), "\ufffd" * 4),  # seen by nobody
        (b"\x1b[2Jover\rwritten", "over\ufffdwritten"),  # hiding what stood before
        ("\u202egnp\u2066".encode(), "\ufffdgnp\ufffd"),  # turning the direction of text
        ("a\xadb\U000e0041".encode(), "a\ufffdb\ufffd"),  # signs that nobody sees
        (b"\x00\x07\x9b\xff", "\ufffd\ufffd\ufffd\ufffd"),  # controls, and what is no UTF-8
        (b"x" * 5000, "x" * 4096),
        ("♠é日".encode(), "♠é日"),
    ],
)
def test_what_bots_print_is_made_safe(printed: bytes, kept: str) -> None:
    assert clean_text(printed) == kept


@pytest.mark.parametrize(
    ("slot", "directory"),
    [
        ("../up", "/run/x"),
        ("", "/run/x"),
        ("A b", "/run/x"),
        ("a" * 49, "/run/x"),
        ("a", "relative"),
        ("a", "/" + "d" * 100),
    ],
)
def test_a_launch_with_a_bad_slot_or_socket_is_refused(slot: str, directory: str) -> None:
    with pytest.raises(SandboxError):
        Launch(slot=slot, socket_directory=Path(directory), command=("x",))


async def test_weaker_guarantees_are_said(run_directory: Path) -> None:
    footing = await ProcessSandbox(run_directory / "lives").footing()

    assert any("network" in note for note in footing.notes())
    assert footing.has_users or any("arena's user" in note for note in footing.notes())
