"""Has three hundred grandchildren whose parents are gone before they end."""

import os
import time

from hostile import Player, breach, did

WANTED = 300


class Orphans(Player):
    def deed(self) -> None:
        born = 0
        for _ in range(10 * WANTED):
            try:
                child = os.fork()
            except OSError:
                time.sleep(0.002)  # until some have been asked for
                continue
            if child == 0:
                _have_child()
            os.waitpid(child, 0)
            born += 1
            if born == WANTED:
                did(f"{born} orphans have come and gone")
                return
        breach(f"only {born} orphans could be had: nobody asks for the dead")


def _have_child() -> None:
    try:
        os.fork()
    finally:
        os._exit(0)


if __name__ == "__main__":
    Orphans().run()
