"""Answers a tenth of a second too late, four times; its bank pays for that."""

from timed import Timed


class Late(Timed):
    def pause(self, budget: float) -> float:
        return budget + 0.1


if __name__ == "__main__":
    Late().run()
