"""What hostile bots are made of that speak by their standard streams: an honest player of lines.

A deed takes the place of the answer to the first turn that holds a card.
"""

import json
import os
import sys
from typing import Any, NoReturn

from hostile import LOST, did, leave, say


class LinePlayer:
    """Plays from hello to goodbye with the first legal action, but for one deed."""

    def __init__(self) -> None:
        self._has_done = False

    def deed(self, line: bytes) -> bytes:
        """Does what the case is about, once; returns what is printed in place of `line`."""
        return line

    def run(self) -> NoReturn:
        put({"hello": {"protocol": "arena.v1", "games": ["spades"], "tables": 32}})
        for line in sys.stdin:
            message = json.loads(line)
            if "goodbye" in message:
                say(f"goodbye: {message['goodbye']['reason']}")
                leave(0)
            if "turn" in message:
                self._answer(message["turn"])
        leave(LOST)

    def _answer(self, turn: dict[str, Any]) -> None:
        moves = [_move(decision) for decision in turn["decisions"]]
        answer = {"moves": {"turn": turn["number"], "moves": moves}}
        if self._has_done or not any("card" in move["spades"] for move in moves):
            put(answer)
            return
        self._has_done = True
        did(sys.argv[1])
        write(self.deed(json.dumps(answer).encode() + b"\n"))


def _move(decision: dict[str, Any]) -> dict[str, Any]:
    view = decision["spades"]
    kind = "bid" if view["legal_bids"] else "card"
    return {"match": decision["match"], "spades": {kind: view[f"legal_{kind}s"][0]}}


def put(message: dict[str, Any]) -> None:
    write(json.dumps(message).encode() + b"\n")


def write(raw: bytes, stream: int = 1) -> None:
    while raw:
        raw = raw[os.write(stream, raw) :]
