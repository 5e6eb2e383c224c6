"""Says how it was started, as whom and where, and plays honestly: what is odd is its image."""

import os
import signal
import sys
from pathlib import Path

from hostile import Player, address, breach, did, scratch, socket_path


class Started(Player):
    at = "start"

    def deed(self) -> None:
        if 0 in (os.getuid(), os.getgid()):
            breach("it runs as root")
        if os.environ["ARENA_SOCKET"] != "unix:///run/arena/bot.sock":
            breach(f"its socket is called {address()}")
        if scratch() != Path("/tmp") or not _can_write(scratch()):  # noqa: S108  # the one place
            breach("it has no /tmp of its own")
        if marks := list(scratch().iterdir()):
            breach(f"somebody was here before: {marks}")
        for place in sys.argv[1:]:
            if _can_write(Path(place)):
                breach(f"{place} can be written to")
        if not socket_path().is_socket():
            breach("its socket is none")
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        did(f"started in {Path.cwd()} as {os.getuid()}")


def _can_write(place: Path) -> bool:
    path = place / "written"
    try:
        path.touch()
        path.unlink()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    Started().run()
