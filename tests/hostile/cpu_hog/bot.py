"""Has sixteen children that only compute, and plays honestly among them."""

from hog import Hog


class Computing(Hog):
    children = 16

    def hog(self) -> None:
        sum(range(1_000_000))


if __name__ == "__main__":
    Computing().run()
