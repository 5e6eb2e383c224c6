"""Tries every memory and queue that outlives a process, and those of the user's keyrings."""

from pathlib import Path

from calls import call, refused
from hostile import Player, breach, did

KEY = 0x5EE2
CREATE = 0o1666
PLACES = (Path("/dev/shm/seen"), Path("/dev/mqueue/seen"))  # noqa: S108  # where it is shared
SEARCH = 10
USER_RING = 0xFFFFFFFC  # -4, as an int of 32 bits


class Tracer(Player):
    at = "start"

    def deed(self) -> None:
        if any(place.exists() for place in PLACES):
            breach("an earlier life left shared memory")
        refused(
            {
                "shmget": lambda: call("shmget", KEY, 4096, CREATE),
                "msgget": lambda: call("msgget", KEY, CREATE),
                "semget": lambda: call("semget", KEY, 1, CREATE),
                "mq_open": lambda: call("mq_open", b"seen", 0o102, 0o666, None),
                "add_key": lambda: call("add_key", b"user", b"seen", b"cards", 5, USER_RING),
                "request_key": lambda: call("request_key", b"user", b"seen", None, USER_RING),
                "keyctl": lambda: call("keyctl", SEARCH, USER_RING, b"user", b"seen", 0),
            }
        )
        for path in PLACES:
            try:
                path.touch()
            except OSError as error:
                did(f"{path}: {error.strerror}")
            else:
                breach(f"{path} could be made")


if __name__ == "__main__":
    Tracer().run()
