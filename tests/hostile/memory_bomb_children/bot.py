"""Takes memory in many children, each of which takes less than the limit, and waits for them."""

import os
import time

from hostile import Player, breach, did, say

EACH = 24 << 20
CHILDREN = 40


class ChildrenBomb(Player):
    def deed(self) -> None:
        did("children take memory")
        for _ in range(CHILDREN):
            if os.fork() == 0:
                held = b"x" * EACH
                time.sleep(2)
                say(f"held {len(held)}")
                os._exit(0)
        ends = [os.waitpid(-1, 0)[1] for _ in range(CHILDREN)]
        if not any(ends):
            breach(f"{CHILDREN} children held {CHILDREN * EACH >> 20} MiB")


if __name__ == "__main__":
    ChildrenBomb().run()
