"""Takes memory in a child that asks to be the one that is ended, and plays on."""

import os
from pathlib import Path

from hostile import Player, breach, did

STEP = 8 << 20
MOST = 1 << 30


class ChildBomb(Player):
    def deed(self) -> None:
        child = os.fork()
        if child == 0:
            Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
            held: list[bytes] = []
            while len(held) * STEP < MOST:
                held.append(b"x" * STEP)
            breach(f"{MOST >> 20} MiB could be taken")
        _, status = os.waitpid(child, 0)
        did(f"the child ended by signal {os.WTERMSIG(status)}")


if __name__ == "__main__":
    ChildBomb().run()
