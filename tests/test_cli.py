import csv
import io
import json
import resource
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from arena.cli import COMMANDS, commands
from arena.config import read_settings
from arena.league import League
from arena.record import Verdict
from tests import snapshots
from tests.checker import check_league
from tests.in_memory import AtTables, make_known_league, play_out
from tests.printed import Printed

NAMES = ('a: "b", c', "🂡 [bold]ace[/bold]", "l’as :smile:", "=1+1")


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A league of four, nothing played."""
    directory = tmp_path / "league"
    make_known_league(directory, NAMES)
    return directory


@pytest.fixture
def played(league: Path) -> Path:
    """The same, played but for the last rotations; one entrant forfeited all that it could."""
    _play(league, halt_after=20)
    return league


def _play(directory: Path, halt_after: int | None = None) -> None:
    with League.open_exclusive(directory, read_settings(directory, {}), "test") as league:
        play_out(league, AtTables({"e4": Verdict.TIMEOUT}, halt_after=halt_after))


# --- help -------------------------------------------------------------------------------------


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    snapshots.check("help", Printed(capsys, "--help").text)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    snapshots.check(f"help-{name}", Printed(capsys, name, "--help").text)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_under_its_name(name: str) -> None:
    command = commands.get_command(click.Context(commands), name)

    assert command is not None
    assert command.name == name


def test_help_answers_at_once() -> None:
    """The fastest of five, by the processor's time: other work on the machine does not count."""
    command = (sys.executable, "-m", "arena", "--help")
    seconds = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

    assert min(seconds) < 0.3


def test_help_loads_nothing_heavy() -> None:
    command = (sys.executable, "-X", "importtime", "-m", "arena", "--help")
    answered = subprocess.run(command, capture_output=True, text=True, check=True)

    for module in ("rich", "sqlalchemy", "grpc", "docker", "pydantic", "trueskill"):
        assert f" {module}\n" not in answered.stderr


def test_commands_are_completed_without_loading_them() -> None:
    found = commands.shell_complete(click.Context(commands), "e")

    assert [(item.value, item.help) for item in found] == [
        ("entrants", COMMANDS["entrants"]),
        ("export", COMMANDS["export"]),
    ]


# --- results ----------------------------------------------------------------------------------


