"""Is stuck in a regular expression that takes ages, and holds Python's lock meanwhile."""

import re

from hostile import Player, did


class Stuck(Player):
    def deed(self) -> None:
        did("matching")
        re.match(r"(a|a)*b", "a" * 64)


if __name__ == "__main__":
    Stuck().run()
