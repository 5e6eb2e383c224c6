"""Drains its bank by small overruns, each of which looks harmless."""

from hostile import did
from timed import Timed

from arena.v1.arena_pb2 import Goodbye


class Draining(Timed):
    slow = 1000  # every turn

    def pause(self, budget: float) -> float:
        (told,) = self.banks.values()
        did(f"{told[-1]:.2f} s are left")
        return budget + 0.1

    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        did("was let go in good order")


if __name__ == "__main__":
    Draining().run()
