"""A bot that answers with the first legal action and misbehaves as its flags say.

A flag names a deed; `--at` says when: before `hello`, at the first `bid` or `card`, or at the
decision with that number, from 1, counted over all matches. Before a deed the bot prints its name
to its standard error, so that a test can see that it came to it.
It needs nothing but gRPC and the generated code of the protocol.
"""

import argparse
import itertools
import os
import queue
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn, Protocol

import grpc

from arena.v1.arena_pb2 import (
    Bye,
    Decision,
    Goodbye,
    Hello,
    Move,
    Moves,
    PlayRequest,
    PlayResponse,
    Turn,
)
from arena.v1.spades_pb2 import SpadesAnswer

PLAY = "/arena.v1.ArenaService/Play"
OVERSIZE = 8 * 1024 * 1024
NO_CARD = 99
EVER = 3600.0
GOODBYE_EXIT = 0
LOST_EXIT = 9
"""The exit code when the stream ends without a goodbye."""
SERVED_EXIT = 10
"""The exit code when a second stream is not refused as it should be."""
SECOND_STREAM_SECONDS = 5


class Stream(Protocol):
    """What the arena says, until the stream ends or is cancelled."""

    def __iter__(self) -> Iterator[PlayResponse]: ...
    def cancel(self) -> object: ...


class Bot:
    """One life: a stream to the arena, a decision at a time, and one deed at its time."""

    def __init__(self, flags: argparse.Namespace) -> None:
        self.flags = flags
        self.outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.channel = grpc.insecure_channel(_address(), options=_CHANNEL)
        self._asked = 0
        self._done = False

    def play(self) -> int:
        """Plays from Hello to Goodbye; returns the exit code."""
        self.call = self.open()
        self.reach("hello")
        if not self.flags.no_hello:
            time.sleep(self.flags.hello_delay)
            self.send(PlayRequest(hello=self.hello()))
        if self.flags.garbage == "early":
            self.say("early")
            self.send(PlayRequest(moves=Moves(turn=1)))
        if self.flags.never_read:
            self.say("never-read")
            time.sleep(EVER)
        return self._converse()

    def _converse(self) -> int:
        try:
            for response in self.call:
                if response.HasField("turn"):
                    self._turn(response.turn)
                elif response.HasField("goodbye"):
                    return self._leave(response.goodbye)
        except grpc.RpcError as error:
            self.say(f"lost: {error}"[:500])
        return LOST_EXIT

    def _leave(self, goodbye: Goodbye) -> int:
        self.say(f"goodbye: {Goodbye.Reason.Name(goodbye.reason)} {goodbye.text}")
        if self.flags.late_exit:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            self.say("late-exit")
            time.sleep(EVER)
        return GOODBYE_EXIT

    def _turn(self, turn: Turn) -> None:
        moves = []
        for decision in turn.decisions:
            self._asked += 1
            if self.flags.slow:
                if self._asked == 1:
                    self.say("at-work")
                time.sleep(self.flags.slow)
            if self.flags.stderr_flood:
                sys.stderr.write("\x1b[31m" + "flood " * 200_000)
            moves.append(Move(match=decision.match, spades=self._answer(decision)))
        request = PlayRequest(moves=Moves(turn=turn.number, moves=moves))
        if any(self._is_time(decision) for decision in turn.decisions):
            self.reach(None)
            request = self._spoilt(request, turn)
        self.send(request)
        if self.flags.garbage == "unasked":
            self.send(request)

    def _is_time(self, decision: Decision) -> bool:
        """Tells whether the deed is due; `self._asked` counts the decision already."""
        at = self.flags.at
        if at == "bid":
            return bool(decision.spades.legal_bids)
        if at == "card":
            return bool(decision.spades.legal_cards)
        return at != "hello" and self._asked >= int(at)

    def _answer(self, decision: Decision) -> SpadesAnswer:
        view = decision.spades
        is_due = self.flags.illegal == "always" or (self.flags.illegal and not self._done)
        if is_due and self._is_time(decision):
            self._done = True
            self.say("illegal")
            return _illegal_answer(decision)
        if view.legal_bids:
            return SpadesAnswer(bid=view.legal_bids[0])
        return SpadesAnswer(card=view.legal_cards[0])

    def reach(self, at: str | None) -> None:
        """Does the deed that takes the whole bot with it, if `at` is its time."""
        if at is not None and at != self.flags.at:
            return
        for name, deed in DEEDS.items():
            value = getattr(self.flags, name)
            if value is not None and value is not False:
                self.say(name.replace("_", "-"))
                deed(self)

    def _spoilt(self, request: PlayRequest, turn: Turn) -> PlayRequest:
        """Returns what goes out instead of the answer, once; some deeds send more besides."""
        kind = self.flags.garbage
        if kind is None or kind not in SPOILS or self._done:
            return request
        self._done = True
        self.say(kind)
        return SPOILS[kind](self, request, turn)

    def hello(self) -> Hello:
        protocol = "arena.v0" if self.flags.wrong_protocol else "arena.v1"
        games = ["chess"] if self.flags.wrong_game else ["spades"]
        return Hello(protocol=protocol, games=games, tables=self.flags.tables, client="scripted")

    def open(self) -> "Stream":
        """Opens a stream that sends what is put into `outgoing`, bytes as they are."""
        play = self.channel.stream_stream(
            PLAY,
            request_serializer=bytes,
            response_deserializer=PlayResponse.FromString,
        )
        return play(iter(self.outgoing.get, None))

    def send(self, request: PlayRequest) -> None:
        self.outgoing.put(request.SerializeToString())

    def say(self, text: str) -> None:
        sys.stderr.write(f"scripted: {text}\n")
        sys.stderr.flush()


