"""The standard streams of bots in both sandboxes: whose they are, what they hold, how they end."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arena.sandbox import Exit, Launch, Life, Limits
from arena.sandbox.life import DockerLife
from tests.sandboxes import SANDBOXES, SECONDS, Place, open_place

ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)\n"
FLOOD = 1 << 20


@pytest.fixture(params=SANDBOXES)
async def place(request: pytest.FixtureRequest, run_directory: Path) -> AsyncIterator[Place]:
    before = open_files()
    async with open_place(request.param, run_directory) as opened:
        yield opened
    await asyncio.sleep(0)
    if request.param == "process":  # an engine's client keeps connections
        assert open_files() == before


def open_files() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


@dataclass
class Heard:
    """A sink that keeps all that came."""

    printed: bytearray = field(default_factory=bytearray)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    has_ended: bool = False

    def fed(self, data: bytes) -> None:
        self.printed += data
        self.changed.set()

    def ended(self) -> None:
        self.has_ended = True
        self.changed.set()

    async def until(self, size: int) -> bytes:
        """Returns the first `size` bytes, once they are there."""
        while len(self.printed) < size:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), SECONDS)
        return bytes(self.printed[:size])

    async def all(self) -> bytes:
        while not self.has_ended:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), SECONDS)
        return bytes(self.printed)


async def start(place: Place, source: str, *, is_heard: bool = True) -> tuple[Life, Heard]:
    folder = place.directory / "folder"
    folder.mkdir(exist_ok=True)
    launch = Launch(
        slot=secrets.token_hex(4),
        socket_directory=None,
        command=("python3", "-c", source),
        folder=folder,
        image=place.image,
        limits=Limits(),
    )
    life = await place.sandbox.start(launch)
    heard = Heard()
    assert life.streams is not None
    if is_heard:
        life.streams.attach(heard)
    return life, heard


async def test_what_is_written_is_read_and_what_is_printed_is_heard(place: Place) -> None:
    life, heard = await start(place, ECHO)
    assert life.streams is not None

    for word in (b"one\n", b"two\n", b"x" * FLOOD + b"\n"):
        await asyncio.wait_for(life.streams.write(word), SECONDS)
    expected = b"one\ntwo\n" + b"x" * FLOOD + b"\n"

    assert await heard.until(len(expected)) == expected
    life.streams.end_input()
    assert await asyncio.wait_for(life.wait(), SECONDS) == Exit(code=0)
    assert await heard.all() == expected
    await life.stop()


async def test_errors_are_apart_and_their_end_is_kept(place: Place) -> None:
    life, heard = await start(
        place,
        "import sys\nprint('a message', flush=True)\n"
        "for n in range(9000): print('trace', n, file=sys.stderr)\nsys.exit(3)",
    )

    ended = await asyncio.wait_for(life.wait(), SECONDS)

    assert await heard.all() == b"a message\n"
    assert ended.code == 3
    assert ended.stderr.endswith("trace 8998\ntrace 8999\n")
    assert "a message" not in ended.stderr
    assert len(ended.stderr) <= Limits().stderr_bytes
    await life.stop()


async def test_the_streams_may_be_opened_by_name(place: Place) -> None:
    """As some languages do; they belong to the bot's user."""
    life, heard = await start(
        place,
        "with open('/dev/stdin') as i, open('/dev/stdout', 'w') as o: o.write(i.readline())\n"
        "with open('/dev/stderr', 'w') as e: e.write('a trace')",
    )
    assert life.streams is not None

    await life.streams.write(b"by name\n")

    assert await heard.all() == b"by name\n"
    assert (await life.stop()).stderr == "a trace"


