"""Connects a bot to the arena and plays all its tables, from Hello to Goodbye.

A bot file defines `choose(view, seed)`, or a class `Bot` that is made with the rules and has such
a method. The answer is a bid when `view.legal_bids` has any, else the number of a card. Asked for a
nil that is bid blind, the kit says no without asking the bot.
Each view is complete, so a bot needs no memory between two calls.
"""

import asyncio
import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import grpc

from arena.v1.arena_pb2 import Goodbye, Hello, Moves, PlayRequest, Turn
from arena.v1.arena_pb2_grpc import ArenaServiceStub
from arena.v1.spades_pb2 import SpadesRules, SpadesView

Choose: TypeAlias = Callable[[SpadesView, int], int]
"""Answers a view, given the seed of this match and seat, with a bid or the number of a card."""

TABLES = 32
"""How many tables a bot offers to serve at once: the more, the longer the batches."""

_BLAMED = (Goodbye.REASON_PROTOCOL, Goodbye.REASON_TIMEOUT)


def load(path: Path) -> ModuleType:
    """Returns the bot of the file `path`, which may import the files beside it."""
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location("bot", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise SystemExit(f"no bot in {str(path)!r}: name a Python file that defines `choose`")
    bot = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bot)
    if not hasattr(bot, "choose") and not hasattr(bot, "Bot"):
        raise SystemExit(f"{str(path)!r} defines neither `choose` nor `Bot`: write one of them")
    return bot


def player(bot: ModuleType, rules: SpadesRules) -> Choose:
    """Returns what answers for `bot` under `rules`."""
    if hasattr(bot, "Bot"):
        method: Choose = bot.Bot(rules).choose
        return method
    function: Choose = bot.choose
    return function


def answered(turn: Turn, choose: Choose) -> PlayRequest:
    """Returns the answer to every decision of `turn`."""
    request = PlayRequest(moves=Moves(turn=turn.number))
    add = request.moves.moves.add
    for decision in turn.decisions:
        view = decision.spades
        if decision.refusal:
            sys.stderr.write(f"refused: {decision.refusal}\n")
        answer = add(match=decision.match).spades
        if view.asks_blind_nil:
            answer.blind_nil = False
            continue
        chosen = choose(view, decision.seed)
        try:
            if view.legal_bids:
                answer.bid = chosen
            else:
                answer.card = chosen  # type: ignore[assignment]  # an open enum
        except (TypeError, ValueError):
            said = f"choose answered {chosen!r}, expected the number of a bid or of a card"
            raise SystemExit(said) from None
    return request


async def converse(bot: ModuleType, address: str) -> Goodbye:
    """Plays until the arena says goodbye; raises ConnectionError if it does not."""
    async with grpc.aio.insecure_channel(address) as channel:
        stream = ArenaServiceStub(channel).Play()
        hello = Hello(protocol="arena.v1", games=["spades"], tables=TABLES, client="arena kit")
        await stream.write(PlayRequest(hello=hello))
        choose: Choose | None = None
        async for response in stream:
            if response.HasField("turn") and choose is not None:
                answers = answered(response.turn, choose)
                try:
                    await stream.write(answers)
                except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    number = response.turn.number
                    raise ConnectionError(f"did not wait for the answer to turn {number}") from None
            elif response.HasField("welcome"):
                choose = player(bot, response.welcome.spades)
            elif response.HasField("goodbye"):
                return response.goodbye
    raise ConnectionError("went away without a goodbye")


def play(path: Path) -> None:
    """Plays the bot of the file `path`; raises SystemExit with a sentence if that goes wrong."""
    address = os.environ.get("ARENA_SOCKET")
    if address is None:
        raise SystemExit("ARENA_SOCKET is not set: let the arena start this bot, with `arena play`")
    bot = load(path)
    try:
        goodbye = asyncio.run(converse(bot, address))
    except ConnectionError as error:
        raise SystemExit(f"the arena at {address} {error}") from None
    except grpc.aio.AioRpcError as error:
        raise SystemExit(f"the arena at {address} is gone: {error.details()}") from None
    if goodbye.reason in _BLAMED:
        raise SystemExit(f"the arena ended the conversation: {goodbye.text}")
