"""Says hello, reads its first turn, and says nothing to it."""

from hostile import Player, did, sleep_for_ever


class Silent(Player):
    at = "bid"

    def deed(self) -> None:
        did("silent from here")
        sleep_for_ever()


if __name__ == "__main__":
    Silent().run()
