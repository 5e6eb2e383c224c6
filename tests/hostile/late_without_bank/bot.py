"""Answers a little too late when there is no bank to pay for it; the answer itself is fine."""

from hostile import did
from timed import Timed

from arena.v1.arena_pb2 import Goodbye


class Late(Timed):
    slow = 1

    def pause(self, budget: float) -> float:
        did(f"answering after {budget + 2.0:.1f} s")
        return budget + 2.0

    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        did("was let go in good order")


if __name__ == "__main__":
    Late().run()
