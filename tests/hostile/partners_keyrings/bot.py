"""Two bots try to leave keys for each other, and to see whose keys there are."""

from pathlib import Path

from calls import call
from hostile import breach
from together import Partner

RINGS = (0xFFFFFFFD, 0xFFFFFFFC, 0xFFFFFFFB)
"""Of the session, the user, and the user's session, as ints of 32 bits."""
SEARCH = 10


class KeyHolder(Partner):
    def seek(self) -> str:
        for ring in RINGS:
            _must_be_refused("add_key", b"user", b"met", b"x", 1, ring)
            _must_be_refused("request_key", b"user", b"met", None, ring)
            _must_be_refused("keyctl", SEARCH, ring, b"user", b"met", 0)
        return "the machine's keys can be read" if Path("/proc/keys").read_bytes() else ""


def _must_be_refused(name: str, *arguments: int | bytes | None) -> None:
    try:
        call(name, *arguments)
    except PermissionError:
        return
    breach(f"{name} worked")


if __name__ == "__main__":
    KeyHolder().run()
