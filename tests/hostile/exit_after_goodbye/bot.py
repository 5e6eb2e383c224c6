"""Plays to the end and then crashes with the code of a kill."""

import os
import signal

from hostile import Player, did

from arena.v1.arena_pb2 import Goodbye


class LateCrash(Player):
    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        did("killed by itself after the goodbye")
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    LateCrash().run()
