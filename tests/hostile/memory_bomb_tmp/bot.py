"""Takes memory as files in /tmp, which is larger than the memory here."""

import contextlib
import itertools

from hostile import Player, breach, did, scratch

PIECE = bytes(8 << 20)


class ScratchBomb(Player):
    def deed(self) -> None:
        did("filling /tmp")
        with contextlib.suppress(OSError):
            for number in itertools.count():
                (scratch() / f"{number}").write_bytes(PIECE)
        breach("all of /tmp could be filled")


if __name__ == "__main__":
    ScratchBomb().run()
