"""Spends nine tenths of its bank on one decision, and is quick from then on."""

from timed import Timed


class Spender(Timed):
    slow = 1

    def pause(self, budget: float) -> float:
        (told,) = self.banks.values()
        return budget + 0.9 * told[-1]


if __name__ == "__main__":
    Spender().run()
