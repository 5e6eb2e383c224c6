"""A bot that speaks by its standard streams, plays the first legal action, and does one deed.

The first argument names the deed, the second when: at `hello`, at the first `bid` or `card`, or at
the turn with that number. Before a deed the bot prints its name to its standard error.
It needs nothing but Python, and knows of the protocol what is written here.
"""

import itertools
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Mapping
from typing import NoReturn, TypeAlias

EVER = 3600.0
LIMIT = 256 * 1024
GOODBYE_EXIT = 0
LOST_EXIT = 9
"""The exit code when the input ends without a goodbye."""
Json: TypeAlias = Mapping[str, object]


class Bot:
    """One life, and one deed at its time."""

    def __init__(self, deed: str = "honest", at: str = "bid") -> None:
        self.deed, self.at = deed, at
        self._turns = 0
        self._done = False

    def play(self) -> int:
        """Plays from hello to goodbye; returns the exit code."""
        hello = {"protocol": "arena.v1", "games": ["spades", "euchre"], "tables": 32}
        self.say({"hello": {**hello, "client": "lines"}}, is_time=self.at == "hello")
        for line in sys.stdin:
            message = json.loads(line)
            if "goodbye" in message:
                goodbye = message["goodbye"]
                sys.stderr.write(f"goodbye: {goodbye['reason']} {goodbye['text']}\n")
                return GOODBYE_EXIT
            if "turn" in message:
                self._answer(message["turn"])
        return LOST_EXIT

    def _answer(self, turn: Json) -> None:
        decisions = turn["decisions"]
        assert isinstance(decisions, list)
        self._turns += 1
        kinds = {str(self._turns), "card"}
        moves = []
        for decision in decisions:
            game = "spades" if "spades" in decision else "euchre"
            move = self._choose(decision[game])
            kinds |= move.keys()
            moves.append({"match": decision["match"], game: move})
        answer = {"moves": {"turn": turn["number"], "moves": moves}}
        is_bid = any("bid" in move for move in kinds)
        self.say(answer, is_time=self.at in kinds and (self.at != "card" or not is_bid))

    def _choose(self, view: Json) -> Json:
        """Returns the first of what is legal; where nothing is listed, five cards are kept."""
        for kind in ("bid", "call", "card"):
            legal = view.get(f"legal_{kind}s")
            if legal:
                assert isinstance(legal, list)
                return {kind: legal[0]}
        hand = view["hand"]
        assert isinstance(hand, list)
        return {"kept": {"cards": hand[:5]}}

    def say(self, message: Json, *, is_time: bool) -> None:
        line = json.dumps(message).encode()
        deed = DEEDS.get(self.deed) if self.deed in EACH_TIME else None
        if is_time and not self._done and deed is None:
            self._done = True
            sys.stderr.write(f"lines: {self.deed}\n")
            sys.stderr.flush()
            deed = DEEDS[self.deed]
        put(line + b"\n" if deed is None else deed(line))


def put(raw: bytes) -> None:
    while raw:
        raw = raw[os.write(1, raw) :]


def sleep() -> NoReturn:
    time.sleep(EVER)
    raise SystemExit


# What is no fault.


def _crlf(line: bytes) -> bytes:
    return line + b"\r\n"


def _blank_lines(line: bytes) -> bytes:
    return b"\n \t\n" + line + b"\n\n\r\n"


def _spaces(line: bytes) -> bytes:
    return b"  " + line.replace(b": ", b" :\t") + b"  \n"


def _pieces(line: bytes) -> bytes:
    for number in range(len(line)):
        put(line[number : number + 1])
    return b"\n"


def _camel(line: bytes) -> bytes:
    """Says what may be said in another way: numbers of enums, texts for numbers, null."""
    message = json.loads(line)
    if "moves" in message:
        moves = message["moves"]
        moves["turn"] = int(moves["turn"])
        for move in moves["moves"]:
            move["match"] = str(move["match"])
            move["euchre" if "spades" in move else "spades"] = None
    return json.dumps(message).encode() + b"\n"


def _to_error(line: bytes) -> bytes:
    sys.stderr.write("thinking hard\n" * 1000)
    return line + b"\n"


# What is one.


def _endless(_line: bytes) -> NoReturn:
    while True:
        put(b"x" * 65536)


def _long(line: bytes) -> bytes:
    return line + b" " * LIMIT + b"\n"


def _flood(line: bytes) -> NoReturn:
    put(line + b"\n")
    while True:
        put((b'{"moves":{"turn":1}}\n') * 3000)


def _blank_flood(_line: bytes) -> NoReturn:
    while True:
        put(b"\n" * 65536)


def _two(line: bytes) -> bytes:
    return line + b"\n" + line + b"\n"


def _two_on_a_line(line: bytes) -> bytes:
    return line + b" " + line + b"\n"


def _chatter(line: bytes) -> bytes:
    return b"I think I shall play this one\n" + line + b"\n"


def _number(line: bytes) -> bytes:
    return b"42\n" + line + b"\n"


def _close_output(line: bytes) -> NoReturn:
    put(line + b"\n")
    os.close(1)
    sleep()


def _close_input(line: bytes) -> NoReturn:
    put(line + b"\n")
    os.close(0)
    sleep()


