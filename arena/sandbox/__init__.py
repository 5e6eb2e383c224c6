"""Starting and stopping bots: in Docker containers (`docker`) or as plain processes (`process`)."""

from arena.sandbox.sandbox import (
    SOCKET_NAME,
    Exit,
    Launch,
    Life,
    Limits,
    Sandbox,
    clean_text,
)

__all__ = ["SOCKET_NAME", "Exit", "Launch", "Life", "Limits", "Sandbox", "clean_text"]
