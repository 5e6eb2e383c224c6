"""A bot's folder as an author would hand it in, for tests of submissions."""

from pathlib import Path

MANIFEST = """
name = "plumb"
command = ["python3", "bot.py"]
games = ["spades"]
protocol = "grpc"
"""


def make_bot(folder: Path) -> Path:
    """Makes a folder with files of each harmless sort, beside a kit that it may include."""
    write(folder / "bot.toml", MANIFEST)
    write(folder / "bot.py", "print()")
    write(folder / "Dockerfile", "FROM python:3.11-slim\nCOPY . .\n")
    write(folder / "run.sh", "#!/bin/sh\n").chmod(0o700)
    write(folder / "data" / "weights", "12345").chmod(0o600)
    (folder / "data" / "newest").symlink_to("weights")
    (folder / "data" / "main").symlink_to("../bot.py")
    (folder / "empty").mkdir()
    write(folder / ".git" / "HEAD", "ref")
    write(folder / "data" / "__pycache__" / "x.pyc", "code")
    write(folder / ".venv" / "bin" / "python", "elf")
    write(folder.parent / "kit" / "kit.py", "kit")
    return folder


def write(path: Path, content: str) -> Path:
    """Writes a file, its folders too, and returns its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path
