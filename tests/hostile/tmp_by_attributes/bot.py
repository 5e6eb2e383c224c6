"""Fills /tmp with extended attributes, which are bytes that no file holds."""

import os

from hostile import Player, breach, did, scratch

VALUE = bytes(60_000)
FILES = 900
MOST = 64 << 20


class Filler(Player):
    def deed(self) -> None:
        hidden = 0
        try:
            for number in range(FILES):
                path = scratch() / f"{number}"
                path.touch()
                for name in ("user.a", "user.b"):
                    os.setxattr(path, name, VALUE)
                    hidden += len(VALUE)
        except OSError as error:
            did(f"{hidden >> 10} KiB hidden, then {error.strerror}")
        if hidden > MOST:
            breach(f"{hidden >> 20} MiB are hidden in attributes")


if __name__ == "__main__":
    Filler().run()
