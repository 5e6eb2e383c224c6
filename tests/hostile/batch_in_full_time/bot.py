"""Takes eight times the time of a decision for a turn of eight, but for 5 %."""

from hostile import did
from timed import Timed, seconds_of

from arena.v1.arena_pb2 import Turn


class Batch(Timed):
    slow = 2

    def on_turn(self, turn: Turn) -> None:
        did(f"{len(turn.decisions)} decisions in {seconds_of(turn.budget):.1f} s")
        super().on_turn(turn)

    def pause(self, budget: float) -> float:
        return 0.95 * budget


if __name__ == "__main__":
    Batch().run()
