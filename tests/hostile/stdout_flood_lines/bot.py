"""Prints lines for as long as it plays, from a process of its own, and some at the end."""

import os
import time

from hostile import Player, did

from arena.v1.arena_pb2 import Goodbye

LINES = (b"x" * 99 + b"\n") * 600


class Flooder(Player):
    def deed(self) -> None:
        self.child = os.fork()
        if self.child == 0:
            while True:
                os.write(1, LINES)
                os.write(2, LINES)
        time.sleep(0.5)

    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        os.kill(self.child, 9)
        time.sleep(0.2)
        did("lines without end")


if __name__ == "__main__":
    Flooder().run()
