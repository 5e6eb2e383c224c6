"""Answers all its tables but one, to have longer for that."""

from hostile import Player, did

from arena.v1.arena_pb2 import PlayRequest, Turn


class Picky(Player):
    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        if len(turn.decisions) > 1:
            did(f"answers {len(turn.decisions) - 1} of {len(turn.decisions)}")
            del request.moves.moves[0]
        return request


if __name__ == "__main__":
    Picky().run()
