"""A client with no manners: connections, and frames of HTTP/2 written by hand."""

import itertools
import socket
import time
from collections.abc import Iterator, Mapping
from typing import NoReturn

from hostile import PLAY, socket_path

from arena.v1.arena_pb2 import Hello, PlayRequest, PlayResponse

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RESET, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = range(10)
END_STREAM, END_HEADERS, PADDED, ACK = 1, 4, 8, 1
CANCEL = 8
INITIAL_WINDOW = 4
CONTENT = "content-type"
GRPC = {
    ":method": "POST",
    ":scheme": "http",
    ":path": PLAY,
    ":authority": "arena",
    "te": "trailers",
    CONTENT: "application/grpc",
}


def connect() -> socket.socket:
    """Returns a connection to the arena; retries while it refuses."""
    for _ in range(100):
        stream = socket.socket(socket.AF_UNIX)
        try:
            stream.connect(str(socket_path()))
        except OSError:
            stream.close()
            time.sleep(0.02)
        else:
            return stream
    raise OSError("the arena does not take connections any more")


def frame(kind: int, flags: int, stream: int, payload: bytes = b"") -> bytes:
    head = len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big")
    return head + payload


def opening(window: int = 65_535) -> bytes:
    """Returns the preface and settings that let the arena send `window` bytes a stream."""
    setting = INITIAL_WINDOW.to_bytes(2, "big") + window.to_bytes(4, "big")
    return PREFACE + frame(SETTINGS, 0, 0, setting)


def packed(headers: Mapping[str, str]) -> bytes:
    """Returns `headers` as HPACK without its tables and codes; each word below 127 bytes."""
    return b"".join(b"\0" + _text(name) + _text(value) for name, value in headers.items())


def _text(word: str) -> bytes:
    raw = word.encode(errors="surrogateescape")
    if len(raw) < 127:  # the prefix of seven bits
        return bytes((len(raw),)) + raw
    rest, size = len(raw) - 127, bytearray([127])
    while rest >= 128:  # seven bits a byte
        size.append(rest % 128 + 128)
        rest //= 128
    return bytes(size) + bytes([rest]) + raw


def open_stream(stream: int = 1, headers: Mapping[str, str] = GRPC) -> bytes:
    return frame(HEADERS, END_HEADERS, stream, packed(headers))


def message(request: PlayRequest | bytes, *, is_compressed: bool = False) -> bytes:
    """Returns a gRPC message: its five bytes of head, and its body."""
    body = request if isinstance(request, bytes) else request.SerializeToString()
    return bytes([is_compressed]) + len(body).to_bytes(4, "big") + body


def data(request: PlayRequest | bytes, stream: int = 1, flags: int = 0) -> bytes:
    """Returns a message in frames of at most 16 KiB, which is what the arena takes."""
    whole = message(request)
    pieces = [whole[start : start + 16_384] for start in range(0, len(whole), 16_384)]
    frames = [frame(DATA, 0, stream, piece) for piece in pieces[:-1]]
    return b"".join([*frames, frame(DATA, flags, stream, pieces[-1])])


def greeting(tables: int = 1) -> PlayRequest:
    hello = Hello(protocol="arena.v1", games=["spades"], tables=tables, client="raw")
    return PlayRequest(hello=hello)


class Reader:
    """Takes apart what the arena sends on one connection."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self._body = b""

    def frames(self) -> Iterator[tuple[int, int, int, bytes]]:
        """Yields kind, flags, stream and payload until the connection ends; answers pings."""
        while len(head := self._read(9)) == 9:  # the head of a frame
            payload = self._read(int.from_bytes(head[:3], "big"))
            kind, flags = head[3], head[4]
            if kind == SETTINGS and not flags & ACK:
                self._stream.sendall(frame(SETTINGS, ACK, 0))
            elif kind == PING and not flags & ACK:
                self._stream.sendall(frame(PING, ACK, 0, payload))
            yield kind, flags, int.from_bytes(head[5:], "big"), payload

    def responses(self, number: int = 1) -> Iterator[PlayResponse]:
        """Yields the messages of a stream until it ends, and makes room for more."""
        for kind, flags, stream, payload in self.frames():
            if stream != number:
                continue
            if kind == RESET or (kind == HEADERS and flags & END_STREAM):
                return
            if kind != DATA:
                continue
            self._body += payload
            room = len(payload).to_bytes(4, "big")
            if payload:
                self._stream.sendall(frame(WINDOW, 0, 0, room) + frame(WINDOW, 0, stream, room))
            while len(self._body) >= 5:  # the head of a message
                size = int.from_bytes(self._body[1:5], "big")
                if len(self._body) < 5 + size:
                    break
                whole, self._body = self._body[5 : 5 + size], self._body[5 + size :]
                yield PlayResponse.FromString(whole)

    def _read(self, count: int) -> bytes:
        parts = b""
        while len(parts) < count:
            part = self._stream.recv(count - len(parts))
            if not part:
                break
            parts += part
        return parts


def send_for_ever(*pieces: bytes, first: bytes = b"") -> NoReturn:
    """Sends `first` and then the pieces again and again, over a new connection when cut off."""
    while True:
        try:
            with connect() as stream:
                stream.sendall(first)
                for piece in itertools.cycle(pieces):
                    stream.sendall(piece)
        except OSError:
            time.sleep(0.02)  # hung up on
