"""Counts for ever instead of answering."""

import itertools

from hostile import Player, did


class Loop(Player):
    def deed(self) -> None:
        did("counting")
        for _ in itertools.count():
            pass


if __name__ == "__main__":
    Loop().run()
