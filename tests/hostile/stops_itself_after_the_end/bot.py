"""Stops itself when it is told goodbye, with its stream still open."""

import os
import signal

from hostile import Player, did

from arena.v1.arena_pb2 import Goodbye


class Stopped(Player):
    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        did("stopping after the goodbye")
        os.kill(os.getpid(), signal.SIGSTOP)


if __name__ == "__main__":
    Stopped().run()
