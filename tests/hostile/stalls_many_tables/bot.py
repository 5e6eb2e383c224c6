"""Asks for 32 tables and then answers nothing any more, so that all of them hang."""

from hostile import Player, did, sleep_for_ever

from arena.v1.arena_pb2 import Turn


class Hoarder(Player):
    def on_turn(self, turn: Turn) -> None:
        if turn.number > 2:
            did(f"stalls {len(turn.decisions)} tables")
            sleep_for_ever()


if __name__ == "__main__":
    Hoarder().run()