def _close_all(line: bytes) -> NoReturn:
    put(line + b"\n")
    os.closerange(0, 3)
    sleep()


def _errors_for_ever(line: bytes) -> NoReturn:
    """Prints a flood to standard error, in which a line of its own is lost."""
    while True:
        os.write(2, line[:1] * 65536)


def _kill_self(_line: bytes) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    sleep()


def _slow(line: bytes) -> bytes:
    time.sleep(0.0 if b"hello" in line else 0.1)
    return line + b"\n"


def _deaf(line: bytes) -> NoReturn:
    put(line + b"\n")
    sleep()


def _half(line: bytes) -> NoReturn:
    put(line[: len(line) // 2])
    sleep()


def _half_and_exit(line: bytes) -> NoReturn:
    put(line[: len(line) // 2])
    os._exit(4)


def _unended_exit(line: bytes) -> NoReturn:
    put(line)
    os._exit(5)


def _unended(line: bytes) -> NoReturn:
    put(line)
    sleep()


def _slowly(line: bytes) -> NoReturn:
    for number in range(len(line)):
        put(line[number : number + 1])
        time.sleep(1.0)
    sleep()


def _leave(_line: bytes) -> NoReturn:
    os._exit(3)


def _bye(_line: bytes) -> bytes:
    return b'{"bye":{"reason":"scripted to resign"}}\n'


def _bye_and_leave(line: bytes) -> NoReturn:
    put(_bye(line))
    os._exit(0)


def _first_lines(line: bytes) -> NoReturn:
    """Prints a line for each number, over its own messages, for ever."""
    for number in itertools.count():
        put(str(number).encode() + b"\n")
    raise AssertionError(line)


def _instead(text: str) -> Callable[[bytes], bytes]:
    return lambda _line: text.encode("latin-1") + b"\n"


def _changed(old: str, new: str) -> Callable[[bytes], bytes]:
    return lambda line: line.replace(old.encode(), new.encode(), 1) + b"\n"


def _numbered(key: str, number: str) -> Callable[[bytes], bytes]:
    """Returns what says another number for the first `key`."""
    old = re.compile(rf'"{key}": "?[0-9]+"?'.encode())
    return lambda line: old.sub(f'"{key}": {number}'.encode(), line, count=1) + b"\n"


def _card_99(line: bytes) -> bytes:
    message = json.loads(line)
    message["moves"]["moves"][0]["spades"]["card"] = 99
    return json.dumps(message).encode() + b"\n"


DEEDS: dict[str, Callable[[bytes], bytes]] = {
    "honest": lambda line: line + b"\n",
    "silent": lambda _line: sleep(),
    "crlf": _crlf,
    "blank-lines": _blank_lines,
    "spaces": _spaces,
    "pieces": _pieces,
    "camel": _camel,
    "to-error": _to_error,
    "endless": _endless,
    "long": _long,
    "flood": _flood,
    "blank-flood": _blank_flood,
    "two": _two,
    "two-on-a-line": _two_on_a_line,
    "chatter": _chatter,
    "number": _number,
    "close-output": _close_output,
    "close-input": _close_input,
    "close-all": _close_all,
    "errors-for-ever": _errors_for_ever,
    "kill-self": _kill_self,
    "slow": _slow,
    "deaf": _deaf,
    "half": _half,
    "half-and-exit": _half_and_exit,
    "unended": _unended,
    "unended-exit": _unended_exit,
    "slowly": _slowly,
    "leave": _leave,
    "bye": _bye,
    "bye-and-leave": _bye_and_leave,
    "count": _first_lines,
    "garbage": _instead("\xff\x00\x01 not a message"),
    "bytes": _instead('{"bye":{"reason":"\xff\xfe"}}'),
    "half-character": _instead('{"bye":{"reason":"\\ud800"}}'),
    "list": _instead('[{"bye":{}}]'),
    "empty-object": _instead("{}"),
    "deep": _instead('{"bye":' + "[" * 100_000),
    "deep-and-ended": _instead('{"bye":' + "[" * 50_000 + "]" * 50_000 + "}"),
    "huge-digits": _instead('{"moves":{"turn":' + "9" * 100_000 + "}}"),
    "many-moves": _instead('{"moves":{"turn":1,"moves":[' + ",".join(["{}"] * 80_000) + "]}}"),
    "nan": _numbered("turn", "NaN"),
    "infinity": _numbered("turn", "-Infinity"),
    "huge": _numbered("turn", "1e400"),
    "huge-match": _numbered("match", "4294967296"),
    "negative": _numbered("match", "-1"),
    "half-number": _numbered("match", "1.5"),
    "true": _numbered("match", "true"),
    "doubled-key": _changed('"moves": [', '"moves": [], "moves": ['),
    "doubled-answer": _changed('"spades": ', '"euchre": {}, "spades": '),
    "unknown-field": _changed('"match": ', '"matches": '),
    "unknown-card": _changed('"CARD_', '"CARD_X'),
    "card-99": _card_99,
}
EACH_TIME = {"slow", "crlf", "blank-lines", "spaces", "pieces", "camel", "to-error"}
"""What is done with every message."""


if __name__ == "__main__":
    os._exit(Bot(*sys.argv[1:3]).play())
