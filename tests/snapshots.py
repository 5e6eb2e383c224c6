"""Texts that somebody has read: a missing one is written, and fails until that is done."""

from pathlib import Path

FOLDER = Path(__file__).parent / "cli"


def check(name: str, text: str) -> None:
    """Compares `text` with the file of that name; to renew one, delete it and run twice."""
    path = FOLDER / f"{name}.txt"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        raise AssertionError(f"wrote {path}: read it, and run again")
    assert text == path.read_text(encoding="utf-8"), f"delete {path} and run twice to renew it"
