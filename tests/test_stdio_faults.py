"""What a bot may do with its standard streams, right or wrong, as a real process in two seats.

The bots are those of lines_bot.py. After each match the same holds as in test_faults.py.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.record import Verdict
from tests.bots.sittings import CLOCK, Stage, fixture_of
from tests.test_faults import _check, _check_unharmed

pytestmark = pytest.mark.slow  # some forty sittings of real processes

SEATS = (0, 1)
FIXTURES = [
    fixture_of("m1.b1.r1", ("x", "a", "b")),
    fixture_of("m2.b1.r1", ("c", "x", "a")),
    fixture_of("m4.b1.r1", ("a", "b", "c")),
]
"""One bot in two seats, and one match without it."""
IMPATIENT = replace(CLOCK, bank=0.6, grace=0.2)
HASTY = replace(CLOCK, start=2.0)


def _play(stage: Stage, *arguments: str) -> None:
    for entrant in "abc":
        stage.add_lines(entrant)
    stage.add_lines("x", *arguments)
    stage.play_out(FIXTURES)


@pytest.mark.parametrize(
    "deed",
    [
        "crlf",  # the end of a line as on Windows
        "blank-lines",  # which count as nothing
        "spaces",  # between the words of a message, and around it
        "pieces",  # a byte at a time
        "camel",  # numbers for texts, texts for numbers, and null for what is not there
        "to-error",  # much on standard error, which is its own
    ],
)
def test_what_the_mapping_allows_is_no_fault(deed: str, tmp_path: Path) -> None:
    stage = Stage(tmp_path)

    _play(stage, deed)

    for fixture in FIXTURES:
        assert set(stage.record(fixture).verdicts) == {Verdict.OK}
    _check_unharmed(stage)


@pytest.mark.parametrize(
    ("deed", "verdict", "text"),
    [
        # What is no line, or no message.
        ("endless", "protocol", "more than 262144 bytes"),
        ("long", "protocol", "more than 262144 bytes"),
        ("blank-flood", "protocol", "more than 262144 bytes"),
        ("garbage", "protocol", "not UTF-8"),
        ("bytes", "protocol", "not UTF-8"),
        ("half-character", "protocol", "holds half a character"),
        ("chatter", "protocol", "output is for messages; print to standard error"),
        ("number", "protocol", "'42', .* output is for messages; print to standard error"),
        ("count", "protocol", "'0', .* output is for messages; print to standard error"),
        ("list", "protocol", "expected an object"),
        ("two-on-a-line", "protocol", "one object on one line"),
        # What JSON, or the mapping, does not have.
        ("nan", "protocol", "NaN is no number"),
        ("infinity", "protocol", "-Infinity is no number"),
        ("huge", "protocol", "moves.turn was inf, expected a whole number"),
        ("huge-digits", "protocol", "a number was too long"),
        ("huge-match", "protocol", r"moves.moves\[0\].match was 4294967296, expected 0 to"),
        ("negative", "protocol", r"match was -1, expected 0 to"),
        ("half-number", "protocol", r"match was 1.5, expected a whole number"),
        ("true", "protocol", r"match was true, expected a whole number"),
        ("deep", "protocol", "nested too deeply"),
        ("deep-and-ended", "protocol", "nested too deeply"),
        ("doubled-key", "protocol", "'moves' stands twice"),
        ("doubled-answer", "protocol", "has euchre and spades, expected one of them"),
        ("unknown-field", "protocol", "has no field 'matches', expected match, spades or euchre"),
        ("unknown-card", "protocol", "card was 'CARD_X.*, expected a name such as"),
        ("card-99", "protocol", "was 99, expected the number of a card"),
        ("many-moves", "protocol", "has 80000 entries, expected at most 1024"),
        # Messages that are none here.
        ("empty-object", "protocol", "was empty, expected moves or bye"),
        ("two", "protocol", "moves came when no turn was outstanding|moves.turn was"),
        ("flood", "protocol", "moves came when no turn was outstanding|moves.turn was"),
        # Ends.
        ("bye", "resigned", "scripted to resign"),
        ("bye-and-leave", "resigned", "scripted to resign"),
        ("leave", "crashed", "exit code 3$"),
        ("half-and-exit", "crashed", "exit code 4$"),
        ("unended-exit", "crashed", "exit code 5$"),  # half a line is no message
    ],
)
def test_a_fault_of_lines_costs_its_own_seat(
    deed: str, verdict: str, text: str, tmp_path: Path
) -> None:
    stage = Stage(tmp_path)

    _play(stage, deed, "card")

    for seat in SEATS:
        _check(stage, seat, Verdict(verdict), text, FIXTURES)
    _check_unharmed(stage)


@pytest.mark.parametrize(
    ("deed", "text"),
    [
        ("deaf", "turn [0-9]+"),
        ("close-output", "turn [0-9]+"),
        ("close-input", "turn [0-9]+"),
        ("half", "bytes had come without the newline"),
        ("unended", "bytes had come without the newline"),
        ("slowly", "[1-4] bytes had come without the newline"),  # a byte a second
    ],
)
def test_a_bot_whose_line_does_not_come_runs_out_of_time(
    deed: str, text: str, tmp_path: Path
) -> None:
    stage = Stage(tmp_path, IMPATIENT)

    _play(stage, deed, "card")

    for seat in SEATS:
        _check(stage, seat, Verdict.TIMEOUT, text, FIXTURES)
    _check_unharmed(stage)


@pytest.mark.parametrize(
    ("deed", "verdict", "text"),
    [
        ("leave", "no-connect", "ended before it said hello, with exit code 3"),
        ("chatter", "protocol", "output is for messages; print to standard error"),
        ("empty-object", "protocol", "the first message was empty, expected hello"),
        ("silent", "no-connect", "nothing had come on its standard output: is it flushed"),
        ("half", "no-connect", "bytes had come without the newline"),
        ("endless", "protocol", "more than 262144 bytes"),
        ("two", "protocol", "hello came when no turn was outstanding|was hello, expected moves"),
        ("blank-flood", "protocol", "more than 262144 bytes"),
    ],
)
def test_a_bot_that_does_not_greet_forfeits_and_is_told_why(
    deed: str, verdict: str, text: str, tmp_path: Path
) -> None:
    stage = Stage(tmp_path, HASTY)

    _play(stage, deed, "hello")

    for seat in SEATS:
        _check(stage, seat, Verdict(verdict), text, FIXTURES)
    _check_unharmed(stage)
