"""A package of the arena has the sample bots in it, and nothing that their builds have made."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MADE = ("go/plumb/bot", "typescript/plumb/node_modules/x/index.js", "python/kit/__pycache__/x.pyc")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder into which the package of this source tree is installed."""
    source = tmp_path_factory.mktemp("source")
    for name in ("arena", "sample_bots"):
        ignored = shutil.ignore_patterns("node_modules", "target", "__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for path in MADE:
        (source / "sample_bots" / path).parent.mkdir(parents=True, exist_ok=True)
        (source / "sample_bots" / path).write_text("made by a build", encoding="utf-8")
    target = source / "installed"
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]
    pip = [sys.executable, "-m", "pip", "install", *options, str(target), str(source)]
    ended = subprocess.run(pip, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return target


def arena(installed: Path, *typed: str, cwd: Path) -> str:
    """Runs a command of the installed package; returns what it printed."""
    script = "import sys; from arena.cli import main; main()"
    ended = subprocess.run(
        [sys.executable, "-c", script, *typed],
        cwd=cwd,
        env={"PYTHONPATH": str(installed), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.slow
def test_a_package_has_the_samples_and_nothing_that_was_built(installed: Path) -> None:
    packed = installed / "arena" / "sample_bots"

    found = {str(path.relative_to(packed)) for path in packed.rglob("*") if path.is_file()}

    assert {"python/plumb/bot.py", "python/starter/bot.toml", "go/plumb/.gitignore"} <= found
    assert not found.intersection(MADE)
    assert not any("packing" in path for path in found)


@pytest.mark.slow
def test_a_bot_is_begun_and_played_from_a_package(installed: Path, tmp_path: Path) -> None:
    arena(installed, "new", "mine", "--lang", "python", cwd=tmp_path)
    options = ("--sandbox", "process", "--rule", "length=deals:1")

    assert "mine" in arena(installed, "play", *options, "mine", "random", "careful", cwd=tmp_path)
