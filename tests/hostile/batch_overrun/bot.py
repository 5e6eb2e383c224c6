"""Is late with turns of eight tables, until the bank of every match has paid for it."""

from timed import Late


class Batch(Late):
    late = 0.4


if __name__ == "__main__":
    Batch().run()
