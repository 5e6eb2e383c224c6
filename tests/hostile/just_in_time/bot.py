"""Answers when 95 % of its time have passed."""

from timed import Timed


class Punctual(Timed):
    def pause(self, budget: float) -> float:
        return 0.95 * budget


if __name__ == "__main__":
    Punctual().run()
