"""Bots under gVisor: each has a kernel of its own, and plays as it does elsewhere."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLES = Path(__file__).parents[1] / "sample_bots" / "python"
BOTS = [str(SAMPLES / name) for name in ("random", "bold", "careful")]


def played(runtime: str) -> subprocess.CompletedProcess[str]:
    """Plays one short match of sample bots; the same seed gives the same cards."""
    options = ("--seed", "7", "--rule", "length=deals:2", "--sandbox", "docker", "--json")
    return subprocess.run(
        [sys.executable, "-m", "arena", "play", *BOTS, *options],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "ARENA_PLAY_BUILD_NETWORK": "host",
            "ARENA_PLAY_RUNTIME": runtime,
            "ARENA_CLOCK_START": "60",  # its slowest platform is an eighth as fast
            "ARENA_CLOCK_BANK": "60",
        },
    )


@pytest.mark.docker
@pytest.mark.runsc
@pytest.mark.slow
def test_a_match_under_gvisor_is_the_match_that_it_is_elsewhere() -> None:
    under, elsewhere = played("runsc"), played("")

    assert (under.returncode, elsewhere.returncode) == (0, 0), under.stderr + elsewhere.stderr
    assert json.loads(under.stdout) == json.loads(elsewhere.stdout)


@pytest.mark.docker
def test_a_runtime_that_the_engine_does_not_know_is_told_in_a_sentence() -> None:
    ended = played("no-such-runtime")

    assert (ended.returncode, ended.stdout) == (4, "")
    assert ended.stderr.startswith("error: the engine has no such runtime (")
    assert ended.stderr.endswith(
        "register it in the engine's daemon.json, or choose another with play.runtime in "
        "league.toml or ARENA_PLAY_RUNTIME\n"
    )
    assert ended.stderr.count("\n") == 1
