"""Reads its table of mounts for anything but opaque names."""

import re
import sys
from pathlib import Path

from hostile import Player, breach, did, socket_path

FILES = ("/proc/self/mountinfo", "/proc/self/mounts", "/proc/1/mountinfo")
TELLING = re.compile(r"honest|hostile|entrant|opponent|m1\.b1|seat|league", re.IGNORECASE)
OPAQUE = re.compile(r"[0-9a-f]{16}")


class Reader(Player):
    def deed(self) -> None:
        league, readable = sys.argv[-1], 0
        for path in map(Path, FILES):
            try:
                text = path.read_text(encoding="utf-8")
            except PermissionError:
                continue
            readable += 1
            found = TELLING.search(text)
            if league in text or found:
                breach(f"{path} says {found or league}")
            for line in text.splitlines() if path.name == "mountinfo" else ():
                self._look_at(line.split())
        did(f"{readable} tables of mounts say nothing of opponents")

    def _look_at(self, words: list[str]) -> None:
        if len(words) > 4 and words[4] == str(socket_path().parent):
            name = Path(words[3]).name
            if not OPAQUE.fullmatch(name):
                breach(f"its directory is called {name}")


if __name__ == "__main__":
    Reader().run()
