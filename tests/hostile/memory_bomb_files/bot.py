"""Takes memory as files that have no name, which belong to no file system."""

import contextlib
import os

from hostile import Player, breach, did

FILES = 100
PIECE = bytes(1 << 20)
PIECES = 12  # below the size that a file may have


class FileBomb(Player):
    def deed(self) -> None:
        did("filling files without a name")
        held = [os.memfd_create("hold") for _ in range(FILES)]
        with contextlib.suppress(OSError):
            for file in held:
                for _ in range(PIECES):
                    os.write(file, PIECE)
            breach(f"{FILES * PIECES} MiB could be taken")


if __name__ == "__main__":
    FileBomb().run()
