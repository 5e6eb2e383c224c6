"""Sleeps instead of answering, in a thread that no signal wakes, while gRPC's own threads go on."""

import signal

from hostile import Player, did, sleep_for_ever


class Sleeper(Player):
    at = "bid"

    def deed(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        did("asleep")
        sleep_for_ever()


if __name__ == "__main__":
    Sleeper().run()
