"""Goes on answering after Goodbye, to turns that nobody asked, until it is ended."""

import time

from hostile import Player, did

from arena.v1.arena_pb2 import Goodbye, Moves, PlayRequest


class Eager(Player):
    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        for number in range(200):
            self.send(PlayRequest(moves=Moves(turn=1000 + number)))
        did("200 answers after the goodbye")
        time.sleep(0.2)


if __name__ == "__main__":
    Eager().run()
