"""Cards from a secret: what is dealt is fixed before anyone sits down, and can be recomputed.

A board's cards depend on the league's secret and the board alone, so all its rotations share
them. Every value comes from its own SHAKE-256 stream over (purpose, secret, league, parts), each
part preceded by its length, so that no two purposes and no two boards ever share a stream.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from arena.games.cards import Card, Seat

SECRET_BYTES = 32
_FIRST_DRAW = 128
_SEED_BITS = 53  # every language's numbers hold it exactly

Item = TypeVar("Item")


def commitment(secret: bytes) -> str:
    """Returns the SHA-256 of `secret` in hexadecimal, which binds the league to its deals."""
    return hashlib.sha256(secret).hexdigest()


def shuffled(items: Sequence[Item], stream: Iterator[int]) -> list[Item]:
    """Returns `items` in an order drawn from `stream`, a source of uniform bytes.

    Fisher-Yates with rejection sampling: all orders of up to 256 items are equally likely.
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = _below(last + 1, stream)
        order[last], order[other] = order[other], order[last]
    return order


def _below(bound: int, stream: Iterator[int]) -> int:
    limit = 256 - 256 % bound
    for byte in stream:
        if byte < limit:
            return byte % bound
    raise AssertionError("a stream of bytes never ends")


@dataclass(frozen=True, slots=True)
class Dice:
    """All that a league draws: from its secret and the names of things, nothing else."""

    secret: bytes
    league: str

    def deal(self, meeting: str, board: int, number: int, pack: Sequence[Card]) -> list[Card]:
        """Returns `pack` shuffled for deal `number` (from 1) of board `board` of a meeting."""
        return shuffled(pack, self._stream("deal", meeting, str(board), str(number)))

    def first_dealer(self, meeting: str, board: int, seats: int) -> Seat:
        """Returns the seat that deals first: drawn for the meeting, then the next seat a board.

        So over the boards of a meeting every seat deals first equally often, or one board more.
        """
        drawn = _below(seats, self._stream("first dealer", meeting))
        return Seat((drawn + board) % seats)

    def bot_seed(self, match: str, seat: Seat) -> int:
        """Returns the number from 0 to 2^53 - 1 that a bot may seed its own dice with."""
        stream = self._stream("bot seed", match, str(seat))
        drawn = int.from_bytes(bytes(next(stream) for _ in range(8)), "big")
        return drawn >> (64 - _SEED_BITS)

    def _stream(self, purpose: str, *parts: str) -> Iterator[int]:
        words = (purpose.encode(), self.secret, self.league.encode(), *map(str.encode, parts))
        shake = hashlib.shake_256(b"".join(len(word).to_bytes(4, "big") + word for word in words))
        start, size = 0, _FIRST_DRAW
        while True:
            yield from shake.digest(size)[start:]
            start, size = size, 2 * size
