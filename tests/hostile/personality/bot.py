"""Tries to weaken how the kernel lays out its memory."""

from functools import partial

from calls import call, refused
from hostile import Player

KINDS = {
    "no random layout": 0x0040000,
    "memory at zero": 0x0100000,
    "reading executes": 0x0400000,
    "old layout": 0x0200000,
}


class Weakling(Player):
    def deed(self) -> None:
        refused({name: partial(call, "personality", kind) for name, kind in KINDS.items()})


if __name__ == "__main__":
    Weakling().run()
