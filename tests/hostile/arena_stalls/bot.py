"""Uses most of its time, honestly, while the arena's own loop stands still again and again."""

from timed import Timed


class Honest(Timed):
    slow = 6

    def pause(self, budget: float) -> float:
        return 0.6 * budget


if __name__ == "__main__":
    Honest().run()
