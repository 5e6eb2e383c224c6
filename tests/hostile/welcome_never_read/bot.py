"""Says Hello at once, with no room for an answer, and never reads its welcome."""

from hostile import did, sleep_for_ever
from raw import connect, data, greeting, open_stream, opening

if __name__ == "__main__":
    with connect() as stream:
        stream.sendall(opening(window=0) + open_stream() + data(greeting()))
        did("greeted with no room for a welcome")
        sleep_for_ever()
