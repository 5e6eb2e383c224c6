"""Bots that hog something by children while they play honestly."""

import os
from typing import NoReturn

from hostile import Player, did


class Hog(Player):
    """Starts children that hog for ever, before the first bid."""

    at = "bid"
    children = 4

    def hog(self) -> None:
        """Uses a good deal of what is hogged, once."""
        raise NotImplementedError

    def deed(self) -> None:
        self.hog()
        for _ in range(self.children):
            if os.fork() == 0:
                self._hog_for_ever()
        did(f"{self.children} children hog")

    def _hog_for_ever(self) -> NoReturn:
        while True:
            self.hog()
