"""Runs, and never connects."""

from hostile import did, sleep_for_ever

if __name__ == "__main__":
    did("waiting for nothing")
    sleep_for_ever()
