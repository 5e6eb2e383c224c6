"""A bot that never speaks gRPC: it sends bytes of one kind, and again whenever it is hung up on."""

import itertools
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from typing import NoReturn

HTTP1 = b"GET / HTTP/1.1\r\nHost: arena\r\n\r\n"
TLS = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(509)
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0"
PING = b"\0\0\x08\x06\0\0\0\0\0" + bytes(8)
SETTINGS = b"\0\0\0\x04\0\0\0\0\0"
KINDS: dict[str, Callable[[], Iterator[bytes]]] = {
    "random": lambda: (os.urandom(4096) for _ in itertools.count()),
    "http1": lambda: iter([HTTP1]),
    "tls": lambda: iter([TLS]),
    "preface": lambda: iter([PREFACE]),
    "pings": lambda: itertools.chain([PREFACE], itertools.repeat(PING * 100)),
    "settings": lambda: itertools.chain([PREFACE], itertools.repeat(SETTINGS * 100)),
    "silent": lambda: iter([]),
}


def send(kind: str, path: str) -> NoReturn:
    while True:
        try:
            with socket.socket(socket.AF_UNIX) as stream:
                stream.connect(path)
                for data in KINDS[kind]():
                    stream.sendall(data)
                while stream.recv(4096):
                    pass
        except OSError:
            pass  # hung up on
        time.sleep(0.02)


if __name__ == "__main__":
    sys.stderr.write(f"scripted: raw {sys.argv[1]}\n")
    send(sys.argv[1], os.environ["ARENA_SOCKET"].removeprefix("unix://"))
