"""Compares all numbers that it is given, of matches, turns and seeds, within a life and beyond."""

from carrier import Carrier
from hostile import breach, did

from arena.v1.arena_pb2 import Goodbye, Turn


class Counter(Carrier):
    def __init__(self) -> None:
        super().__init__()
        self.seeds: dict[int, int] = {}
        self.turns = 0

    def on_turn(self, turn: Turn) -> None:
        super().on_turn(turn)
        self.turns += 1
        if turn.number != self.turns:
            breach(f"turn {self.turns} is called {turn.number}")
        for decision in turn.decisions:
            if self.seeds.setdefault(decision.match, decision.seed) != decision.seed:
                breach(f"match {decision.match} has two seeds")
            if decision.seed >= 1 << 53:
                breach(f"the seed {decision.seed} is longer than it should be")

    def on_goodbye(self, goodbye: Goodbye) -> None:
        super().on_goodbye(goodbye)
        if sorted(self.seeds) != list(range(1, len(self.seeds) + 1)):
            breach(f"its matches are called {sorted(self.seeds)}, which tells of others")
        if len({*self.seeds.values()}) != len(self.seeds):
            breach("two of its matches have one seed")
        for number, seed in sorted(self.seeds.items()):
            did(f"match {number} has seed {seed}")


if __name__ == "__main__":
    Counter().run()
