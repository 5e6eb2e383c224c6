"""Leaves files wherever it can, with attributes, and looks for those of an earlier life."""

import contextlib
import os
from pathlib import Path

from hostile import Player, breach, did, scratch

NAME = ".seen-by-a-hostile-bot"
PLACES = """
    / /tmp /var/tmp /run /run/lock /run/arena /dev /dev/shm /dev/mqueue /bot /home /root /var/lib
    /opt /proc /sys/fs/cgroup /sys/fs/cgroup/memory
"""


class Tracer(Player):
    at = "start"

    def deed(self) -> None:
        places = [scratch(), Path.home(), Path.cwd(), *map(Path, PLACES.split())]
        left = 0
        for path in dict.fromkeys(place / NAME for place in places):
            with contextlib.suppress(OSError):
                if path.exists() or path.is_symlink():
                    breach(f"an earlier life left {path}")
                path.write_text("all that it saw", encoding="ascii")
                left += 1
                os.setxattr(path, "user.seen", b"all that it saw")
        did(f"{left} left, none found")


if __name__ == "__main__":
    Tracer().run()
