"""What operators type to look at a league's evidence and to intervene, and what they read then."""

import json
import re
from pathlib import Path

import pytest

from arena.config import read_settings
from arena.league import League
from arena.record import Verdict
from arena.store.intervening import BY_HAND
from tests import snapshots
from tests.in_memory import AtTables, add_entrant, make_known_league, play_out
from tests.printed import Printed

NAMES = ('a: "b", c', "🂡 [bold]ace[/bold]", "l’as :smile:", "=1+1")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A league of four in which all is played; the last one forfeited whatever it could."""
    directory = tmp_path / "league"
    make_known_league(directory, NAMES)
    _play(directory)
    return directory


def _play(directory: Path) -> None:
    with League.open_exclusive(directory, read_settings(directory, {}), "test") as league:
        play_out(league, AtTables({"e4": Verdict.TIMEOUT}))


def test_interventions_are_told_wherever_they_matter(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = ("--league", played)
    typed = [
        ("annul", "m1.b1.r2", "--reason", "the machine was swapping", *named),
        ("show", "m1.b2.r1", *named),
        ("ratings", *named),
        ("disqualify", NAMES[3], "--reason", "a copy of e1: “the same”", *named),
        ("ratings", *named),
        ("freeze", "--reason", "the final begins", *named),
        ("status", *named),
        ("freeze", "--undo", *named),
        ("disqualify", "e4", "--undo", *named),
        ("annul", "m1.b1.r2", "--undo", "--reason", "it was not", *named),
        ("ratings", *named),
    ]
    told = []
    for words in typed:
        text = Printed(capsys, *words).text
        if words[0] == "show":
            text = text[text.index("\nResult") :]
        if words[0] == "status":
            text = re.sub(r"(time left +about).*", r"\1 …", text)
        told.append(f"$ arena {' '.join(map(str, words[: -len(named)]))}\n{text}\n")

    snapshots.check("interventions", "".join(told))


def test_nothing_but_the_remark_is_left_of_what_was_undone(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = ("--league", played)

    def outcome() -> list[str]:
        shown = Printed(capsys, "show", "m1.b1.r2", *named).text
        table = [Printed(capsys, word, *named).text for word in ("ratings", "export")]
        return [*table, Printed(capsys, "ratings", "--json", *named).text, shown]

    before = outcome()
    for _ in range(2):  # what was undone may be done again
        Printed(capsys, "annul", "m1.b1.r2", "--reason", "x", *named)
        Printed(capsys, "disqualify", "e1", "--reason", "y", *named)
        assert outcome_differs(before, Printed(capsys, "ratings", *named).text)
        Printed(capsys, "disqualify", "e1", "--undo", *named)
        Printed(capsys, "annul", "m1.b1.r2", "--undo", *named)

        assert outcome() == before


def outcome_differs(before: list[str], table: str) -> bool:
    return table != before[0]


def test_a_match_that_was_played_again_shows_its_attempts(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = ("--league", played)
    Printed(capsys, "annul", "m1.b1.r2", "--reason", "the machine was swapping", *named)

    refused = Printed(capsys, "show", "m1.b1.r2", *named)
    _play(played)
    text = Printed(capsys, "show", "m1.b1.r2", *named).text

    assert refused.code == 2
    assert (
        "2 of 3 rotations of board m1.b1 are played, since m1.b1.r2 (the machine was swapping) was "
        "annulled by hand" in refused.err
    )
    assert text[text.index("\nAttempts") :].splitlines()[1:] == [
        "Attempts",
        f"  attempt 1 in sitting s2, annulled at MOMENT: {BY_HAND}: the machine was swapping",
        "  attempt 2 in sitting s7, finished at MOMENT",
    ]


def test_a_match_of_a_disqualified_entrant_says_that_it_does_not_count(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Printed(capsys, "disqualify", "e4", "--reason", "cheats", "--league", played)

    text = Printed(capsys, "show", "m1.b1.r1", "--league", played).text

    assert "  it counts for nobody: =1+1 is disqualified (cheats)\n" in text


def test_logs(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = Printed(capsys, "logs", "e4", "--last", "4", "--league", played).text

    snapshots.check("logs", text)


def test_logs_are_about_one_entrant_alone(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for entrant in ("e1", "e2", "e3"):
        text = Printed(capsys, "logs", entrant, "--league", played).text
        as_json = json.loads(Printed(capsys, "logs", entrant, "--json", "--league", played).text)

        assert "I am e4" not in text
        assert not any(name in text for name in NAMES)
        assert {entry["kind"] for entry in as_json} == {"life"}
        assert {entry["ender"] for entry in as_json} == {"itself"}
    as_json = json.loads(Printed(capsys, "logs", NAMES[3], "--json", "--league", played).text)
    assert [entry["kind"] for entry in as_json].count("fault") == 18
    assert {entry["seat"] for entry in as_json if entry["kind"] == "fault"} == {0, 1, 2}


def test_logs_tell_of_an_annulled_match_too(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Printed(capsys, "logs", "e4", "--league", played).text
    match = re.search(r"m\d+\.b\d+\.r\d", before)
    assert match is not None
    Printed(capsys, "annul", match[0], "--reason", "x", "--league", played)

    after = Printed(capsys, "logs", "e4", "--league", played).text

    assert "(forfeit, annulled since by hand)" in after
    assert after.replace(", annulled since by hand", "") == before


def test_logs_of_a_bot_that_has_not_lived(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_known_league(tmp_path / "league", NAMES)

    text = Printed(capsys, "logs", "e2", "--league", tmp_path / "league").text

    assert "it has not lived in any sitting yet" in text


MISTAKES = (
    # what was typed
    ("annul", "m1.b1.r1"),
    ("annul", "m1.b1.r1", "--reason", " "),
    ("annul", "m1.b1.r1", "--reason", "a\nb"),
    ("annul", "m1.b1.r1", "--reason", "x" * 201),
    ("annul", "m1.b1", "--reason", "x"),
    ("annul", "../../etc/passwd", "--reason", "x"),
    ("disqualify", "e1"),
    ("logs", "e1", "--last", "0"),
    ("gc", "--demo", "--images"),
    # what is not there
    ("annul", "m99.b1.r1", "--reason", "x"),
    ("annul", "m1.b1.r1", "--undo"),
    ("disqualify", "nobody", "--reason", "x"),
    ("disqualify", "e1", "--undo"),
    ("logs", "nobody"),
    ("logs", "e1", "--revision", "2"),
    # what is so already
    ("annul", "m2.b1.r1", "--reason", "again"),
    ("disqualify", "e3", "--reason", "again"),
    ("freeze",),
    # what is not one
    ("disqualify", "twice", "--reason", "x"),
    ("logs", "twice"),
)


def test_mistakes_are_told_in_one_sentence_and_change_nothing(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = ("--league", played)
    with League.open_exclusive(played, read_settings(played, {}), "test") as league:
        add_entrant(league, "twice", "one")
        add_entrant(league, "twice", "two")
    Printed(capsys, "annul", "m2.b1.r1", "--reason", "the first", *named)
    Printed(capsys, "disqualify", "e3", "--reason", "the first", *named)
    Printed(capsys, "freeze", *named)
    before = Printed(capsys, "status", "--json", *named).text
    told = []
    for mistake in MISTAKES:
        printed = Printed(capsys, *mistake, *named)
        told.append(f"$ arena {' '.join(mistake)!r}\n{printed.err}exit code {printed.code}\n")

        assert printed.out == ""
        assert printed.err.count("\n") == 1
        assert printed.err.startswith("error: ")

    assert Printed(capsys, "status", "--json", *named).text == before
    snapshots.check("mistakes-by-hand", "\n".join(told))


def test_a_frozen_league_refuses_a_bot_in_one_sentence(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Printed(capsys, "freeze", "--league", played)

    refused = Printed(capsys, "submit", "--league", played, "--sandbox", "process", tmp_path)

    assert refused.code == 2
    assert refused.err.splitlines()[-1] == (
        "error: this league is frozen and takes no more bots: `arena freeze --undo` opens it again"
    )


@pytest.mark.parametrize(
    "words",
    [
        ("annul", "m1.b1.r1", "--reason", "x"),
        ("disqualify", "e1", "--reason", "x"),
        ("freeze",),
        ("gc", "--dry-run"),
    ],
)
def test_one_hand_at_a_time(
    played: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    with League.open_exclusive(played, read_settings(played, {}), "arena run"):
        refused = Printed(capsys, *words, "--league", played)

    assert refused.code == 4
    assert "is in use by 'arena run' (process " in refused.err