_CHANNEL = [("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1)]


def _address() -> str:
    return os.environ["ARENA_SOCKET"]


def _illegal_answer(decision: Decision) -> SpadesAnswer:
    """Returns a card of the pack that may not be played, or a bid that may not be made."""
    view = decision.spades
    if view.legal_bids:
        return SpadesAnswer(bid=view.legal_bids[-1] + 1)
    return SpadesAnswer(card=next(card for card in range(2, 53) if card not in view.legal_cards))  # type: ignore[arg-type]  # an open enum


# What ends or silences the whole bot.


def _crash(bot: Bot) -> NoReturn:
    os._exit(bot.flags.crash)


def _kill_self(_bot: Bot) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _kill_first(_bot: Bot) -> None:
    """Tries to end the first process of its container, and stops."""
    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV, signal.SIGABRT):
        os.kill(1, number)
    os.kill(os.getpid(), signal.SIGSTOP)


def _stall(_bot: Bot) -> None:
    time.sleep(EVER)


def _stop_self(_bot: Bot) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def _spin(_bot: Bot) -> NoReturn:
    for _ in itertools.count():
        pass
    raise AssertionError("counting never ends")


def _flood(bot: Bot) -> None:
    """Sends answers to no turn without end, whatever the arena says."""
    answer = PlayRequest(moves=Moves(turn=1)).SerializeToString()
    while True:
        for _ in range(1000):
            bot.outgoing.put(answer)
        time.sleep(0.001)


def _half_close(bot: Bot) -> None:
    bot.outgoing.put(None)


def _cancel(bot: Bot) -> None:
    bot.call.cancel()
    time.sleep(EVER)


def _bye(bot: Bot) -> None:
    bot.send(PlayRequest(bye=Bye(reason="scripted to resign")))
    sys.exit(bot._converse())


def _hog(_bot: Bot) -> NoReturn:
    blocks = []
    while True:
        blocks.append(bytearray(b"x" * 1024 * 1024 * 16))


def _fork_bomb(_bot: Bot) -> NoReturn:
    """Forks, and so does every child, for as long as there is room and beyond."""
    while True:
        try:
            os.fork()
        except OSError:
            time.sleep(0.001)


def _write(bot: Bot) -> None:
    """Writes one file until nothing more can be written."""
    with Path(os.environ["TMPDIR"], "much").open("wb") as file:
        file.writelines(b"x" * 1024 * 1024 for _ in range(bot.flags.write_mb))


DEEDS: dict[str, Callable[[Bot], None]] = {
    "crash": _crash,
    "kill_self": _kill_self,
    "kill_first": _kill_first,
    "stall": _stall,
    "stop_self": _stop_self,
    "spin": _spin,
    "flood": _flood,
    "half_close": _half_close,
    "cancel": _cancel,
    "bye": _bye,
    "hog": _hog,
    "fork_bomb": _fork_bomb,
    "write_mb": _write,
}

# What goes out instead of an answer.


def _unset(_bot: Bot, _request: PlayRequest, _turn: Turn) -> PlayRequest:
    return PlayRequest()


def _unset_move(_bot: Bot, _request: PlayRequest, turn: Turn) -> PlayRequest:
    moves = [Move(match=decision.match) for decision in turn.decisions]
    return PlayRequest(moves=Moves(turn=turn.number, moves=moves))


def _unset_answer(_bot: Bot, request: PlayRequest, _turn: Turn) -> PlayRequest:
    request.moves.moves[0].spades.CopyFrom(SpadesAnswer())
    return request


def _unknown_card(_bot: Bot, request: PlayRequest, _turn: Turn) -> PlayRequest:
    request.moves.moves[0].spades.card = NO_CARD  # type: ignore[assignment]  # an open enum
    return request


def _wrong_turn(_bot: Bot, request: PlayRequest, _turn: Turn) -> PlayRequest:
    request.moves.turn += 1
    return request


def _missing(_bot: Bot, request: PlayRequest, _turn: Turn) -> PlayRequest:
    del request.moves.moves[0]
    return request


def _doubled(_bot: Bot, request: PlayRequest, _turn: Turn) -> PlayRequest:
    request.moves.moves.append(request.moves.moves[0])
    return request


def _unknown_match(_bot: Bot, request: PlayRequest, _turn: Turn) -> PlayRequest:
    request.moves.moves[0].match += 1000
    return request


def _second_hello(bot: Bot, _request: PlayRequest, _turn: Turn) -> PlayRequest:
    return PlayRequest(hello=bot.hello())


def _oversize(_bot: Bot, _request: PlayRequest, _turn: Turn) -> PlayRequest:
    return PlayRequest(bye=Bye(reason="x" * OVERSIZE))


def _bad_bytes(bot: Bot, request: PlayRequest, _turn: Turn) -> PlayRequest:
    bot.outgoing.put(b"\xff\xff\xff\xff\xff not a message")
    return request


def _second_stream(bot: Bot, request: PlayRequest, _turn: Turn) -> PlayRequest:
    """Calls Play once more, over a connection of its own, and goes on as if nothing were."""
    with grpc.insecure_channel(_address(), options=[("grpc.use_local_subchannel_pool", 1)]) as more:
        play = more.stream_stream(
            PLAY, request_serializer=bytes, response_deserializer=PlayResponse.FromString
        )
        hello = PlayRequest(hello=bot.hello()).SerializeToString()
        refused = False
        try:
            outcome = str(list(play(iter([hello]), timeout=SECOND_STREAM_SECONDS)))
        except grpc.RpcError as error:
            refused, outcome = error.code() is grpc.StatusCode.FAILED_PRECONDITION, str(error)
        if not refused:
            bot.say(f"the second stream was not refused: {outcome}")
            os._exit(SERVED_EXIT)
    return request


SPOILS: dict[str, Callable[[Bot, PlayRequest, Turn], PlayRequest]] = {
    "unset": _unset,
    "unset-move": _unset_move,
    "unset-answer": _unset_answer,
    "unknown-card": _unknown_card,
    "wrong-turn": _wrong_turn,
    "missing": _missing,
    "doubled": _doubled,
    "unknown-match": _unknown_match,
    "second-hello": _second_hello,
    "oversize": _oversize,
    "bad-bytes": _bad_bytes,
    "second-stream": _second_stream,
}
GARBAGE = (*SPOILS, "early", "unasked")


def _leave_daemon() -> None:
    """Leaves a grandchild with a session of its own, which lives on for as long as it can."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(EVER)
        os._exit(0)
    os.wait()


def _ponder(count: int) -> None:
    """Leaves children that burn all the time that they get, whoever thinks."""
    for _ in range(count):
        if os.fork() == 0:
            for _ in itertools.count():
                pass


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at", default="bid", help="hello, bid, card, or the number of a decision")
    parser.add_argument("--token", help="means nothing: it makes the process easy to find")
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--hello-delay", type=float, default=0.0)
    parser.add_argument("--slow", type=float, default=0.0, help="seconds for each decision")
    parser.add_argument("--crash", type=int, metavar="CODE")
    parser.add_argument("--write-mb", type=int)
    parser.add_argument("--ponder", type=int, default=0, metavar="CHILDREN")
    parser.add_argument("--illegal", choices=["once", "always"])
    parser.add_argument("--garbage", choices=GARBAGE)
    parser.add_argument("--raw-garbage", metavar="KIND", help="see raw_bot.py")
    for name in (
        *(
            "kill-self",
            "kill-first",
            "stall",
            "stop-self",
            "spin",
            "flood",
            "half-close",
            "cancel",
            "bye",
            "hog",
        ),
        *("no-hello", "never-connect", "never-read", "wrong-protocol", "wrong-game"),
        *("late-exit", "daemon", "stderr-flood", "fork-bomb"),
    ):
        parser.add_argument(f"--{name}", action="store_true")
    return parser


def main() -> int:
    flags = _parser().parse_args()
    if flags.daemon:
        _leave_daemon()
    _ponder(flags.ponder)
    if flags.never_connect:
        time.sleep(EVER)
    if flags.raw_garbage is not None:
        program = str(Path(__file__).with_name("raw_bot.py"))
        os.execv(sys.executable, [sys.executable, program, flags.raw_garbage, *sys.argv])  # noqa: S606  # no shell is wanted
    return Bot(flags).play()


if __name__ == "__main__":
    os._exit(main())  # threads of gRPC may still be at work
