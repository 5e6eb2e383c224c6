"""Closes what it prints to, and plays on."""

import os

from hostile import Player, did


class Silent(Player):
    def deed(self) -> None:
        did("closing both")
        nowhere = os.open("/dev/null", os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        os.closerange(nowhere, nowhere + 1)


if __name__ == "__main__":
    Silent().run()
