"""Is late with its first turns of eight tables, once for each, and is quick then."""

from timed import Timed


class Batch(Timed):
    slow = 2

    def pause(self, budget: float) -> float:
        return budget + 0.4


if __name__ == "__main__":
    Batch().run()
