"""Fills /tmp with bytes."""

from hostile import Player, breach, did, scratch

PIECE = bytes(1 << 20)
MOST = 64


class Filler(Player):
    def deed(self) -> None:
        written = 0
        try:
            for number in range(MOST):
                (scratch() / f"{number}").write_bytes(PIECE)
                written += 1
        except OSError as error:
            did(f"{written} MiB, then {error.strerror}")
        else:
            breach(f"{written} MiB could be written")


if __name__ == "__main__":
    Filler().run()
