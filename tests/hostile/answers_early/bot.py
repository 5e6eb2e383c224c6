"""Answers at the wrong time, for the wrong match or turn, too often, or too seldom."""

import sys
import time
from collections.abc import Callable

from hostile import Player, did

from arena.v1.arena_pb2 import Bye, Hello, Move, Moves, PlayRequest, Turn
from arena.v1.spades_pb2 import SpadesAnswer

_PLAY_ON = PlayRequest(moves=Moves(turn=3))
_FLOOD = 20_000


class Odd(Player):
    """Does what its argument says when it is asked for the third time."""

    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        if turn.number != 3:
            return request
        did(f"answers {sys.argv[1]}")
        for each in _FORMS[sys.argv[1]](request):
            self.send(each)
        return None


def _with(request: PlayRequest, turn: int, *more: Move) -> PlayRequest:
    moves = Moves(turn=turn, moves=[*request.moves.moves, *more])
    return PlayRequest(moves=moves)


def _other(request: PlayRequest) -> Move:
    """Returns an answer for a match that this bot does not play."""
    return Move(match=request.moves.moves[0].match + 7, spades=SpadesAnswer(bid=1))


_FORMS: dict[str, Callable[[PlayRequest], list[PlayRequest]]] = {
    "twice": lambda request: [request, request],
    "another match": lambda request: [PlayRequest(moves=Moves(turn=3, moves=[_other(request)]))],
    "more": lambda request: [_with(request, 3, _other(request))],
    "the same match twice": lambda request: [_with(request, 3, *request.moves.moves)],
    "nothing": lambda _: [_PLAY_ON],
    "the turn before": lambda request: [_with(request, 2)],
    "the turn after": lambda request: [_with(request, 4)],
    "turn 0": lambda request: [_with(request, 0)],
    "with a hello": lambda _: [PlayRequest(hello=Hello(protocol="arena.v1", games=["spades"]))],
    "with bye, and plays on": lambda request: [PlayRequest(bye=Bye(reason="tired")), request],
    "with a long bye": lambda _: [PlayRequest(bye=Bye(reason="x" * (1 << 20)))],
    "with a flood of moves": lambda request: [request] * _FLOOD,
    "with a flood of byes": lambda _: [PlayRequest(bye=Bye(reason="again"))] * _FLOOD,
    "with a flood of nothing": lambda request: [request, *[PlayRequest()] * _FLOOD],
}


class Early(Player):
    """Answers the first turn before it has come, right after its hello."""

    def send(self, request: PlayRequest | bytes) -> None:
        super().send(request)
        if isinstance(request, PlayRequest) and request.HasField("hello"):
            did("answers before it is asked")
            move = Move(match=1, spades=SpadesAnswer(bid=1))
            super().send(PlayRequest(moves=Moves(turn=1, moves=[move])))


class Late(Player):
    """Answers when its bank is long empty."""

    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        if turn.number == 3:
            time.sleep(float(sys.argv[2]))
            did("answers too late")
        return request


class Finished(Player):
    """Answers for a match that is over, as soon as one is, instead of the one that is asked."""

    seen = 0

    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        over = [notice.match for notice in turn.notices if notice.kind == notice.KIND_MATCH_OVER]
        if not over:
            return request
        did(f"answers for match {over[0]}, which is over")
        return _with(request, turn.number, Move(match=over[0], spades=SpadesAnswer(bid=1)))


class Fewer(Player):
    """Leaves out one answer of the first turn that asks for more than one."""

    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        if len(turn.decisions) < 2:
            return request
        did(f"answers 1 of {len(turn.decisions)}")
        return PlayRequest(moves=Moves(turn=turn.number, moves=request.moves.moves[:1]))


if __name__ == "__main__":
    others = {"early": Early, "late": Late, "finished": Finished, "fewer": Fewer}
    others.get(sys.argv[1], Odd)().run()
