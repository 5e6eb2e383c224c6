"""Half-closes its stream, cancels it, or lets its deadline pass, at one step of a match.

`before-hello`, `after-hello`, `after-welcome`, at a `bid` or a `card`, after the `last` answer, or
at `goodbye`. Then it runs on, so that the arena has to notice.
"""

import sys
import time
from typing import TYPE_CHECKING

from hostile import PLAY, Player, Stream, did, sleep_for_ever

from arena.v1.arena_pb2 import Goodbye, PlayRequest, PlayResponse, Turn, Welcome

if TYPE_CHECKING:
    import grpc

_WAY, _STEP = sys.argv[1:3]
_DEADLINE = 3.0
"""Seconds from the call to its deadline, where it has one."""
_SEEN = 0.3
"""Seconds in which what was sent reaches the arena."""
_SPARE = {"last": 0.05, "goodbye": 0.4}
"""Seconds before the deadline in which the last answer is given."""


class Leaves(Player):
    at = _STEP

    def open(self, channel: "grpc.Channel | None" = None) -> Stream:
        play = (channel or self.channel).stream_stream(
            PLAY, request_serializer=bytes, response_deserializer=PlayResponse.FromString
        )
        self._opened = time.monotonic()
        timeout = _DEADLINE if _WAY == "deadline" else None
        self.call = play(iter(self.outgoing.get, None), timeout=timeout)
        self._leave_at("before-hello")
        return self.call

    def send(self, request: PlayRequest | bytes) -> None:
        super().send(request)
        if isinstance(request, PlayRequest) and request.HasField("hello"):
            self._leave_at("after-hello")

    def on_welcome(self, welcome: Welcome) -> None:
        del welcome
        self._leave_at("after-welcome")

    def deed(self) -> None:
        self._leave_at(_STEP)

    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        if all(len(decision.spades.hand) > 1 for decision in turn.decisions):
            return request
        if _WAY == "deadline" and _STEP in _SPARE:
            self._wait(_SPARE[_STEP])
        self.send(request)
        self._leave_at("last")
        return None

    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        self._leave_at("goodbye")

    def _leave_at(self, step: str) -> None:
        if step != _STEP:
            return
        if _WAY == "half-close":
            self.outgoing.put(None)
        elif _WAY == "cancel":
            time.sleep(_SEEN)  # else gRPC takes the call back before the arena has seen it
            self.call.cancel()
        else:
            self._wait(-0.1)
        did(f"{_WAY} at {step}")
        if step != "goodbye":
            sleep_for_ever()

    def _wait(self, spare: float) -> None:
        """Waits until `spare` seconds before the deadline."""
        time.sleep(max(0.0, self._opened + _DEADLINE - spare - time.monotonic()))


if __name__ == "__main__":
    Leaves().run()
