from pathlib import Path

import pytest

from arena.clock import Clock
from arena.config import default_settings, parse_settings, read_settings, settings_text
from arena.errors import ConfigError
from arena.games import parse_rules
from arena.league import Settings
from arena.sandbox import Limits

MINIMAL = 'name = "friends"\ngame = "spades"\n'


def parsed(text: str = "", **environment: str) -> Settings:
    return parse_settings(MINIMAL + text, environment, "league.toml")


def mistakes_in(text: str, **environment: str) -> str:
    with pytest.raises(ConfigError) as raised:
        parse_settings(text, environment, "league.toml")
    return str(raised.value)


def test_what_is_left_out_has_its_default() -> None:
    settings = parsed()

    assert settings.clock == Clock()
    assert settings.limits == Limits()
    assert (settings.schedule.boards, settings.schedule.bots_per_sitting) == (2, 12)
    assert settings.play.sandbox == "docker"


def test_the_environment_comes_before_the_file() -> None:
    text = "[clock]\nbank = 5\n[play]\ntables = 4\nsandbox = 'process'\n"

    settings = parsed(text, ARENA_CLOCK_BANK="2.5", ARENA_PLAY_JOBS="7")

    assert settings.clock.bank == 2.5
    assert settings.play.jobs == 7
    assert settings.play.tables == 4
    assert settings.play.sandbox == "process"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        # a name that is not known, with the nearest one that is
        ("[clock]\nbnak = 1", "'clock.bnak' is no setting: did you mean clock.bank?"),
        ("[clokc]", "'clokc' is no setting: did you mean clock?"),
        ("[limits]\nx = 1", "'limits.x' is no setting: known are memory, cpus"),
        # another kind of value
        ("clock = 3", "clock is 3, expected a table [clock]"),
        ("[play]\njobs = '4'", "play.jobs is '4', expected a whole number from 1"),
        ("[play]\njobs = 1.5", "play.jobs is 1.5, expected a whole number from 1"),
        ("[play]\njobs = true", "play.jobs is True, expected a whole number from 1"),
        ("[clock]\nbank = nan", "clock.bank is nan, expected a number from 0"),
        ("[play]\nrun_directory = 3", "play.run_directory is 3, expected a text"),
        ("[limits]\ncpuset = 3", 'limits.cpuset is 3, expected processors as in "0-1,3"'),
        ("[limits]\ncpuset = 'all'", "limits.cpuset is 'all', expected processors"),
        ("[entry]\none_entrant_per_author = 1", "_author is 1, expected true or false"),
        ("[entry]\none_entrant_per_author = 'true'", "is 'true', expected true or false"),
        # a value out of range
        ("[play]\ntables = 0", "play.tables is 0, expected a whole number from 1"),
        ("[schedule]\nbots_per_sitting = 2", "is 2, expected a whole number from 3"),
        ("[limits]\nmemory = 1", "limits.memory is 1, expected a whole number from 16777216"),
        # the limits of builds
        (
            "[play]\nbuild_seconds = 86401",
            "play.build_seconds is 86401, expected a whole number from 1 to 86400",
        ),
        ("[play]\nbuild_seconds = 0", "play.build_seconds is 0, expected a whole number from 1 to"),
        ("[play]\nbuild_memory = 1", "play.build_memory is 1, expected a whole number from 671088"),
        ("[play]\nbuild_cpus = 0", "play.build_cpus is 0, expected a number from 0.05 to 1024"),
        ("[play]\nbuild_cpus = 2000", "play.build_cpus is 2000, expected a number from 0.05 to"),
        ("[play]\nbuild_cpus = true", "play.build_cpus is True, expected a number from 0.05 to"),
        ("[play]\nbuild_disk = 0", "play.build_disk is 0, expected a whole number from 1"),
        ("[play]\nbuild_context = 1.5", "play.build_context is 1.5, expected a whole number from"),
        ("[play]\nimage_size = -1", "play.image_size is -1, expected a whole number from 1"),
        ("[clock]\nbank = -1", "clock.bank is -1, expected a number from 0"),
        ("[clock]\nper_decision = 0", "clock.per_decision is 0, expected a number from 0.001"),
        ("[clock]\nstart = inf", "clock.start is inf, expected a number from 0.001"),
        # a word that is not among the choices
        ("[play]\nsandbox = 'podman'", "is 'podman', expected one of docker, process"),
        ("[schedule]\nkind = 'swiss'", "is 'swiss', expected one of auto, full, balanced"),
        # rules
        ("[rules]\ntarget = -5", "option 'target'"),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, told: str) -> None:
    assert told in mistakes_in(MINIMAL + text)


