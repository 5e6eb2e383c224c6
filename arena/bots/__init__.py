"""The arena's side of one bot's conversation, by whatever way the bot speaks.

A slot hands every message over at once, and never decides anything: what a message means and what
time it is are the listener's business.
"""

from arena.bots.grpc import MAX_CALLS, SOCKET_NAME, GrpcSlot
from arena.bots.slot import Listener, Slot
from arena.bots.stdio import StdioSlot

__all__ = ["MAX_CALLS", "SOCKET_NAME", "GrpcSlot", "Listener", "Slot", "StdioSlot"]
