"""Takes memory in its own process until it is stopped."""

from hostile import Player, breach, did

STEP = 8 << 20
MOST = 1 << 30


class MemoryBomb(Player):
    def deed(self) -> None:
        did("taking memory")
        held: list[bytes] = []
        while len(held) * STEP < MOST:
            held.append(b"x" * STEP)
        breach(f"{MOST >> 20} MiB could be taken")


if __name__ == "__main__":
    MemoryBomb().run()
