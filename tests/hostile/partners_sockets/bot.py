"""Two bots look for each other's socket, by guesses from the path of their own."""

import socket
from pathlib import Path

from hostile import did, socket_path
from together import Partner


class Guesser(Partner):
    def seek(self) -> str:
        own = _source()
        run = own.parent
        guesses = [
            run,
            own,
            Path(f"/proc/1/root{own}"),
            Path(f"/proc/self/root{run}"),
            Path(f"/proc/1/cwd{run}"),
            socket_path().parent / "..",
            socket_path().parent.parent / own.name,
        ]
        for place in guesses:
            if place.is_dir():
                for found in place.rglob("*.sock"):
                    if found.resolve() != socket_path() and _answers(found):
                        return f"{found} answers"
        return ""

    def deed(self) -> None:
        did(f"its own directory is called {_source().name} outside")
        super().deed()


def _source() -> Path:
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
        source, place = line.split()[3:5]
        if place == str(socket_path().parent):
            return Path(source)
    raise AssertionError("the socket's directory is not mounted")


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as stream:
        return stream.connect_ex(str(path)) == 0


if __name__ == "__main__":
    Guesser().run()
