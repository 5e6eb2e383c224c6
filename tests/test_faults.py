"""Every way in which a bot can go wrong, as a real process, in each of the three seats.

After each: every match has its one result, the verdict is right, the other two played as they
would have, the checker has nothing against the records, and nothing of any bot is left.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena.record import Ender, Verdict
from arena.schedule import Fixture
from tests.bots.sittings import CLOCK, Stage, findings, fixture_of, strayed

pytestmark = pytest.mark.slow  # some sixty sittings of real processes

SEATS = (0, 1, 2)
FIXTURES = [
    fixture_of("m1.b1.r1", ("x", "a", "b")),
    fixture_of("m2.b1.r1", ("c", "x", "a")),
    fixture_of("m3.b1.r1", ("b", "c", "x")),
    fixture_of("m4.b1.r1", ("a", "b", "c")),
]
"""One bot in every seat, and one match without it."""
THREE_BOTS = [
    fixture_of("m1.b1.r1", ("x", "a", "b")),
    fixture_of("m2.b1.r1", ("c", "y", "a")),
    fixture_of("m3.b1.r1", ("b", "c", "z")),
    fixture_of("m4.b1.r1", ("a", "b", "c")),
]
"""A bot of the same kind in every seat: those that do not start play one meeting a sitting."""
IMPATIENT = replace(CLOCK, bank=1.5)
HASTY = replace(CLOCK, start=4.0)


def _check(
    stage: Stage,
    seat: int,
    verdict: Verdict,
    text: str,
    fixtures: Sequence[Fixture] = FIXTURES,
) -> None:
    """Checks the match in which `seat` has the faulty bot."""
    fixture = fixtures[seat]
    record = stage.record(fixture)
    honest = [other for other in SEATS if other != seat]
    assert [record.verdicts[other] for other in honest] == [Verdict.OK, Verdict.OK]
    assert record.verdicts[seat] is verdict
    assert findings(fixture, record) == []
    assert strayed(fixture, record, honest) == []
    forfeits = [piece for piece in stage.evidence(fixture, seat) if piece.forfeited]
    assert [piece.verdict for piece in forfeits] == [verdict]
    assert re.search(text, forfeits[0].text), forfeits[0].text
    assert [stage.evidence(fixture, other) for other in honest] == [[], []]


def _check_unharmed(stage: Stage) -> None:
    """Checks the match without any faulty bot, and that nothing is left."""
    fixture = FIXTURES[3]
    record = stage.record(fixture)
    assert record.verdicts == (Verdict.OK, Verdict.OK, Verdict.OK)
    assert strayed(fixture, record, SEATS) == []
    assert findings(fixture, record) == []
    assert stage.kept.annulled == []
    assert stage.leftovers() == []


def _play(stage: Stage, *flags: str) -> None:
    for entrant in "abc":
        stage.add_scripted(entrant)
    stage.add_scripted("x", *flags)
    stage.play_out(FIXTURES)


@pytest.mark.parametrize(
    ("flags", "verdict", "text"),
    [
        # An exit in the middle is a crash, with any code, those of a kill included.
        ("--crash 3 --at bid", "crashed", "exit code 3$"),
        ("--crash 0 --at card", "crashed", "exit code 0$"),
        ("--crash 137 --at 3", "crashed", "exit code 137"),
        ("--kill-self --at card", "crashed", "signal 9"),
        ("--daemon --crash 1", "crashed", "exit code 1"),
        ("--half-close --at bid", "crashed", "exit code 9"),
        # What ends its stream and stays has broken the protocol.
        ("--cancel --at card", "protocol", "closed its stream"),
        # A farewell is one.
        ("--bye --at bid", "resigned", "scripted to resign"),
        ("--bye --at card", "resigned", "scripted to resign"),
        # Memory.
        ("--hog --at card", "oom", "memory"),
        # The fourth illegal answer of a match, as a bid and as a card.
        ("--illegal always --at bid", "illegal", "bid 18 is not legal"),
        ("--illegal always --at card", "illegal", "is not legal here, expected one of"),
        # A message that breaks the protocol costs every match in play.
        ("--garbage unset", "protocol", "was empty"),
        ("--garbage unset-move", "protocol", "is not set"),
        ("--garbage unset-answer --at card", "protocol", "is not set"),
        ("--garbage unknown-card", "protocol", "was 99"),
        ("--garbage wrong-turn", "protocol", "moves.turn was"),
        ("--garbage missing", "protocol", "without an answer"),
        ("--garbage doubled", "protocol", "twice"),
        ("--garbage unknown-match", "protocol", "was not asked"),
        ("--garbage second-hello", "protocol", "was hello"),
        ("--garbage bad-bytes", "protocol", "not a PlayRequest"),
        ("--garbage unasked", "protocol", "moves"),
        ("--flood --at card", "protocol", "moves"),
    ],
)
def test_a_fault_costs_its_own_seat(flags: str, verdict: str, text: str, tmp_path: Path) -> None:
    stage = Stage(tmp_path)

    _play(stage, *flags.split())

    for seat in SEATS:
        _check(stage, seat, Verdict(verdict), text)
    _check_unharmed(stage)


@pytest.mark.parametrize(
    "flags",
    [
        "--stall --at bid",
        "--stall --at card",
        "--stop-self --at card",  # a stopped process cannot be asked to end
        "--spin --at card",
        "--never-read",  # it is sent a turn and never learns of it
        "--slow 2.5",  # answers, but too late
        "--stall --daemon --at 2",
    ],
)
def test_a_bot_that_does_not_answer_runs_out_of_time(flags: str, tmp_path: Path) -> None:
    stage = Stage(tmp_path, IMPATIENT)

    _play(stage, *flags.split())

    for seat in SEATS:
        _check(stage, seat, Verdict.TIMEOUT, "turn [0-9]+")
    _check_unharmed(stage)


@pytest.mark.parametrize(
    ("flags", "refusals"),
    [
        ("", 0),
        ("--illegal once --at card", 1),  # refused, asked again, and legal then
        ("--late-exit", 0),  # stays after the goodbye and ignores SIGTERM
        ("--daemon", 0),  # leaves a process with a session of its own
        ("--stderr-flood", 0),  # megabytes with escapes for every decision
        ("--slow 0.01", 0),
        ("--tables 1", 0),  # its matches wait for one another
        ("--hello-delay 0.5", 0),
        ("--write-mb 2 --at 5", 0),
        ("--garbage second-stream --at card", 0),  # refused, and plays on with the first
    ],
)
def test_a_bot_that_is_odd_but_keeps_the_rules_is_ok(
    flags: str, refusals: int, tmp_path: Path
) -> None:
    stage = Stage(tmp_path)

    _play(stage, *flags.split())

    for fixture in FIXTURES:
        record = stage.record(fixture)
        assert record.verdicts == (Verdict.OK, Verdict.OK, Verdict.OK)
        assert findings(fixture, record) == []
        assert strayed(fixture, record, SEATS) == []
    evidence = [
        piece for fixture in FIXTURES for seat in SEATS for piece in stage.evidence(fixture, seat)
    ]
    assert [piece.forfeited for piece in evidence] == [False] * refusals
    _check_unharmed(stage)


@pytest.mark.parametrize(
    ("flags", "verdict", "text"),
    [
        # Nothing that is a hello comes in time.
        ("--never-connect", "no-connect", "did not say hello"),
        ("--no-hello", "no-connect", "did not say hello"),
        ("--hello-delay 60", "no-connect", "did not say hello"),
        ("--stop-self --at hello", "no-connect", "did not say hello"),
        ("--raw-garbage random", "no-connect", "did not say hello"),
        ("--raw-garbage http1", "no-connect", "did not say hello"),
        ("--raw-garbage tls", "no-connect", "did not say hello"),
        ("--raw-garbage silent", "no-connect", "did not say hello"),
        ("--raw-garbage pings", "no-connect", "did not say hello"),
        ("--raw-garbage settings", "no-connect", "did not say hello"),
        # It ends before.
        ("--crash 7 --at hello", "no-connect", "exit code 7"),
        ("--no-such-flag", "no-connect", "exit code 2"),
        # What comes is no hello, or not one for this league.
        ("--bye --at hello", "protocol", "expected hello"),
        ("--wrong-protocol", "protocol", "arena.v0"),
        ("--wrong-game", "protocol", "chess"),
        ("--tables 0", "protocol", "hello.tables was 0"),
        ("--tables 5000", "protocol", "hello.tables was 5000"),
        ("--garbage early", "protocol", "moves"),
    ],
)
def test_a_bot_that_does_not_start_forfeits(
    flags: str, verdict: str, text: str, tmp_path: Path
) -> None:
    stage = Stage(tmp_path, HASTY)
    for entrant in "abc":
        stage.add_scripted(entrant)
    for entrant in "xyz":
        stage.add_scripted(entrant, *flags.split())

    stage.play_out(THREE_BOTS)

    for seat in SEATS:
        _check(stage, seat, Verdict(verdict), text, THREE_BOTS)
    _check_unharmed(stage)


def test_a_bot_that_does_not_start_forfeits_a_meeting_a_sitting(tmp_path: Path) -> None:
    """What it had not begun waits for a later sitting, where it might do better."""
    stage = Stage(tmp_path)
    for entrant in "abc":
        stage.add_scripted(entrant)
    stage.add_scripted("x", "--crash", "7", "--at", "hello")

    stage.play(FIXTURES)

    assert {*stage.kept.played} == {"m1.b1.r1", "m4.b1.r1"}
    stage.play_out(FIXTURES)
    for seat in SEATS:
        _check(stage, seat, Verdict.NO_CONNECT, "exit code 7")
    _check_unharmed(stage)


def test_evidence_says_what_an_author_needs(tmp_path: Path) -> None:
    stage = Stage(tmp_path)

    _play(stage, "--crash", "3", "--at", "card")

    (piece,) = stage.evidence(FIXTURES[0], 0)
    end = stage.kept.lives["x"][0]
    assert (end.ender, end.verdict, end.exit_code) == (Ender.ITSELF, Verdict.CRASHED, 3)
    assert not end.oom
    assert piece.turn == end.turns
    assert 0 < (piece.elapsed or 0) < (piece.allowed or 0)
    assert "scripted: crash" in end.stderr
    fault = stage.record(FIXTURES[0]).faults[0]
    assert (piece.deal, piece.decision) == (fault.deal, fault.decision)


def test_two_and_three_faulty_bots_share_the_last_place(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    stage.add_scripted("a")
    for entrant, code in (("x", "1"), ("y", "2"), ("z", "3")):
        stage.add_scripted(entrant, "--crash", code, "--at", "card")
    two, three = fixture_of("m1.b1.r1", ("x", "a", "y")), fixture_of("m2.b1.r1", ("z", "y", "x"))

    stage.play_out([two, three])

    assert stage.record(two).places == (2, 1, 2)
    assert stage.record(three).places == (None, None, None)
    for fixture in (two, three):
        assert findings(fixture, stage.record(fixture)) == []
    assert stage.leftovers() == []


def test_hostile_bots_leave_no_descriptor_behind(tmp_path: Path) -> None:
    def opened() -> int:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())

    counts = []
    for number, flags in enumerate(("--crash 1", "--cancel", "--flood", "--daemon", "--bye")):
        directory = tmp_path / str(number)
        directory.mkdir()
        _play(Stage(directory), *flags.split())
        counts.append(opened())

    assert len(set(counts)) == 1
