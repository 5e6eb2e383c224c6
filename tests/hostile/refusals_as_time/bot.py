"""Answers with illegal bids to gain time to think: each is asked again."""

from hostile import did
from timed import Timed

from arena.v1.arena_pb2 import Decision
from arena.v1.spades_pb2 import SpadesAnswer

LAST = 3
"""Decisions after which it thinks for so long that no bank pays, even on a busy machine."""


class Illegal(Timed):
    slow = 18

    def pause(self, budget: float) -> float:
        del budget
        return 3.0 if self.asked > LAST else 0.35

    def answer(self, decision: Decision) -> SpadesAnswer:
        did(f"refused: {bool(decision.refusal)}")
        return SpadesAnswer(bid=18)


if __name__ == "__main__":
    Illegal().run()
