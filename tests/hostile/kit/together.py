"""Two bots of one match that try to meet: both do the same, over and over, for a second or so."""

import time
from collections.abc import Callable

from hostile import Player, breach, did

SECONDS = 1.0
PAUSE = 0.01


class Partner(Player):
    """One of the two. `seek` leaves a sign and returns what it saw of the other, if anything."""

    at = "bid"
    """The first to bid waits for longer than the others take to come to their bids."""

    def seek(self) -> str:
        raise NotImplementedError

    def deed(self) -> None:
        did(f"{seek_for(SECONDS, self.seek)} times looked for the other, in vain")


def seek_for(seconds: float, seek: Callable[[], str]) -> int:
    until, times = time.monotonic() + seconds, 0
    while time.monotonic() < until:
        if found := seek():
            breach(found)
        times += 1
        time.sleep(PAUSE)
    return times
