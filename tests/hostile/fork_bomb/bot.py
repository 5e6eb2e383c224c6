"""Forks until it cannot, with children that fork as well, and plays on among them."""

import os

from hostile import Player, did, sleep_for_ever


class ForkBomb(Player):
    def deed(self) -> None:
        born = 0
        try:
            while True:
                if os.fork() == 0:
                    _breed()
                born += 1
        except OSError as error:
            did(f"{born} forks, then {error.strerror}")


def _breed() -> None:
    try:
        while os.fork():
            pass
    except OSError:
        pass
    sleep_for_ever()


if __name__ == "__main__":
    ForkBomb().run()
