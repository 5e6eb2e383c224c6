"""Takes apart all that it is told, and looks for any word about who the others are."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

from carrier import Carrier, read
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hostile import breach, did

from arena.v1.arena_pb2 import Goodbye, Turn, Welcome

WORDS = frozenset({"spades", "carry", "correct", "", "all tables are done"})
NAMES = frozenset(
    {"ARENA_SOCKET", "HOME", "TMPDIR", "LANG", "PATH", "HOSTNAME"}
    | {"GRPC_VERBOSITY", "GRPC_ENABLE_FORK_SUPPORT"}  # this suite's own
)
ABOUT = ("uptime", "loadavg", "version", "mounts", "self/cgroup", "self/mountinfo", "net/unix")


class Namer(Carrier):
    def __init__(self) -> None:
        super().__init__()
        self.fields = 0

    def on_welcome(self, welcome: Welcome) -> None:
        self.check(welcome)
        if unknown := {*os.environ} - NAMES - _of_the_image():
            breach(f"the environment names {unknown}")
        if socket.gethostname() != "bot":
            breach(f"the host is called {socket.gethostname()}")
        told = b"".join(read(Path("/proc") / name) for name in ABOUT)
        for entrant in ("m1.b1", "entrant", "rotation", "seating", "arena.league"):
            if entrant.encode() in told:
                breach(f"{entrant} stands in /proc")

    def on_turn(self, turn: Turn) -> None:
        super().on_turn(turn)
        self.check(turn)

    def on_goodbye(self, goodbye: Goodbye) -> None:
        self.check(goodbye)
        super().on_goodbye(goodbye)
        did(f"took {self.fields} fields apart")

    def check(self, message: Message) -> None:
        for word in self.words(message):
            if word not in WORDS:
                breach(f"it was told {word!r}")

    def words(self, message: Message) -> Iterator[str]:
        """Yields every text in a message, of whatever depth."""
        again = type(message)()
        again.CopyFrom(message)
        again.DiscardUnknownFields()
        if again.ByteSize() != message.ByteSize():
            breach("it was told something in a field that nobody knows")
        for field, value in message.ListFields():
            self.fields += 1
            for each in value if field.is_repeated else [value]:
                if field.type == FieldDescriptor.TYPE_MESSAGE:
                    yield from self.words(each)
                elif field.type in (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES):
                    yield str(each)


def _of_the_image() -> frozenset[str]:
    """Returns the variables that the author's own image sets."""
    return frozenset(name for name in os.environ if name.startswith(("PYTHON", "GPG_KEY", "LC_")))


if __name__ == "__main__":
    Namer().run()
