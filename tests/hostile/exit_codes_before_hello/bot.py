"""Ends with the exit code that its first argument says, before it says hello."""

import sys

from hostile import Player, did, leave


class Leaver(Player):
    at = "hello"

    def deed(self) -> None:
        did(f"leaving with {sys.argv[1]}")
        leave(int(sys.argv[1]))


if __name__ == "__main__":
    Leaver().run()
