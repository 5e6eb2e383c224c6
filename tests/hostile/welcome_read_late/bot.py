"""Says Hello at once, and makes room for the welcome only when much of the limit has passed."""

import time

from hostile import did, first_legal
from raw import (
    INITIAL_WINDOW,
    SETTINGS,
    Reader,
    connect,
    data,
    frame,
    greeting,
    open_stream,
    opening,
)

from arena.v1.arena_pb2 import Move, Moves, PlayRequest

if __name__ == "__main__":
    with connect() as stream:
        stream.sendall(opening(window=0) + open_stream() + data(greeting()))
        time.sleep(1.5)
        did("reads its welcome late")
        room = INITIAL_WINDOW.to_bytes(2, "big") + (65_535).to_bytes(4, "big")
        stream.sendall(frame(SETTINGS, 0, 0, room))
        for response in Reader(stream).responses():
            if response.HasField("goodbye"):
                did("was let go in good order")
                break
            if response.HasField("turn"):
                turn = response.turn
                chosen = [
                    Move(match=each.match, spades=first_legal(each)) for each in turn.decisions
                ]
                moves = Moves(turn=turn.number, moves=chosen)
                stream.sendall(data(PlayRequest(moves=moves)))
