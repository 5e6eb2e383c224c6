"""Sends its first answers a few bytes at a time, and is in time with them."""

import time

from hostile import did, first_legal
from raw import Reader, connect, data, greeting, open_stream, opening
from timed import seconds_of

from arena.v1.arena_pb2 import Move, Moves, PlayRequest, Turn


def moves(turn: Turn) -> PlayRequest:
    chosen = [Move(match=each.match, spades=first_legal(each)) for each in turn.decisions]
    return PlayRequest(moves=Moves(turn=turn.number, moves=chosen))


if __name__ == "__main__":
    with connect() as stream:
        stream.sendall(opening() + open_stream() + data(greeting()))
        for response in Reader(stream).responses():
            if response.HasField("goodbye"):
                break
            if response.HasField("turn"):
                whole = data(moves(response.turn))
                if response.turn.number <= 3:
                    wait = 0.7 * seconds_of(response.turn.budget) / len(whole)
                    for place in range(len(whole)):
                        stream.sendall(whole[place : place + 1])
                        time.sleep(wait)
                    did(f"an answer of {len(whole)} bytes, each by itself")
                else:
                    stream.sendall(whole)
