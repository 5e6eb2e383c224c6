"""How many boards a second the ratings take in: one update a board."""

from collections.abc import Iterator
from random import Random

import trueskill

from arena.ratings import BoardResult, Fold, MatchResult
from tests.bench.measure import Row, interleaved, rate

ENTRANTS = 40
BOARDS = 1_000
DEALS = 12


def rows() -> list[Row]:
    boards = list(random_boards(BOARDS))
    samples = interleaved(
        {"fold": lambda: rate(lambda: _fold(boards)), "bare": lambda: rate(_bare)}
    )
    fold, bare = samples["fold"], samples["bare"]
    return [
        Row("bare trueskill.rate of three", bare.median, "updates/s", spread=bare.spread),
        Row(
            "boards folded into the ratings",
            fold.median,
            "updates/s",
            "bare",
            fold.median / bare.median,
            spread=fold.spread,
        ),
    ]


def _bare() -> int:
    environment = trueskill.TrueSkill(tau=0, draw_probability=0.05)
    groups = [(environment.create_rating(mu),) for mu in (20, 25, 30)]
    for _ in range(BOARDS):
        environment.rate(groups, ranks=[0, 1, 2])
    return BOARDS


def _fold(boards: list[BoardResult]) -> int:
    fold = Fold()
    for board in boards:
        fold.add(board)
    return fold.boards


def random_boards(count: int) -> Iterator[BoardResult]:
    """Yields boards of three matches each between entrants of different strength."""
    dice = Random(1)
    for number in range(1, count + 1):
        trio = [f"e{index}" for index in dice.sample(range(1, ENTRANTS + 1), 3)]
        board = f"m{number}.b1"
        matches = tuple(
            random_match(f"{board}.r{turn + 1}", trio[turn:] + trio[:turn], dice)
            for turn in range(3)
        )
        yield BoardResult(board, f"m{number}", matches)


def random_match(match: str, seating: list[str], dice: Random) -> MatchResult:
    scores = [round(dice.gauss(60 + int(entrant[1:]), 60)) for entrant in seating]
    return MatchResult(
        match=match,
        seating=tuple(seating),
        places=tuple(1 + sum(other > score for other in scores) for score in scores),
        scores=tuple(scores),
        forfeits=(False,) * len(seating),
        deals=DEALS,
    )
