"""Tries the rings that carry calls past a filter of calls."""

from calls import call, refused
from hostile import Player


class Caller(Player):
    def deed(self) -> None:
        refused(
            {
                "io_uring_setup": lambda: call("io_uring_setup", 8, bytes(120)),
                "io_uring_enter": lambda: call("io_uring_enter", 0, 0, 0, 0, None, 0),
                "io_uring_register": lambda: call("io_uring_register", 0, 0, None, 0),
                "io_setup": lambda: call("io_setup", 8, bytes(8)),
            }
        )


if __name__ == "__main__":
    Caller().run()
