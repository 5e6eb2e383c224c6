"""Kills arenas at every moment of a league's life, and says what became of the leagues.

python -m tests.crash [--every] [--random N] [--seed N] [--only TEXT]
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence

from arena.moments import Moment
from arena.sandbox.engine import find_engine_problem
from arena.store import SandboxKind
from tests.crash.cases import (
    CONTAINERS_ALONE,
    RUN,
    Case,
    Verdict,
    container_cases,
    count_moments,
    double_cases,
    named_cases,
    random_cases,
    try_out,
)
from tests.crash.leagues import Ground, Outcome, open_ground, outcome_of


def main(arguments: Sequence[str]) -> int:
    chosen = _parsed(arguments)
    begun = time.monotonic()
    verdicts: list[Verdict] = []
    with open_ground(SandboxKind.PROCESS) as ground:
        whole = ground.fresh(RUN + 1)
        expected = outcome_of(whole)
        verdicts += _tried(ground, _process_cases(ground, chosen), expected, chosen.only)
        problem = find_engine_problem()
        if problem is None:
            with open_ground(SandboxKind.DOCKER, ground.dice) as containers:
                verdicts += _tried(containers, container_cases(), expected, chosen.only)
    return _summary(verdicts, problem, time.monotonic() - begun, is_whole=not chosen.only)


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument("--random", type=int, default=10, help="kills at random times")
    parser.add_argument("--seed", type=int, default=3, help="of the random times")
    parser.add_argument("--only", default="", help="cases that say this")
    return parser.parse_args(arguments)


def _process_cases(ground: Ground, chosen: argparse.Namespace) -> Iterator[Case]:
    yield from named_cases(count_moments(ground))
    yield from double_cases()
    league = ground.fresh(RUN)
    begun = time.monotonic()
    ground.carried_out(*ground.commands(league)[RUN])
    yield from random_cases(chosen.random, time.monotonic() - begun, chosen.seed)


def _tried(
    ground: Ground, cases: Iterator[Case], expected: Outcome, only: str
) -> Iterator[Verdict]:
    for case in cases:
        if only in str(case):
            verdict = try_out(ground, case, expected)
            outcome = "as if nothing had been" if not verdict.faults else "FAILED"
            sys.stdout.write(
                f"{ground.kind.value:8} {case!s:64} {verdict.seconds:5.1f} s  {outcome}\n"
            )
            for fault in verdict.faults:
                sys.stdout.write(f"    {fault}\n")
            sys.stdout.flush()
            yield verdict


def _summary(
    verdicts: Sequence[Verdict], problem: str | None, seconds: float, *, is_whole: bool
) -> int:
    tried = frozenset[Moment]().union(*(verdict.case.moments for verdict in verdicts))
    expected = frozenset(Moment) - (CONTAINERS_ALONE if problem else frozenset())
    missing = sorted(expected - tried) if is_whole else []
    failed = [verdict for verdict in verdicts if verdict.faults]
    counted = f"{len(tried)} moments, {len(verdicts)} crashes, {len(failed)} failed"
    sys.stdout.write(f"\n{counted}, in {seconds:.0f} s\n")
    if problem is not None:
        sys.stdout.write(f"not verified: crashes among containers, since {problem}\n")
    if missing:
        sys.stdout.write(f"moments that no case tried: {', '.join(missing)}\n")
    must = os.environ.get("ARENA_REQUIRE_DOCKER") == "1" and problem is not None
    return 1 if failed or missing or must or not verdicts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
