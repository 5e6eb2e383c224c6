"""Sends bytes that are no message in place of an answer."""

from hostile import Player, did

from arena.v1.arena_pb2 import PlayRequest, Turn


class Garbage(Player):
    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        if turn.number > 1:
            return request
        did("garbage sent")
        return b"\xff\xff\xff\xff\xff not a message"


if __name__ == "__main__":
    Garbage().run()
