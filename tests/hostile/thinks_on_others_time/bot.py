"""Burns all the processors that it gets while the others are to think."""

import os
import signal
import time

from hostile import did
from timed import Timed, burn

from arena.v1.arena_pb2 import Goodbye, Turn

CHILDREN = 6


class Thinker(Timed):
    slow = 0

    def deed(self) -> None:
        self._burning = [self._burner() for _ in range(CHILDREN)]
        did(f"{CHILDREN} children think")

    def _burner(self) -> int:
        child = os.fork()
        if child == 0:
            burn(lambda: False)
        return child

    def on_turn(self, turn: Turn) -> None:
        super().on_turn(turn)
        if turn.number > 2:
            time.sleep(0.05)  # so that the burning takes a while

    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        used = 0.0
        for child in self._burning:
            os.kill(child, signal.SIGKILL)
            _, _, usage = os.wait4(child, 0)
            used += usage.ru_utime
        did(f"they had {used:.1f} s of processors")


if __name__ == "__main__":
    Thinker().run()
