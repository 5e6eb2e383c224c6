"""Judges matches, in several processes where that pays, in the order of the league."""

import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from multiprocessing import get_context

from arena.verify.matches import Claim, Facts, Judge, Judged

_BATCH_BYTES = 400_000
"""How much text is judged at once, at least."""
_MOST_AHEAD = 3
"""Batches that wait for each process, so that a long league is never in memory as a whole."""

_judges: list[Judge] = []


def judged(facts: Facts, claims: Iterable[Claim], jobs: int | None = None) -> Iterator[Judged]:
    """Yields what each of `claims` comes to, in their order.

    A single batch is judged here; more of them in processes, as many as there are processors.
    """
    batches = _batches(claims)
    first = list(islice(batches, 2))
    processes = jobs or len(os.sched_getaffinity(0))
    if len(first) < 2 or processes == 1:  # noqa: PLR2004  # more than one
        judge = Judge(facts)
        for batch in chain(first, batches):
            yield from map(judge.judge, batch)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), _start, (facts,)) as pool:
        waiting: deque[Future[list[Judged]]] = deque()
        try:
            for batch in chain(first, batches):
                waiting.append(pool.submit(_judge, batch))
                if len(waiting) > processes * _MOST_AHEAD:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _batches(claims: Iterable[Claim]) -> Iterator[Sequence[Claim]]:
    """Yields whole boards together, since they share their cards."""
    batch: list[Claim] = []
    size = 0
    for claim in claims:
        is_new_board = bool(batch) and claim.fixture.board != batch[-1].fixture.board
        if is_new_board and size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
        batch.append(claim)
        size += len(claim.text)
    if batch:
        yield batch


def _start(facts: Facts) -> None:
    _judges.append(Judge(facts))


def _judge(batch: Sequence[Claim]) -> list[Judged]:
    return [_judges[0].judge(claim) for claim in batch]
