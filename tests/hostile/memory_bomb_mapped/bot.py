"""Maps memory without a file, shared and present at once, until it is stopped."""

import mmap

from hostile import Player, breach, did

STEP = 16 << 20
MOST = 1 << 30


class MappedBomb(Player):
    def deed(self) -> None:
        did("mapping memory")
        flags = mmap.MAP_SHARED | mmap.MAP_ANONYMOUS | mmap.MAP_POPULATE
        held = [mmap.mmap(-1, STEP, flags) for _ in range(MOST // STEP)]
        breach(f"{len(held)} mappings are held")


if __name__ == "__main__":
    MappedBomb().run()
