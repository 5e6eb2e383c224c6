"""Starting and stopping bots: in Docker containers (`docker`) or as plain processes (`process`)."""

from arena.sandbox.sandbox import (
    DEFAULT_URL,
    SOCKET_NAME,
    Exit,
    Launch,
    Life,
    Limits,
    Sandbox,
    clean_text,
)
from arena.sandbox.streams import Streams

__all__ = [
    "DEFAULT_URL",
    "SOCKET_NAME",
    "Exit",
    "Launch",
    "Life",
    "Limits",
    "Sandbox",
    "Streams",
    "clean_text",
]
