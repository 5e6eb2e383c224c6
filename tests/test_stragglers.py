"""What an arena that was killed left behind, and how the next one sweeps it away."""

import asyncio
import os
import secrets
import signal
import sys
from pathlib import Path

import pytest

from arena.sandbox import Launch
from tests.sandboxes import DAEMON, SANDBOXES, SECONDS, new_sandbox, open_place

REPOSITORY = Path(__file__).parent.parent
HELPER = """
import asyncio, os, sys
from pathlib import Path
from arena.sandbox import Launch
from tests.sandboxes import new_sandbox
async def main(kind, directory, league, slot, image, source):
    sandbox = new_sandbox(kind, Path(directory), league)
    command, folder = ("python3", "-c", source), Path(directory) / "folder"
    await sandbox.start(Launch(slot, Path(directory) / slot, command, folder, image))
    print("started", flush=True)
    await asyncio.sleep(1000)
asyncio.run(main(*sys.argv[1:]))
"""


@pytest.mark.parametrize("kind", SANDBOXES)
@pytest.mark.parametrize("also", ["", "keeper.py"])
async def test_what_a_killed_arena_left_is_swept(kind: str, also: str, run_directory: Path) -> None:
    """Also when the bot has a daemon, and when its keeper was killed with the arena."""
    async with open_place(kind, run_directory) as place:
        launch = await place.launch(DAEMON.format(daemon="") + "time.sleep(1000)")
        league = secrets.token_hex(8)
        helper = await _helper(kind, run_directory, league, launch)
        wire = await place.wire()
        assert await wire.word() == "up"

        if also:
            _kill_keepers(str(run_directory / "lives"))
        helper.kill()
        await helper.wait()
        sandbox = new_sandbox(kind, run_directory, league)
        swept = await sandbox.sweep()
        assert all(launch.slot in line for line in swept)

        assert await wire.word() == "", "a process of the killed arena lives on"
        assert await sandbox.sweep() == []
        await sandbox.close()


async def _helper(
    kind: str, directory: Path, league: str, launch: Launch
) -> asyncio.subprocess.Process:
    """Starts an arena of its own that starts the bot, and returns once it has."""
    arguments = (kind, str(directory), league, launch.slot, launch.image or "", launch.command[2])
    helper = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HELPER, *arguments, cwd=REPOSITORY, stdout=asyncio.subprocess.PIPE
    )
    assert helper.stdout is not None
    assert await asyncio.wait_for(helper.stdout.readline(), SECONDS) == b"started\n"
    return helper


def _kill_keepers(lives: str) -> None:
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if any(word.startswith(lives.encode()) for word in words):
                os.kill(int(entry.name), signal.SIGKILL)
