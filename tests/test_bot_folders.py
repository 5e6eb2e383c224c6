"""The bots that misbehave on purpose can be handed in like any other."""

from pathlib import Path

from arena.submissions.manifest import read_manifest
from tests.bots import bot_folder, memory_folder


def test_the_scripted_bot_is_a_submission(tmp_path: Path) -> None:
    folder = bot_folder(tmp_path, 'Crash, "test": 🂡', ["--crash", "3", "--at", "card"])

    manifest = read_manifest(folder)

    assert manifest.name == 'Crash, "test": 🂡'
    assert [*manifest.command] == ["python3", "scripted_bot.py", "--crash", "3", "--at", "card"]
    assert (folder / "arena" / "v1" / "arena_pb2.py").is_file()
    dockerfile = (folder / "Dockerfile").read_text(encoding="utf-8")
    assert dockerfile.endswith(
        'CMD ["python3", "scripted_bot.py", "--crash", "3", "--at", "card"]\n'
    )


def test_the_memory_bot_is_a_submission(tmp_path: Path) -> None:
    folder = memory_folder(tmp_path, "memory", notes=True)

    manifest = read_manifest(folder)

    assert [*manifest.command] == ["python3", "kit", "memory_bot.py"]
    assert (folder / "keep-notes").exists()
