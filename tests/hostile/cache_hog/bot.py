"""Runs through more memory than any cache has, again and again."""

from hog import Hog

SIZE = 24 << 20


class Running(Hog):
    children = 2

    def __init__(self) -> None:
        super().__init__()
        self.one, self.other = bytearray(SIZE), bytearray(SIZE)

    def hog(self) -> None:
        self.one[:] = self.other
        self.other[::64] = self.one[::64]


if __name__ == "__main__":
    Running().run()
