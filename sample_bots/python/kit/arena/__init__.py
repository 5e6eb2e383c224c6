"""Holds the protocol for bots; a bot never sees the arena itself."""
