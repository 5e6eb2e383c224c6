"""Bots that misbehave on purpose, as folders that can be handed in."""

import shutil
from collections.abc import Sequence
from json import dumps
from pathlib import Path

HERE = Path(__file__).parent
KIT = HERE.parents[1] / "sample_bots" / "python" / "kit"

# The first layers are those of the sample bots, so that an engine builds them once.
DOCKERFILE = """\
ARG BASE=python:3.11-slim
FROM ${BASE}
# A base whose Python belongs to its distribution wants the flag; nothing else lives in the image.
RUN python3 -m pip install --no-cache-dir --break-system-packages grpcio==1.85.1 protobuf==7.36.2
WORKDIR /bot
COPY . .
USER 65534:65534
CMD %s
"""
LINES_DOCKERFILE = """\
ARG BASE=python:3.11-slim
FROM ${BASE}
WORKDIR /bot
COPY . .
USER 65534:65534
CMD %s
"""


def bot_folder(directory: Path, name: str, flags: Sequence[str] = ()) -> Path:
    """Makes a folder with the scripted bot, started with `flags`; returns it."""
    folder = _folder(directory, name, ["python3", "scripted_bot.py", *flags])
    for program in ("scripted_bot.py", "raw_bot.py", "lines_bot.py"):
        shutil.copy(HERE / program, folder)
    shutil.copytree(KIT / "arena", folder / "arena", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def memory_folder(directory: Path, name: str, *, notes: bool = False) -> Path:
    """Makes a folder with the bot that remembers; returns it.

    With `notes` it also leaves what it saw wherever it can write, and looks for what others left.
    """
    folder = _folder(directory, name, ["python3", "kit", "memory_bot.py"])
    shutil.copy(HERE / "memory_bot.py", folder)
    shutil.copytree(KIT, folder / "kit", ignore=shutil.ignore_patterns("__pycache__"))
    if notes:
        (folder / "keep-notes").touch()
    return folder


def lines_folder(directory: Path, name: str, arguments: Sequence[str] = ()) -> Path:
    """Makes a folder with the bot that speaks by its standard streams; returns it."""
    command = ["python3", "lines_bot.py", *arguments]
    folder = _folder(directory, name, command, "stdio", LINES_DOCKERFILE)
    shutil.copy(HERE / "lines_bot.py", folder)
    return folder


def _folder(
    directory: Path,
    name: str,
    command: Sequence[str],
    protocol: str = "grpc",
    dockerfile: str = DOCKERFILE,
) -> Path:
    folder = directory / name
    folder.mkdir(parents=True)
    lines = [
        f"name = {dumps(name, ensure_ascii=False)}",
        f"command = {dumps(command)}",
        'games = ["spades"]',
        f'protocol = "{protocol}"',
    ]
    (folder / "bot.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "Dockerfile").write_text(dockerfile % dumps(command), encoding="utf-8")
    return folder


def kit_folder(directory: Path, name: str, body: str) -> Path:
    """Makes a folder with a bot for the kit, of which `body` is the whole bot.py; returns it."""
    folder = _folder(directory, name, ["python3", "kit", "bot.py"])
    manifest = folder / "bot.toml"
    both = manifest.read_text(encoding="utf-8").replace('["spades"]', '["spades", "euchre"]')
    manifest.write_text(both, encoding="utf-8")
    (folder / "bot.py").write_text(body, encoding="utf-8")
    shutil.copytree(KIT, folder / "kit", ignore=shutil.ignore_patterns("__pycache__"))
    return folder
