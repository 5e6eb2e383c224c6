"""The tutorial's way in every language, on this machine: tested, built and played in place.

A language whose tools are not here is skipped, and says which: its image is what `make languages`
builds.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.samples import PLUMB, languages, samples_root, source_files
from arena.submissions.beginning import README, begin_bot, first_commands

LANGUAGES = languages(samples_root())
NEEDED = {"cpp": ("pkg-config", "--exists", "grpc++", "gtest")}
"""What tells whether libraries are here, for languages that bring none of their own."""
UNTESTED_IN_THEIR_IMAGES = ("rust",)  # decision 0022

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1_500)]  # they fetch and compile packages


def missing(language: str, commands: list[str]) -> str | None:
    """Returns what of its tools is not on this machine; None if all of them are."""
    programs = [command.split()[0] for command in commands]
    absent = [name for name in programs if name != "arena" and shutil.which(name) is None]
    if absent:
        return absent[0]
    needed = NEEDED.get(language)
    if needed and subprocess.run(needed, check=False, capture_output=True).returncode != 0:
        return " ".join(needed)
    return None


def carry_out(command: str, folder: Path) -> None:
    """Runs a line as it is typed; it has to end well."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, f"{command}\n{ended.stdout[-3000:]}\n{ended.stderr[-3000:]}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_commands_of_a_new_bot_do_what_they_say(tmp_path: Path, language: str) -> None:
    folder = begin_bot("mine", language, tmp_path / "mine")
    commands = first_commands((folder / README).read_text(encoding="utf-8"))
    without_settings = [command.split("=kit ")[-1] for command in commands]
    absent = missing(language, without_settings)
    if absent is not None:
        pytest.skip(f"not verified: {absent} is not on this machine")
    for command in commands:
        carry_out(command, folder)
    if language in UNTESTED_IN_THEIR_IMAGES:  # in the same place, where all but the bot is built
        plumb = samples_root() / language / PLUMB
        for place in source_files(plumb):
            shutil.copy(plumb / place, folder / place)
        carry_out(commands[0], folder)
