"""Answers `legal[c mod n]`, c a checksum of all it was shown: ../../README.md defines it."""

from collections.abc import Iterable

import euchre

from arena.v1.euchre_pb2 import EuchreView
from arena.v1.spades_pb2 import SpadesView


def choose(view: SpadesView, seed: int) -> int:
    legal = view.legal_bids or view.legal_cards
    return legal[checksum(view, seed) % len(legal)]


def choose_in_euchre(view: EuchreView, seed: int) -> euchre.Answer:
    legal = euchre.legal(view)
    return legal[checksum_in_euchre(view, seed) % len(legal)]


def checksum(view: SpadesView, seed: int) -> int:
    """Returns 0 to 2^32 - 1; every field that a decoder could lose has its part in it."""
    return folded(words(view, seed))


def checksum_in_euchre(view: EuchreView, seed: int) -> int:
    """Returns the same of a view of Euchre."""
    return folded(words_in_euchre(view, seed))


def folded(words: Iterable[int]) -> int:
    value = 1
    for word in words:
        value = (value * 31 + word) & 0xFFFFFFFF
    return value


def words(view: SpadesView, seed: int) -> list[int]:
    """Returns the fields in the order in which they are folded."""
    words = [seed & 0xFFFFFFFF, seed >> 32, view.seat, view.dealer, view.deal]
    words += [len(view.hand), *view.hand, len(view.seats)]
    for seat in view.seats:
        words += [1, seat.bid] if seat.HasField("bid") else [0]
        words += [seat.taken, seat.score, seat.bags, seat.replaced]
        words += [seat.blind_nil, seat.reneged, seat.reneges]
    words += [len(view.played), *view.played, len(view.leaders), *view.leaders, view.broken]
    words += [len(view.legal_bids), *view.legal_bids, len(view.legal_cards), *view.legal_cards]
    return [*words, view.asks_blind_nil]


def words_in_euchre(view: EuchreView, seed: int) -> list[int]:
    """Returns the fields in the order in which they are folded."""
    words = [seed & 0xFFFFFFFF, seed >> 32, view.seat, view.dealer, view.deal]
    words += [view.deals_played, view.redeals, view.due, len(view.hand), *view.hand]
    words += [view.upcard, view.upcard_suit, view.upcard_state, len(view.calls), *view.calls]
    words += [view.maker, view.trump, len(view.seats)]
    for seat in view.seats:
        words += [1, seat.alone] if seat.HasField("alone") else [0]
        words += [seat.sits_out, seat.taken, seat.score, seat.replaced]
    words += [len(view.dummy), *view.dummy, view.put_down, len(view.left_out), *view.left_out]
    words += [len(view.played), *view.played, len(view.leaders), *view.leaders]
    words += [len(view.legal_calls), *view.legal_calls, len(view.legal_cards), *view.legal_cards]
    return words


GAMES = {"spades": choose, "euchre": choose_in_euchre}
