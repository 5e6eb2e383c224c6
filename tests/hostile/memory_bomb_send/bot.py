"""Sends one message that is nearly as large as its memory."""

from hostile import Player, did, sleep_for_ever

from arena.v1.arena_pb2 import PlayRequest, Turn

SIZE = 64 << 20


class Sender(Player):
    def converse(self) -> int:
        super().converse()
        sleep_for_ever()

    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        if turn.number > 1:
            return request
        did(f"sending {SIZE >> 20} MiB")
        return bytes(SIZE)


if __name__ == "__main__":
    Sender().run()
