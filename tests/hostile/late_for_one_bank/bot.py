"""Empties the bank of some matches by a late turn, and answers all the same within the grace."""

from hostile import did
from timed import Timed

from arena.v1.arena_pb2 import Goodbye


class Late(Timed):
    slow = 1

    def pause(self, budget: float) -> float:
        return 2 * budget + 1.5

    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        did(f"{self.asked} decisions until the end")


if __name__ == "__main__":
    Late().run()
