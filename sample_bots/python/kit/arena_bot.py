"""Connects a bot to the arena and plays all its tables, from Hello to Goodbye.

A bot file defines `choose(view, seed)`, or a class `Bot` that is made with the rules and has such
a method: it plays Spades. One that plays something else defines GAMES, with such a function or
class for each game by its name. Each view is complete, so a bot needs no memory between two calls.

In Spades the answer is a bid when `view.legal_bids` has any, else the number of a card. Whether it
bids nil before it sees its hand, a bot is asked with `bids_blind_nil(view, seed)`, a function in
the file or a method of the class, and says True or False; one without it says no. In Euchre
`legal` of `euchre` lists what may be answered: a call, a card, the five cards that a maker keeps,
and 0 for a dealer who declines the upcard.
"""

import asyncio
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

import grpc

from arena.v1.arena_pb2 import Goodbye, Hello, Move, Moves, PlayRequest, Turn, Welcome
from arena.v1.arena_pb2_grpc import ArenaServiceStub
from arena.v1.euchre_pb2 import (
    EUCHRE_CALL_DECLINE,
    EUCHRE_DUE_KEEP,
    EUCHRE_DUE_SWAP,
    EuchreKept,
    EuchreView,
)
from arena.v1.spades_pb2 import SpadesView

View: TypeAlias = SpadesView | EuchreView
Choose: TypeAlias = Callable[[View, int], int | Iterable[int]]
"""Answers a view, given the seed of this match and seat."""

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
    if not any(hasattr(bot, name) for name in ("GAMES", "choose", "Bot")):
        raise SystemExit(f"{str(path)!r} defines neither `choose` nor `Bot`: write one of them")
    if unknown := sorted(set(games(bot)) - set(_FILLS)):
        known = ", ".join(_FILLS)
        raise SystemExit(f"GAMES of {str(path)!r} has {unknown[0]!r}: the kit knows {known}")
    return bot


def games(bot: ModuleType) -> Mapping[str, Callable[..., object]]:
    """Returns what `bot` plays each of its games with."""
    if hasattr(bot, "GAMES"):
        several: Mapping[str, Callable[..., object]] = bot.GAMES
        return several
    return {"spades": bot.Bot if hasattr(bot, "Bot") else bot.choose}


def player(bot: ModuleType, welcome: Welcome) -> Choose:
    """Returns what answers for `bot` in the game and under the rules of `welcome`."""
    way = games(bot)[welcome.game]
    own: object = way(getattr(welcome, welcome.game)) if isinstance(way, type) else bot
    choose: Choose = own.choose if isinstance(way, type) else way  # type: ignore[assignment, attr-defined]  # the bot's own
    if welcome.game != "spades":
        return choose
    bids_blind_nil: Choose = getattr(own, "bids_blind_nil", _never)

    def choose_in_spades(view: View, seed: int) -> int | Iterable[int]:
        is_blind = isinstance(view, SpadesView) and view.asks_blind_nil
        return bids_blind_nil(view, seed) if is_blind else choose(view, seed)

    return choose_in_spades


def _never(_view: View, _seed: int) -> bool:
    return False


def answered(turn: Turn, game: str, choose: Choose) -> PlayRequest:
    """Returns the answer to every decision of `turn`."""
    request = PlayRequest(moves=Moves(turn=turn.number))
    add = request.moves.moves.add
    for decision in turn.decisions:
        view: View = getattr(decision, game)
        if decision.refusal:
            sys.stderr.write(f"refused: {decision.refusal}\n")
        move = add(match=decision.match)
        chosen = choose(view, decision.seed)
        try:
            _FILLS[game](move, view, chosen)
        except (TypeError, ValueError):
            is_blind = isinstance(view, SpadesView) and view.asks_blind_nil
            asked, expected = _BLIND if is_blind else ("choose", _EXPECTED[game])
            raise SystemExit(f"{asked} answered {chosen!r}, expected {expected}") from None
    return request


def _fill_spades(move: Move, view: SpadesView, chosen: int) -> None:
    if view.asks_blind_nil:
        if not isinstance(chosen, bool):
            raise TypeError(chosen)
        move.spades.blind_nil = chosen
    elif view.legal_bids:
        move.spades.bid = chosen
    else:
        move.spades.card = chosen  # type: ignore[assignment]  # an open enum


def _fill_euchre(move: Move, view: EuchreView, chosen: int | Iterable[int]) -> None:
    if view.due == EUCHRE_DUE_KEEP:
        move.euchre.kept.CopyFrom(EuchreKept(cards=chosen))  # type: ignore[arg-type]  # an open enum
    elif view.due == EUCHRE_DUE_SWAP and not chosen:
        move.euchre.call = EUCHRE_CALL_DECLINE
    elif view.legal_cards:
        move.euchre.card = chosen  # type: ignore[assignment]  # an open enum
    else:
        move.euchre.call = chosen  # type: ignore[assignment]  # an open enum


_FILLS: Mapping[str, Callable[..., None]] = {"spades": _fill_spades, "euchre": _fill_euchre}
_EXPECTED = {
    "spades": "the number of a bid or of a card",
    "euchre": "one of `legal(view)`: a call, a card, five cards, or 0",
}

_BLIND = ("bids_blind_nil", "True or False")


async def converse(bot: ModuleType, address: str) -> Goodbye:
    """Plays until the arena says goodbye; raises ConnectionError if it does not."""
    async with grpc.aio.insecure_channel(address) as channel:
        stream = ArenaServiceStub(channel).Play()
        hello = Hello(protocol="arena.v1", games=games(bot), tables=TABLES, client="arena kit")
        await stream.write(PlayRequest(hello=hello))
        game, choose = "", None
        async for response in stream:
            if response.HasField("turn") and choose is not None:
                answers = answered(response.turn, game, choose)
                try:
                    await stream.write(answers)
                except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                    number = response.turn.number
                    raise ConnectionError(f"did not wait for the answer to turn {number}") from None
            elif response.HasField("welcome"):
                game, choose = response.welcome.game, player(bot, response.welcome)
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
