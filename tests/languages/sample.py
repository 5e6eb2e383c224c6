"""A sample of a language as it lies in the tree, and how long its source is."""

import shutil
from dataclasses import dataclass
from pathlib import Path

SAMPLES = Path(__file__).parents[2] / "sample_bots"
REFERENCE = "python"
"""Whose records the others' have to equal."""

_NO_SOURCE = {"Dockerfile", "bot.toml", "go.sum", "Cargo.lock", "package-lock.json", "LICENSE"}
_NO_SOURCES = {".md", ".proto", ".pyi", ".t"}
_MARKS = ("DO NOT EDIT", "GENERATED CODE")
_LARGEST = 200_000


@dataclass(frozen=True, slots=True)
class Sample:
    """The plumb of a language."""

    language: str
    folder: Path


def find_samples() -> list[Sample]:
    """Returns every language's plumb, the reference first."""
    folders = sorted(path.parent for path in SAMPLES.glob("*/plumb/bot.toml"))
    samples = [Sample(folder.parent.name, folder) for folder in folders]
    return sorted(samples, key=lambda sample: sample.language != REFERENCE)


def make_spoiler(directory: Path) -> Path:
    """Makes the folder of the bot that breaks the rules: Python's plumb, with another `bot.py`."""
    for name in ("plumb", "kit"):
        shutil.copytree(SAMPLES / REFERENCE / name, directory / name)
    shutil.copy(Path(__file__).with_name("spoiler.py"), directory / "plumb" / "bot.py")
    return directory / "plumb"


def source_lines(stored: Path) -> int:
    """Returns the lines that somebody wrote of the bot itself: no tests, no generated code."""
    return sum(
        sum(bool(line.strip()) for line in path.read_text("utf-8").splitlines())
        for path in stored.rglob("*")
        if path.is_file() and _is_source(path.relative_to(stored), path)
    )


def _is_source(place: Path, path: Path) -> bool:
    if place.name in _NO_SOURCE or place.suffix in _NO_SOURCES or place.name.startswith("."):
        return False
    if any("test" in part.lower() for part in place.parts) or path.stat().st_size > _LARGEST:
        return False
    start = path.read_bytes()[:2000].decode("utf-8", "replace").upper()
    return not any(mark in start for mark in _MARKS)
