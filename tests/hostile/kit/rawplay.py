"""A player that speaks gRPC by hand, for deeds on the very connection that it plays over."""

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NoReturn

from hostile import LOST, Player, Stream, did, say
from raw import CANCEL, RESET, Reader, connect, data, frame, open_stream, opening

if TYPE_CHECKING:
    import socket

    import grpc

    from arena.v1.arena_pb2 import PlayRequest, PlayResponse


class RawStream:
    """The stream of a raw player."""

    def __init__(self, connection: "socket.socket", reader: Reader) -> None:
        self._connection = connection
        self._reader = reader

    def __iter__(self) -> "Iterator[PlayResponse]":
        return self._reader.responses()

    def cancel(self) -> None:
        self._connection.sendall(frame(RESET, 0, 1, CANCEL.to_bytes(4, "big")))


class RawPlayer(Player):
    """Plays over a connection on which it may also put anything else."""

    window = 65_535

    def open(self, channel: "grpc.Channel | None" = None) -> Stream:
        del channel
        self.connection = connect()
        self.reader = Reader(self.connection)
        self.connection.sendall(opening(self.window) + open_stream())
        return RawStream(self.connection, self.reader)

    def send(self, request: "PlayRequest | bytes") -> None:
        self.connection.sendall(data(request))

    def converse(self) -> int:
        try:
            return super().converse()
        except OSError as error:
            say(f"lost: {error.strerror}")
            return LOST


def beside(work: Callable[[], NoReturn]) -> None:
    """Lets `work` go on in a thread of its own for as long as the bot plays."""
    threading.Thread(target=work, daemon=True).start()


def hung_up_on(connection: "socket.socket", *pieces: bytes, patience: float = 5.0) -> bool:
    """Sends the pieces and reads on; returns whether the arena then ended the connection."""
    connection.settimeout(patience)
    try:
        for piece in pieces:
            connection.sendall(piece)
        while connection.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError as error:
        say(f"cut off: {error.strerror}")
    return True


def attack(name: str, *pieces: bytes) -> None:
    """Sends the pieces over a connection of their own, and says how that ended."""
    with connect() as connection:
        is_over = hung_up_on(connection, *pieces, patience=0.3)
    did(f"{name}: {'hung up on' if is_over else 'left open'}")
