"""Every other way to write an export is found, and nothing in one does any harm."""

import io
import re
from collections.abc import Callable
from functools import partial

import pytest

from arena.errors import ConfigError
from arena.league import ScheduleKind
from arena.schedule import Meeting
from arena.verify import Finding, verify_export
from arena.verify.schedule import find_schedule_difference
from tests.tampering import findings_in, rehashed
from tests.verifying import (
    SECRET,
    changed,
    drop,
    findings,
    line_of,
    put,
    rehashed_if_whole,
    spades_export,
    swap,
)


@pytest.fixture(scope="module")
def spades() -> str:
    return spades_export()


def in_league(change: Callable[[dict[str, object]], None], text: str) -> str:
    return changed(text, 0, change)


def rename(record: dict[str, object]) -> None:
    """Gives somebody a name in one record alone."""
    seats = record["seats"]
    assert isinstance(seats, list)
    seats[0]["entrant"] = "\u202e\x1b]0;x"


@pytest.mark.parametrize(
    ("forge", "words"),
    [
        (lambda text: drop(text, 3), "a match of board m1.b1 is missing before it"),
        (lambda text: drop(text, 5, 6, 7), "table: 2 boards count, expected 1"),
        (lambda text: drop(text, 1), "its format has to be|not of the meeting above"),
        (lambda text: drop(text, 0), "its format has to be arena-league/1"),
        (lambda text: swap(text, 2, 3), "out of order|missing before it"),
        (lambda text: text.replace('"m1.b1.r2"', '"m1.b1.r1"'), "or out of order"),
        (lambda text: rehashed(text + text.splitlines()[2] + "\n"), "export"),
        (lambda text: text + "\n", "something stands after the last line"),
        (lambda text: text + text.splitlines()[-1] + "\n", "something stands after the last line"),
        (lambda text: text[:-1], "it does not end"),
        (lambda text: text.rpartition('{"format":"arena-end')[0], "has no last line"),
        (lambda text: text.replace("\n", "\r\n"), "not written in the one form"),
        (lambda text: "\ufeff" + text, "its format has to be"),
        (lambda text: text.replace('"rotation":1', '"rotation": 1', 1), "not written in the one"),
        (lambda text: text.replace('"rotation":1', '"rotation":1.0', 1), "rotation is 1.0"),
        (lambda text: text.replace('"rotation":1', '"rotation":1e0', 1), "rotation is 1.0"),
        (lambda text: text.replace('"rotation":1', '"rotation":2,"rotation":1', 1), "one form"),
        (lambda text: text.replace('"rotation":1', '"rotation":true', 1), "rotation is true"),
        (lambda text: text.replace("ó", "o\u0301"), "is not in NFC"),
        (lambda text: text.replace("ó", "\x1b[2J"), "not JSON"),
        (lambda text: text.replace("ó", "\\u001b[2J"), "holds a control character"),
        (lambda text: text.replace("ó", "\u202e"), "holds a bidirectional mark"),
        (
            lambda text: changed(text, 2, rename),
            r"^m1\.b1\.r1: .*'\\u202e\\x1b.* holds a",
        ),
        (lambda text: text.replace("ó", "\\u00f3"), "not written in the one form"),
        (lambda text: changed(text, 0, put("closed", "secret", to=SECRET.hex() + "\n")), "secret"),
        *(
            (partial(in_league, put("id", to=each)), "id is")
            for each in ("x" * 16, "0123456789ABCDEF", "0" * 15, "0" * 17, "", "x" * 65, "-" * 16)
        ),
        (partial(in_league, put("arena", to="")), "arena is"),
        (partial(in_league, put("arena", to="0.1 \n")), "arena is"),
        (partial(in_league, put("name", to="a\u202eb")), "holds a bidirectional mark"),
        (partial(in_league, put("entrants", 1, "entrant", to="a\tb")), "holds a control character"),
        (
            partial(in_league, put("entrants", 1, "revision", to=2)),
            "revision of e2 is 2, expected 1",
        ),
        (partial(in_league, put("entrants", 1, "entrant", to="ANN")), "e2 is 1, expected 2"),
        (partial(in_league, put("settings", to={"schedule.boards": 2})), "settings.schedule.kind"),
        (partial(in_league, put("settings", "schedule.kind", to="some")), "schedule.kind is"),
        (partial(in_league, put("settings", "schedule.boards", to=0)), "schedule.boards is 0"),
        (
            partial(in_league, put("settings", "schedule.boards", to=True)),
            "schedule.boards is true",
        ),
        (partial(in_league, put("settings", "play.jobs", to=2)), "settings.play.jobs is 2"),
        *(
            (partial(in_league, put("closed", "at", to=each)), "closed.at is")
            for each in (
                "2026-99-01T08:00:00+00:00",
                "2026-02-30T08:00:00+00:00",
                "2026-02-03T24:00:00+00:00",
                "2026-02-03T08:60:00+00:00",
                "2026-02-03T08:00:60+00:00",
                "0000-02-03T08:00:00+00:00",
                "1969-12-31T23:59:59+00:00",
                "2026-02-03 08:00:00+00:00",
                "2026-02-03T08:00:00Z",
            )
        ),
        (lambda text: changed(text, 0, put("game", to="x" * 2_000_000)), "game is"),
        (lambda text: changed(text, 0, put("rules", to=dict.fromkeys("abcd" * 9999))), "cannot be"),
        (lambda text: changed(text, 0, put("settings", "x", to=nested(300))), "not as an export"),
    ],
)
def test_every_other_way_to_write_it_is_found(
    forge: Callable[[str], str], words: str, spades: str
) -> None:
    forged = forge(spades)

    assert any(re.search(words, each) for each in findings_in(rehashed_if_whole(forged)))