def test_entrants_with_names_of_every_kind(
    league: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    snapshots.check("entrants", Printed(capsys, "entrants", "--league", league).text)


def test_names_survive_in_json_and_csv(league: Path, capsys: pytest.CaptureFixture[str]) -> None:
    as_json = json.loads(Printed(capsys, "entrants", "--league", league, "--json").text)
    as_csv = list(
        csv.DictReader(io.StringIO(Printed(capsys, "entrants", "--league", league, "--csv").text))
    )

    assert tuple(row["entrant"] for row in as_json) == NAMES
    assert tuple(row["entrant"] for row in as_csv) == NAMES
    assert as_json[0]["digest"] == as_csv[0]["digest"] == "0" * 64


def test_a_plan_before_anything_is_played(league: Path, capsys: pytest.CaptureFixture[str]) -> None:
    snapshots.check("plan", Printed(capsys, "plan", "--league", league).text)


def test_a_plan_is_the_same_when_asked_again(
    league: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Printed(capsys, "plan", "--league", league, "--json").text

    assert Printed(capsys, "plan", "--league", league, "--json").text == first
    assert json.loads(first)[0]["matches"] == 24


def test_a_plan_of_a_league_that_has_played_goes_by_its_pace(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Printed(capsys, "plan", "--league", played).text

    assert "s that a match of this league has taken so far" in text


def test_status(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = Printed(capsys, "status", "--league", played).text

    assert "commitment  66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925" in text
    assert "matches     20 of 24 played, 4 missing" in text
    assert "sandbox     unsandboxed: bots ran as plain processes" in text


def test_status_as_json(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = json.loads(Printed(capsys, "status", "--league", played, "--json").text)

    assert (status["played"], status["missing"], status["is_unsandboxed"]) == (20, 4, True)
    assert status["in_use_by"] is None


def test_ratings(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _play(played)

    snapshots.check("ratings", Printed(capsys, "ratings", "--league", played).text)


def test_ratings_against_one(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _play(played)

    by_name = Printed(capsys, "ratings", "--league", played, "--against", NAMES[1]).text

    assert Printed(capsys, "ratings", "--league", played, "--against", "e2").text == by_name
    snapshots.check("ratings-against", by_name)


def test_ratings_for_programs_have_every_digit(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = json.loads(Printed(capsys, "ratings", "--league", played, "--json").text)
    table = list(
        csv.DictReader(io.StringIO(Printed(capsys, "ratings", "--league", played, "--csv").text))
    )

    assert [float(row["mu"]) for row in table] == [row["mu"] for row in rows]
    assert {row["entrant"] for row in rows} == set(NAMES)


def test_a_match_is_replayed(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    snapshots.check("show-match", Printed(capsys, "show", "--league", played, "m1.b1.r2").text)


def test_a_board_is_laid_out(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    snapshots.check("show-board", Printed(capsys, "show", "--league", played, "m1.b2").text)


def test_an_export_of_what_is_complete(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = Printed(capsys, "export", "--league", played).text
    file = tmp_path / "out.jsonl"
    Printed(capsys, "export", "--league", played, "--output", file)

    assert check_league(text.splitlines()) == []
    assert file.read_text(encoding="utf-8") == text


def test_the_league_is_named_by_the_environment_too(
    league: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_LEAGUE", str(league))

    assert "=1+1" in Printed(capsys, "entrants").text


def test_init_says_what_it_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = Printed(capsys, "init", tmp_path / "x", "--rule", "length=deals:4").text

    assert f"Made the league x in {tmp_path}/x: spades, carry, 4 deals." in text
    with League.open(tmp_path / "x", read_settings(tmp_path / "x", {})) as league:
        assert league.made.commitment in text


def test_ratings_name_everybody_on_a_narrow_terminal(
    played: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")

    text = Printed(capsys, "ratings", "--league", played).text

    assert all(len(line) <= 60 for line in text.splitlines()[3:])
    assert text.count("=1+1") == text.count("entrant") == 2


@pytest.mark.parametrize("width", ["40", "60"])
def test_a_replay_stays_in_its_margin_on_a_narrow_terminal(
    played: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)

    text = Printed(capsys, "show", "--league", played, "m1.b1.r2").text
    told = text[text.index("  =1+1 forfeits") : text.index("\n\nResult")].splitlines()

    assert len(told) > 1
    assert all(line.startswith("  ") for line in told)


def test_a_board_cuts_no_word_on_a_narrow_terminal(
    played: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")

    assert "…" not in Printed(capsys, "show", "--league", played, "m1.b2").text


def test_a_commitment_is_whole_on_a_narrow_terminal(
    league: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")

    text = Printed(capsys, "status", "--league", league).text

    commitment = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment in "".join(text.split())


# --- mistakes ---------------------------------------------------------------------------------

MISTAKES = (
    # what was typed
    ("bogus",),
    ("run", "--bogus"),
    ("init", "HERE", "--rule", "target"),
    ("init", "HERE", "--rule", "tagret=100"),
    ("init", "HERE", "--rule", "target=many"),
    ("init", "HERE", "--game", "whist"),
    ("init", "HERE", "--name", "a\nb"),
    ("init", "HERE", "--boards", "0"),
    ("entrants", "--json", "--csv", "--league", "LEAGUE"),
    ("ratings", "--against", "nobody", "--league", "LEAGUE"),
    ("show", "m1.b1.r9", "--league", "LEAGUE"),
    ("play", "one", "two"),
    # what is not there
    ("status", "--league", "HERE"),
    ("submit", "HERE", "--league", "LEAGUE", "--sandbox", "process"),
    ("show", "m9.b1", "--league", "LEAGUE"),
    ("show", "m1.b1.r1", "--league", "LEAGUE"),
    # what was handed in
    ("submit", "BAD", "--league", "LEAGUE", "--sandbox", "process"),
    # who is in the way
    ("init", "LEAGUE"),
    ("run", "--league", "LEAGUE", "--sandbox", "docker"),
)


def test_mistakes_are_told_in_one_sentence(
    league: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "bot.toml").write_text('name = "x"\nprotocl = "grpc"\n')
    Printed(capsys, "plan", "--league", league)
    places = {"LEAGUE": str(league), "HERE": str(tmp_path / "none"), "BAD": str(tmp_path / "bad")}
    told = []
    for mistake in MISTAKES:
        printed = Printed(capsys, *(places.get(word, word) for word in mistake))
        lines = printed.err.strip().splitlines()
        error = lines[-1]
        for word, place in places.items():
            error = error.replace(place, word)
        told.append(f"$ arena {' '.join(mistake)!r}\n{error}\nexit code {printed.code}\n")

        assert printed.out == ""
        assert error.startswith("error: ")

    snapshots.check("mistakes", "\n".join(told))


def test_an_unexpected_error_says_where_its_details_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def fail(*_: object, **__: object) -> Iterator[None]:
        raise RuntimeError("boom")

    monkeypatch.setattr("arena.config.tomllib.loads", fail)
    directory = tmp_path / "league"
    directory.mkdir()
    (directory / "league.toml").write_text("")

    printed = Printed(capsys, "status", "--league", directory)
    (details,) = tmp_path.glob("arena-error-*.txt")

    assert printed.code == 1
    assert printed.err == (
        "error: the arena itself failed (RuntimeError): please report it with the details in "
        f"{details}\n"
    )
    assert "boom" in details.read_text()


def test_an_empty_name_is_a_mistake_and_no_default(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = Printed(capsys, "init", tmp_path / "x", "--name", "")

    assert printed.code == 2
    assert printed.err.startswith("error: league name '' shows nothing")
    assert not (tmp_path / "x").exists()


def test_what_to_type_next_can_be_pasted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "ann's league"

    text = Printed(capsys, "init", place).text

    assert f"Next: arena submit --league {shlex.quote(str(place))} BOT" in text


@pytest.mark.parametrize("words", [("ratings",), ("export",), ("status", "--json")])
def test_a_full_disk_is_not_our_fault(played: Path, words: tuple[str, ...]) -> None:
    command = (sys.executable, "-m", "arena", *words, "--league", str(played))
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)

    assert ended.returncode == 4
    assert ended.stderr == (
        "error: nothing more can be written (No space left on device): make room and try again\n"
    )


@pytest.mark.parametrize(
    "name", ["status", "ratings", "show", "export", "entrants", "logs", "annul", "freeze", "plan"]
)
def test_looking_at_a_league_loads_neither_grpc_nor_docker(name: str) -> None:
    """It would take most of the time of a command that only looks."""
    program = (
        f"import sys, arena.cli.{name}; sys.exit(str({{'grpc', 'docker'}} & {{*sys.modules}}))"
    )

    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )

    assert ended.stderr.strip() == "set()"
