"""What hostile bots are made of: an honest player with places where a deed can be put.

A bot says on its standard error what it did, as `deed: …`, so that the suite sees that the attack
took place. One that gets through where it must not says `BREACH` and ends with `BREACHED`, which
no case expects.
"""

import ctypes
import errno
import os
import queue
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn, Protocol

import grpc

from arena.v1.arena_pb2 import (
    Decision,
    Goodbye,
    Hello,
    Move,
    Moves,
    PlayRequest,
    PlayResponse,
    Turn,
    Welcome,
)
from arena.v1.spades_pb2 import SpadesAnswer

PLAY = "/arena.v1.ArenaService/Play"
EVER = 3600.0
LOST = 9
"""The exit code when the stream ends without a goodbye."""
BREACHED = 99
"""The exit code when an attack got through."""
_OPTIONS = [("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1)]


class Stream(Protocol):
    """What the arena says, until the stream ends or is cancelled."""

    def __iter__(self) -> Iterator[PlayResponse]: ...
    def cancel(self) -> object: ...


class Player:
    """Plays from Hello to Goodbye with the first legal action; a deed is put in by overriding.

    `deed` is done once: before everything at "start", before Hello at "hello", else before the
    answer to the first turn that holds a bid, a card, or the decision with that number.
    """

    at: str | int = "card"
    tables = 32
    client = "hostile"

    def __init__(self) -> None:
        self.outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.call: Stream
        self.asked = 0
        """Decisions so far, those of the turn at hand included."""
        self._has_done = False

    # --- what a case overrides ---------------------------------------------------------------

    def deed(self) -> None:
        """Does what the case is about, once."""

    def on_welcome(self, welcome: Welcome) -> None:
        """Is told the first message."""

    def on_turn(self, turn: Turn) -> None:
        """Is told of each turn before it is answered."""

    def answer(self, decision: Decision) -> SpadesAnswer:
        return first_legal(decision)

    def request(self, turn: Turn, request: PlayRequest) -> PlayRequest | bytes | None:
        """Returns what goes out for a turn; None for nothing."""
        del turn
        return request

    def on_goodbye(self, goodbye: Goodbye) -> None:
        """Is told the last message."""

    # --- what it does by itself --------------------------------------------------------------

    def run(self) -> NoReturn:
        """Plays, and ends the process."""
        self._reach("start")
        self.channel = grpc.insecure_channel(address(), options=_OPTIONS)
        self._reach("hello")
        self.call = self.open()
        self.send(PlayRequest(hello=self.hello()))
        leave(self.converse())

    def converse(self) -> int:
        """Answers until the stream ends; returns the exit code."""
        try:
            for response in self.call:
                if response.HasField("welcome"):
                    self.on_welcome(response.welcome)
                elif response.HasField("turn"):
                    self._turn(response.turn)
                elif response.HasField("goodbye"):
                    say(f"goodbye: {Goodbye.Reason.Name(response.goodbye.reason)}")
                    self.on_goodbye(response.goodbye)
                    return 0
        except grpc.RpcError as error:
            say(f"lost: {error}"[:500])
        return LOST

    def hello(self) -> Hello:
        return Hello(protocol="arena.v1", games=["spades"], tables=self.tables, client=self.client)

    def open(self, channel: grpc.Channel | None = None) -> Stream:
        """Opens a stream that sends what is put into `outgoing`, bytes as they are."""
        play = (channel or self.channel).stream_stream(
            PLAY, request_serializer=bytes, response_deserializer=PlayResponse.FromString
        )
        return play(iter(self.outgoing.get, None))

    def send(self, request: PlayRequest | bytes) -> None:
        self.outgoing.put(request if isinstance(request, bytes) else request.SerializeToString())

    def _turn(self, turn: Turn) -> None:
        self.asked += len(turn.decisions)
        self.on_turn(turn)
        if any(self._is_time(decision) for decision in turn.decisions):
            self._reach(self.at)
        moves = [Move(match=each.match, spades=self.answer(each)) for each in turn.decisions]
        request = self.request(turn, PlayRequest(moves=Moves(turn=turn.number, moves=moves)))
        if request is not None:
            self.send(request)

    def _is_time(self, decision: Decision) -> bool:
        match self.at:
            case "bid":
                return bool(decision.spades.legal_bids)
            case "card":
                return bool(decision.spades.legal_cards)
            case int(number):
                return self.asked >= number
            case _:
                return False

    def _reach(self, at: str | int) -> None:
        if at == self.at and not self._has_done:
            self._has_done = True
            self.deed()


def first_legal(decision: Decision) -> SpadesAnswer:
    view = decision.spades
    if view.legal_bids:
        return SpadesAnswer(bid=view.legal_bids[0])
    return SpadesAnswer(card=view.legal_cards[0])


def address() -> str:
    return os.environ["ARENA_SOCKET"]


def socket_path() -> Path:
    return Path(address().removeprefix("unix://"))


def scratch() -> Path:
    """Returns the one directory that a bot may write to."""
    return Path(os.environ["TMPDIR"])


def say(text: str) -> None:
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def did(text: str) -> None:
    """Says that the attack took place, and how it went."""
    say(f"deed: {text}")


def breach(text: str) -> NoReturn:
    """Says that an attack got through, and ends."""
    say(f"BREACH: {text}")
    leave(BREACHED)


def leave(code: int) -> NoReturn:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def sleep_for_ever() -> NoReturn:
    while True:
        time.sleep(EVER)


def must_fail(what: str, action: Callable[[], object]) -> None:
    """Tries what must be refused by the system; it is a breach if it is not."""
    try:
        outcome = action()
    except OSError as error:
        did(f"{what} was refused: {error.strerror or type(error).__name__}")
    else:
        breach(f"{what} worked: {str(outcome)[:200]}")


_libc = ctypes.CDLL(None, use_errno=True)


def system_call(number: int, *arguments: int | bytes | None) -> int:
    """Makes a system call by its number; raises OSError as Python's own calls do.

    An argument that is an int is as wide as a register; bytes are passed by address.
    """
    words = [
        ctypes.c_long(each) if isinstance(each, int) else ctypes.c_char_p(each)
        for each in arguments
    ]
    outcome = int(_libc.syscall(ctypes.c_long(number), *words))
    if outcome < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return outcome


def is_refused(error: OSError) -> bool:
    """Tells a refusal of the filter from a call that the kernel would have made."""
    return error.errno in (errno.EPERM, errno.ENOSYS, errno.EACCES)