def nested(depth: int) -> object:
    return [nested(depth - 1)] if depth else []


# --- hostile files ----------------------------------------------------------------------------


class Endless(io.RawIOBase):
    """A line without an end."""

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert 0 < size < 2**27
        return b"[" * size


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "is empty"),
        (b"\n", "its format has to be arena-league/1"),
        (b"\x00\xff\xfe\n", "it is not UTF-8"),
        (b"PK\x03\x04\n", "its format has to be arena-league/1"),
        (b'{"format":"arena-league/1"' + b"[" * 100_000 + b"\n", "not JSON|nested too deeply"),
        (b'{"format":"arena-league/1","id":' + b"[" * 100_000 + b"\n", "nested too deeply"),
        (b'{"format":"arena-league/1","id":' + b"9" * 100_000 + b"}\n", "it is not JSON"),
        (b'{"format":"arena-league/1","id":NaN}\n', "NaN is no number"),
        (b'{"format":"arena-league/1","id":1e999}\n', "id is Infinity"),
        (b'{"format":"arena-league/1"}\n', "id is"),
        (b'{"format":"arena-league/1","id":"\\ud800"}\n', ": "),
    ],
)
def test_what_is_no_export_is_told_in_a_sentence(text: bytes, words: str) -> None:
    with pytest.raises(ConfigError, match=words) as caught:
        verify_export(io.BytesIO(text), "it", None, list[Finding]().append, 1)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_more_entrants_or_boards_than_were_played_cost_no_time(spades: str) -> None:
    """Working out all their meetings or matches would take longer than a test may."""
    many = [f"e{number}" for number in range(1, 3000)]
    told = find_schedule_difference(
        [Meeting("m1", ("e1", "e2", "e3"))], many, "ab", ScheduleKind.AUTO, 3
    )
    boards = changed(spades, 0, put("settings", "schedule.boards", to=10**6))

    assert told is not None
    (found,) = findings_in(boards)
    assert found.startswith("schedule: 2,999,994 matches are not there, from m1.b3.r1 on, though")


def test_a_line_without_an_end_is_told_in_a_sentence() -> None:
    with pytest.raises(ConfigError, match="line 1 of it is longer than 67,108,864 bytes"):
        verify_export(Endless(), "it", None, list[Finding]().append, 1)  # type: ignore[arg-type]  # what is read of it


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("deals", 0), {"dealer": [[[[]]]]}),
        (("deals", 0, "scores"), [10**4000, 0, 0]),
        (("deals", 0, "hands"), [{}, None, 7]),
        (("deals", 0, "dealer"), 10**400),
        (("deals", 0, "bids"), [1e300, 1, 1]),
        (("faults", 0, "decision"), 10**400),
        (("scores",), [10**4000] * 3),
        (("rotation",), 10**400),
    ],
)
def test_a_hostile_match_is_a_finding(
    path: tuple[str | int, ...], value: object, spades: str
) -> None:
    found = findings(changed(spades, line_of(spades, "m1.b2.r1"), put(*path, to=value)))

    assert found[0].startswith("m1.b2.r1")
    assert all("\n" not in each and len(each) < 500 for each in found)
