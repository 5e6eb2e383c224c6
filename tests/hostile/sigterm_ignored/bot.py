"""Ignores every signal and runs on after the goodbye."""

import contextlib
import signal

from hostile import Player, did, sleep_for_ever

from arena.v1.arena_pb2 import Goodbye


class Deaf(Player):
    at = "start"

    def deed(self) -> None:
        for number in signal.valid_signals() - {signal.SIGCHLD}:
            with contextlib.suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)

    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        did("it runs on")
        sleep_for_ever()


if __name__ == "__main__":
    Deaf().run()
