"""Answers a tenth of a second too late, until its bank has paid for that a few times."""

from timed import Late

if __name__ == "__main__":
    Late().run()
