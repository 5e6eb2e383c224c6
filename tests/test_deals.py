"""Cards from a secret: uniform, bound by the commitment, shared by a board's rotations alone."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import count, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.deals import Dice, commitment, shuffled
from arena.games.cards import PACK, Seat, format_cards

SECRET = bytes(range(32))
DICE = Dice(SECRET, "0123456789abcdef")
# The 0.999 quantile of chi-squared with 23 degrees of freedom.
CHI_SQUARED_23 = 49.73
ORDERS = list(permutations("abcd"))


def bytes_from(seed: str) -> Iterator[int]:
    for block in count():
        yield from hashlib.sha256(f"{seed}:{block}".encode()).digest()


def chi_squared(orders: Counter[tuple[str, ...]]) -> float:
    expected = orders.total() / len(ORDERS)
    return sum((orders[order] - expected) ** 2 / expected for order in ORDERS)


def test_every_order_is_equally_likely() -> None:
    stream = bytes_from("fair")
    orders = Counter(tuple(shuffled("abcd", stream)) for _ in range(24_000))

    assert chi_squared(orders) < CHI_SQUARED_23


@pytest.mark.parametrize("fault", ["modulo", "full-range"])
def test_the_test_of_uniformity_finds_a_planted_bias(fault: str) -> None:
    """The two classical faults: a remainder without rejection, and a swap over the full range."""
    stream = bytes_from(fault)

    def biased() -> tuple[str, ...]:
        order = list("abcd")
        for last in range(3, 0 if fault == "modulo" else -1, -1):
            byte = next(stream)
            # eight values for the remainder: the bias of 256 values is the same, only smaller
            other = byte % 8 % (last + 1) if fault == "modulo" else byte % 4
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    assert chi_squared(Counter(biased() for _ in range(24_000))) > CHI_SQUARED_23


@pytest.mark.parametrize(
    ("drawn", "order"),
    [
        ([0, 0, 0], "bcda"),  # the lowest dice: every item moves
        ([3, 2, 1], "abcd"),  # the highest dice: none does
        ([0, 2, 1], "dbca"),  # one swap, of the ends
    ],
)
def test_extreme_dice(drawn: list[int], order: str) -> None:
    assert "".join(shuffled("abcd", iter(drawn))) == order


def test_a_byte_above_the_last_whole_multiple_is_drawn_again() -> None:
    # for three items the bytes 0 to 254 are 85 whole threes, and 255 is left over
    assert shuffled("abc", iter([255, 2, 1])) == shuffled("abc", iter([2, 1]))


def test_the_rotations_of_a_board_share_cards_and_boards_do_not() -> None:
    deals = {
        (meeting, board, number): format_cards(DICE.deal(meeting, board, number, PACK))
        for meeting, board, number in product(["m1", "m2", "m11"], [1, 2, 12], [1, 2, 21])
    }

    assert format_cards(DICE.deal("m1", 1, 1, PACK)) == deals["m1", 1, 1]
    assert len(set(deals.values())) == len(deals)


@given(st.text(max_size=5), st.text(max_size=5), st.integers(0, 20), st.integers(0, 20))
def test_streams_never_run_together(first: str, second: str, one: int, two: int) -> None:
    """Parts are preceded by their length: m1 + board 11 is not m11 + board 1."""
    if (first, one) != (second, two):
        assert DICE.deal(first, one, 1, PACK) != DICE.deal(second, two, 1, PACK)


def test_another_secret_or_league_deals_other_cards() -> None:
    cards = DICE.deal("m1", 1, 1, PACK)

    assert Dice(SECRET[::-1], DICE.league).deal("m1", 1, 1, PACK) != cards
    assert Dice(SECRET, "fedcba9876543210").deal("m1", 1, 1, PACK) != cards


def test_the_cards_of_a_known_secret_never_change() -> None:
    """A published secret has to give the same cards in every version, on every machine."""
    assert format_cards(DICE.deal("m1", 1, 1, PACK)[:8]) == "9S QS JH 5S AC 3S 9H 9C"
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


@pytest.mark.parametrize("boards", [1, 2, 3, 4, 7])
def test_every_seat_deals_first_equally_often_over_a_meeting(boards: int) -> None:
    dealers = Counter(DICE.first_dealer("m5", board, 3) for board in range(1, boards + 1))

    counts = [dealers[Seat(seat)] for seat in range(3)]
    assert max(counts) - min(counts) <= 1


def test_the_first_dealer_of_a_meeting_is_drawn_by_lot() -> None:
    drawn = Counter(DICE.first_dealer(f"m{number}", 1, 3) for number in range(3000))

    assert all(900 < drawn[Seat(seat)] < 1100 for seat in range(3))


def test_seeds_of_bots_are_their_own_and_fit_every_language() -> None:
    seeds = {
        DICE.bot_seed(f"m{meeting}.b1.r{rotation}", Seat(seat))
        for meeting, rotation, seat in product(range(50), [1, 2, 3], range(3))
    }

    assert len(seeds) == 450
    assert all(0 <= seed < 2**53 for seed in seeds)
