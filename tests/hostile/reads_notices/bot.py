"""Reads its notices for more than they may say: cards, or matches that are not its own."""

from carrier import Carrier
from hostile import breach, did

from arena.v1.arena_pb2 import Goodbye, Notice, Turn

KNOWN = {"match", "kind", "deal", "seat", "scores", "places"}


class Reader(Carrier):
    def __init__(self) -> None:
        super().__init__()
        self.told = 0
        self.over: set[int] = set()
        self.mine: set[int] = set()

    def on_turn(self, turn: Turn) -> None:
        super().on_turn(turn)
        self.mine |= {decision.match for decision in turn.decisions}
        if late := self.over & {decision.match for decision in turn.decisions}:
            breach(f"a match that was over is shown again: {late}")
        for notice in turn.notices:
            self.read(notice)

    def read(self, notice: Notice) -> None:
        self.told += 1
        if notice.match not in self.mine:
            breach(f"it was told of match {notice.match}, which is not its own")
        if notice.match in self.over:
            breach(f"it was told of match {notice.match} after that was over")
        if unknown := {field.name for field, _ in notice.ListFields()} - KNOWN:
            breach(f"a notice holds {unknown}")
        if len(notice.scores) not in (0, 3) or len(notice.places) not in (0, 3):
            breach(f"a notice holds more than scores and places: {notice}")
        if any(abs(score) > 1000 for score in notice.scores) or max(notice.places, default=0) > 3:
            breach(f"scores and places are something else: {notice}")
        if notice.kind == Notice.KIND_MATCH_OVER:
            self.over.add(notice.match)

    def on_goodbye(self, goodbye: Goodbye) -> None:
        for notice in goodbye.notices:
            self.read(notice)
        super().on_goodbye(goodbye)
        did(f"{self.told} notices, {len(self.over)} matches over")


if __name__ == "__main__":
    Reader().run()
