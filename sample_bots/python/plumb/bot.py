"""Answers `legal[c mod n]`, c a checksum of all it was shown: ../../README.md defines it."""

from arena.v1.spades_pb2 import SpadesView


def choose(view: SpadesView, seed: int) -> int:
    legal = view.legal_bids or view.legal_cards
    return legal[checksum(view, seed) % len(legal)]


def checksum(view: SpadesView, seed: int) -> int:
    """Returns 0 to 2^32 - 1; every field that a decoder could lose has its part in it."""
    value = 1
    for word in words(view, seed):
        value = (value * 31 + word) & 0xFFFFFFFF
    return value


def words(view: SpadesView, seed: int) -> list[int]:
    """Returns the fields in the order in which they are folded."""
    folded = [seed & 0xFFFFFFFF, seed >> 32, view.seat, view.dealer, view.deal]
    folded += [len(view.hand), *view.hand, len(view.seats)]
    for seat in view.seats:
        folded += [1, seat.bid] if seat.HasField("bid") else [0]
        folded += [seat.taken, seat.score, seat.bags, seat.replaced]
    folded += [len(view.played), *view.played, len(view.leaders), *view.leaders, view.broken]
    folded += [len(view.legal_bids), *view.legal_bids, len(view.legal_cards), *view.legal_cards]
    return folded
