"""Forfeits its first matches by illegal answers, to see more of them than a player may."""

from carrier import Carrier
from hostile import breach, did

from arena.v1.arena_pb2 import Decision, Goodbye, Turn
from arena.v1.spades_pb2 import SpadesAnswer

LOST = frozenset({1, 2, 3})
REFUSALS = 4


class Watcher(Carrier):
    def __init__(self) -> None:
        super().__init__()
        self.tried: dict[int, int] = {}

    def answer(self, decision: Decision) -> SpadesAnswer:
        if decision.match not in LOST:
            return super().answer(decision)
        self.tried[decision.match] = self.tried.get(decision.match, 0) + 1
        return SpadesAnswer(bid=18)

    def on_turn(self, turn: Turn) -> None:
        super().on_turn(turn)
        for match in (decision.match for decision in turn.decisions):
            if self.tried.get(match, 0) >= REFUSALS:
                breach(f"match {match}, which it has forfeited, is shown to it")
        for notice in turn.notices:
            if self.tried.get(notice.match, 0) >= REFUSALS and (notice.scores or notice.places):
                breach(f"it is told how match {notice.match} goes on, which it has forfeited")

    def on_goodbye(self, goodbye: Goodbye) -> None:
        super().on_goodbye(goodbye)
        did(f"forfeited {sum(count >= REFUSALS for count in self.tried.values())} matches")


if __name__ == "__main__":
    Watcher().run()
