"""Spends most of its bank on its first decision, and is quick from then on."""

from timed import Late


class Spender(Late):
    late = 0.9
    price = 0.3


if __name__ == "__main__":
    Spender().run()