def test_name_and_game_have_to_be_there() -> None:
    assert "name is missing" in mistakes_in('game = "spades"')
    assert "game is missing" in mistakes_in('name = "friends"')
    assert "there is no game 'spaeds': did you mean 'spades'?" in mistakes_in(
        'name = "friends"\ngame = "spaeds"'
    )


def test_all_mistakes_are_told_at_once() -> None:
    text = 'name = 3\ngame = "spades"\n[rules]\ntarget = 0\n[clock]\nbank = "x"\n[play]\nx = 1\n'

    told = mistakes_in(text, ARENA_PLAY_JOBS="four")

    for mistake in ("name is", "option 'target'", "clock.bank", "play.x", "ARENA_PLAY_JOBS"):
        assert mistake in told


@pytest.mark.parametrize(
    ("variable", "told"),
    [
        ("ARENA_CLOCK_BNAK", "did you mean ARENA_CLOCK_BANK?"),
        ("ARENA_GAME", "fixed when a league is made"),
        ("ARENA_RULES_TARGET", "fixed when a league is made"),
        ("ARENA_SCHEDULE_BOARDS", "fixed when a league is made"),
    ],
)
def test_an_unknown_variable_is_a_mistake(variable: str, told: str) -> None:
    assert told in mistakes_in(MINIMAL, **{variable: "1"})


def test_a_wrong_variable_is_not_told_as_if_it_stood_in_the_file() -> None:
    told = mistakes_in(MINIMAL + "[play]\nx = 1", ARENA_PLAY_JOBS="four", ARENA_CLOCK_BNAK="1")
    of_file, of_variables = told.split("; the environment: ")

    assert of_file == "league.toml: " + of_file.removeprefix("league.toml: ")
    assert "play.x" in of_file
    assert "ARENA" not in of_file
    assert "ARENA_PLAY_JOBS is 'four'" in of_variables
    assert "ARENA_CLOCK_BNAK" in of_variables
    assert mistakes_in(MINIMAL, ARENA_PLAY_JOBS="four").startswith("the environment: ARENA_PLAY_")


@pytest.mark.parametrize(("text", "value"), [("true", True), ("false", False)])
def test_a_variable_may_say_yes_or_no(text: str, value: bool) -> None:
    assert parsed(ARENA_ENTRY_ONE_ENTRANT_PER_AUTHOR=text).entry.one_entrant_per_author is value
    assert "expected true or false" in mistakes_in(
        MINIMAL, ARENA_ENTRY_ONE_ENTRANT_PER_AUTHOR=text.upper()
    )


@pytest.mark.parametrize("variable", ["ARENA_LEAGUE", "ARENA_REQUIRE_DOCKER", "PATH"])
def test_variables_of_others_are_let_alone(variable: str) -> None:
    assert parsed(**{variable: "1"}) == parsed()


def test_text_that_is_no_toml_is_told_with_its_line() -> None:
    assert "league.toml is not TOML: " in mistakes_in("name = friends")
    assert "line 1" in mistakes_in("name = friends")


@pytest.mark.parametrize("endless", ["9" * 5_000, "[" * 20_000])
def test_numbers_and_nesting_without_end_are_told(endless: str) -> None:
    assert "league.toml is not TOML: " in mistakes_in(f"x = {endless}")


@pytest.mark.parametrize("name", ["friends", 'a "b": c, d', "🂡 l’équipe", "back\\slash # no"])
@pytest.mark.parametrize("rules", [{}, {"target": 500}, {"length": "deals:8"}])
def test_a_written_file_says_what_was_meant(name: str, rules: dict[str, object]) -> None:
    settings = default_settings(name, parse_rules("spades", rules), {"ARENA_CLOCK_BANK": "3"})

    text = settings_text(settings)

    assert parse_settings(text, {}, "league.toml") == settings


def test_a_written_file_explains_every_setting() -> None:
    text = settings_text(default_settings("x", parse_rules("spades", {}), {}))
    _, *sections = text.split("\n\n[schedule]")

    lines = [line for line in sections[0].splitlines() if " = " in line]

    assert lines
    assert all("  # " in line for line in lines)


def test_a_directory_without_a_league_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no league in .*arena init"):
        read_settings(tmp_path, {})