async def test_a_bot_has_three_streams_and_no_socket(place: Place) -> None:
    life, heard = await start(
        place,
        "import json, os\n"
        "kinds = {n: os.readlink(f'/proc/self/fd/{n}').partition(':')[0] for n in range(3)}\n"
        "names = os.listdir('/proc/self/fd')\n"
        "print(json.dumps([kinds, len(names), sorted(os.environ), os.path.exists('/run/arena')]))",
    )

    kinds, count, environment, has_mount = json.loads(await heard.all())

    assert kinds == {"0": "pipe", "1": "pipe", "2": "pipe"}
    assert count == 4  # and the one that lists them
    assert not any(name.startswith("ARENA_") for name in environment)
    assert not has_mount
    await life.stop()


async def test_what_is_printed_before_anybody_listens_is_not_lost(place: Place) -> None:
    life, _ = await start(place, f"import sys\nprint('x' * {FLOOD})\nprint('last')", is_heard=False)
    assert life.streams is not None
    heard = Heard()
    await asyncio.sleep(0)

    life.streams.attach(heard)

    assert await heard.all() == b"x" * FLOOD + b"\nlast\n"
    await life.stop()


@pytest.mark.parametrize("way", ["pause", "mute"])
async def test_a_bot_whose_output_is_not_read_cannot_print_on_and_can_be_ended(
    way: str, place: Place
) -> None:
    """An engine cannot even kill a container while nobody reads what it has to say of it."""
    life, heard = await start(
        place,
        "import sys\nfor n in range(3000):\n"
        "    sys.stdout.write('x' * 65536); sys.stdout.flush(); print(n, file=sys.stderr)",
    )
    assert life.streams is not None
    await heard.until(1)

    getattr(life.streams, way)()
    await life.find_disturbance()
    ended = await asyncio.wait_for(life.stop(), SECONDS / 2)

    assert ended.stopped_by_arena
    assert len(heard.printed) < 4 * FLOOD  # of many: pipes hold something, an engine more
    assert "2999" not in ended.stderr.split()


async def test_a_bot_that_does_not_read_holds_up_whoever_writes_and_nobody_else(
    place: Place,
) -> None:
    life, _ = await start(place, "import time\ntime.sleep(1000)")
    assert life.streams is not None

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(life.streams.write(b"x" * 16 * FLOOD), 0.5)

    assert (await asyncio.wait_for(life.stop(), SECONDS)).stopped_by_arena


async def test_closed_streams_end_the_input_and_nothing_is_heard_any_more(place: Place) -> None:
    life, heard = await start(
        place,
        "import sys\nprint('up', flush=True)\nsys.stdin.read()\nprint('last', file=sys.stderr)",
    )
    assert life.streams is not None
    await heard.until(3)

    life.streams.close()
    life.streams.close()
    await life.streams.write(b"nobody reads this\n")
    life.streams.end_input()
    ended = await asyncio.wait_for(life.wait(), SECONDS)

    assert (ended.code, ended.stopped_by_arena) == (0, False)
    assert ended.stderr == "last\n"
    assert await life.stop() == ended


async def test_a_child_that_holds_the_output_does_not_outlive_the_bot(place: Place) -> None:
    life, heard = await start(
        place,
        "import os, time\nif os.fork() == 0:\n    os.setsid(); print('child', flush=True)\n"
        "    time.sleep(1000)\nos.read(0, 1)",
    )
    assert life.streams is not None
    await heard.until(6)

    life.streams.end_input()

    assert (await asyncio.wait_for(life.wait(), SECONDS)).code == 0
    assert await heard.all() == b"child\n"
    await life.stop()


@pytest.mark.docker
async def test_streams_that_are_lost_while_a_container_runs_are_no_doing_of_its_bot(
    run_directory: Path,
) -> None:
    async with open_place("docker", run_directory) as place:
        life, heard = await start(place, "import time\ntime.sleep(1000)")
        assert isinstance(life, DockerLife)
        assert life.streams is not None

        life.streams.abort()  # as an engine may, or whatever is between
        await heard.all()
        await asyncio.sleep(1.0)  # longer than the streams of a bot that ends are gone before it
        ended = await life.stop()

        assert ended.external == "its container was cut off from the arena from outside"
