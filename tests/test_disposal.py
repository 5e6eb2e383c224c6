"""What `arena gc` removes, and what it never touches."""

import io
import json
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path

import docker
import pytest
from docker.models.images import Image

from arena.cli import run_command
from arena.cli.demo import DEMO_LEAGUE
from arena.config import read_settings
from arena.errors import ConfigError, HostError
from arena.league import League, rooms
from arena.league.disposal import Disposable, demo_disposables, disposables_of, entrants_images
from arena.league.rooms import held_room, rooms_in, run_place
from arena.runner import run
from arena.sandbox import DEFAULT_URL
from arena.sandbox.belongings import LEAGUE_LABEL, SINGLE_LABEL, find_images
from arena.sandbox.engine import Engine
from tests.conftest import BASE_IMAGE
from tests.in_memory import add_entrant, new_league, new_settings, play_out
from tests.submitted import make_bot, write

SAMPLES = Path(__file__).parents[1] / "sample_bots" / "python"


def arena(*arguments: object, code: int = 0) -> str:
    """Runs a command in this process; returns what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        ended = run_command([str(argument) for argument in arguments])
    assert ended == code, err.getvalue()
    return out.getvalue() if code == 0 else err.getvalue()


@pytest.fixture
def league(tmp_path: Path, run_directory: Path) -> Iterator[League]:
    """A league of three whose run directory is apart from everybody's."""
    settings = new_settings()
    settings = replace(settings, play=replace(settings.play, run_directory=str(run_directory)))
    with new_league(tmp_path / "league") as made:
        yield replace(made, settings=settings)


def disposables(league: League, engine: Engine | None = None) -> list[Disposable]:
    async def found() -> list[Disposable]:
        return [each async for each in disposables_of(league, engine)]

    return run(found)


def dispose(found: list[Disposable]) -> list[bool]:
    async def removed() -> list[bool]:
        return [await each.remove() for each in found]

    return run(removed)


# --- directories ------------------------------------------------------------------------------


def test_copies_and_logs_of_nobody_are_removed_and_nothing_else(league: League) -> None:
    submissions, logs = league.directory.submissions, league.directory.logs
    kept = add_entrant(league, "dan", digest="d" * 64)
    for name in ("d" * 64, "a" * 64, ".staging-x1", "notes", "A" * 64):
        write(submissions / name / "bot.py", "print()")
    write(submissions / "readme.txt", "mine")
    for name in ("e1.log", "e12.log", "other.log", "e1.log.txt"):
        write(logs / name, "x" * 10)

    found = disposables(league)

    assert kept == "e4"
    assert sorted(each.what.rpartition("/")[2] for each in found) == sorted(
        ["a" * 64, ".staging-x1", "e1.log", "e12.log"]
    )
    assert {each.size for each in found if "log of" in each.what} == {10}
    assert dispose(found) == [True] * 4
    assert disposables(league) == []
    assert sorted(path.name for path in submissions.iterdir()) == sorted(
        ["d" * 64, "notes", "A" * 64, "readme.txt"]
    )
    assert sorted(path.name for path in logs.iterdir()) == ["e1.log.txt", "other.log"]


def test_a_link_in_place_of_a_copy_leads_nowhere(league: League, tmp_path: Path) -> None:
    target = write(tmp_path / "elsewhere" / "precious", "x").parent
    (league.directory.submissions / ("a" * 64)).symlink_to(target)

    dispose(disposables(league))

    assert (target / "precious").exists()
    assert disposables(league) == []


def test_the_run_directory_of_a_killed_arena_is_removed(league: League) -> None:
    place = run_place(league.settings, league.made.id)
    write(place / "bots" / "deadbeef.own" / "bot" / "bot.py", "print()")

    (found,) = disposables(league)

    assert found.what == f"run directory of an arena that was killed: {place}"
    assert dispose([found]) == [True]
    assert not place.exists()


def test_a_run_directory_that_is_in_use_stays(league: League) -> None:
    """A copy of a league has its id, and so its run directory and its containers."""
    with rooms.run_directory(league.settings, league.made.id) as place:
        with pytest.raises(HostError, match="another arena uses the run directory"):
            disposables(league)
        with (
            pytest.raises(HostError, match="do not play a league and a copy of it at once"),
            rooms.run_directory(league.settings, league.made.id),
        ):
            pass
        assert place.is_dir()
    assert not place.exists()


def test_a_run_directory_is_let_go_when_its_arena_is_killed(league: League) -> None:
    place = run_place(league.settings, league.made.id)
    place.mkdir()
    program = (
        "import os, pathlib, sys; from arena.league.rooms import held_room\n"
        "with held_room(pathlib.Path(sys.argv[1])) as is_held:\n"
        "    print(is_held, flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(place)], stdin=-1, stdout=-1, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        with held_room(place) as is_free:
            assert not is_free
        holder.kill()
        holder.wait()
    with held_room(place) as is_free:
        assert is_free


def test_only_run_directories_of_this_user_are_rooms(run_directory: Path) -> None:
    room = run_directory / f"arena-{'0' * 16}"
    room.mkdir()
    for name in ("arena-x", "arena-error-1.txt", f"arena-{'0' * 17}", f"brena-{'0' * 16}"):
        (run_directory / name).mkdir()
    (run_directory / f"arena-{'1' * 16}").symlink_to(room)
    write(run_directory / f"arena-{'2' * 16}", "a file")
    foreign = run_directory / f"arena-{'3' * 16}"
    foreign.mkdir()
    if os.geteuid() == 0:
        os.chown(foreign, 12345, 12345)
    else:
        foreign.rmdir()

    assert rooms_in(run_directory) == [room]


def test_what_demos_left_is_found_without_a_league(run_directory: Path) -> None:
    settings = replace(new_settings(), play=replace(new_settings().play, run_directory=""))
    settings = replace(settings, play=replace(settings.play, run_directory=str(run_directory)))
    dead, living = (run_directory / f"arena-{digit * 16}" for digit in "01")
    dead.mkdir()
    living.mkdir()

    async def found() -> list[Disposable]:
        return [each async for each in demo_disposables(settings, None, DEMO_LEAGUE)]

    with held_room(living) as is_held:
        assert is_held
        assert [each.what.rpartition("/")[2] for each in run(found)] == [dead.name]


# --- an engine --------------------------------------------------------------------------------


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.close()


@pytest.fixture
def client() -> Iterator[docker.DockerClient]:
    with closing(docker.DockerClient(base_url=DEFAULT_URL)) as client:
        yield client


def build(client: docker.DockerClient, **labels: str) -> Image:
    text = f"FROM {BASE_IMAGE}\nENV NONCE={secrets.token_hex(8)}\n"
    named = {key.replace("_", "."): value for key, value in labels.items()}
    image, _ = client.images.build(fileobj=io.BytesIO(text.encode()), labels=named, rm=True)
    return image


@pytest.mark.docker
def test_only_what_carries_the_leagues_label_is_touched(
    league: League, engine: Engine, client: docker.DockerClient
) -> None:
    name = league.made.id
    ours = build(client, arena_league=name)
    others = [build(client, arena_league="0" * 16), build(client, other=name), build(client)]
    made = {
        "ours": ({"arena.league": name}, f"arena-{name}-{secrets.token_hex(4)}"),
        "label": ({"arena.league": name}, f"x-{secrets.token_hex(8)}"),
        "name": ({}, f"arena-{name}-{secrets.token_hex(4)}"),
    }
    containers = {
        key: client.containers.create(BASE_IMAGE, "true", labels=labels, name=named)
        for key, (labels, named) in made.items()
    }
    try:
        found = disposables(league, engine)

        assert sorted(each.what for each in found) == sorted(
            [
                f"container of an arena that was killed: {made['ours'][1]}",
                f"image of no entrant: {str(ours.id).removeprefix('sha256:')[:12]}",
            ]
        )
        assert dispose(found) == [True, True]
        assert disposables(league, engine) == []
        left = {str(image.id) for image in client.images.list(all=True)}
        assert {str(image.id) for image in others} <= left
        assert str(ours.id) not in left
        for key in ("label", "name"):
            containers[key].reload()
    finally:
        for key in ("label", "name"):
            containers[key].remove(force=True)
        for image in others:
            client.images.remove(str(image.id))


@pytest.mark.docker
def test_an_image_in_use_is_told_to_be(
    league: League, engine: Engine, client: docker.DockerClient
) -> None:
    image = build(client, arena_league=league.made.id)
    container = client.containers.create(str(image.id), "true")
    try:
        assert dispose(disposables(league, engine)) == [False]
    finally:
        container.remove(force=True)
    assert dispose(disposables(league, engine)) == [True]


def test_images_are_needed_while_something_is_missing(league: League, engine: Engine) -> None:
    league.extend_schedule()

    async def found() -> list[Disposable]:
        return [each async for each in entrants_images(league, engine)]

    with pytest.raises(ConfigError, match="is still to be played, and needs its images"):
        run(found)

    play_out(league)
    assert run(found) == []  # no entrant has one


@pytest.mark.docker
def test_images_of_single_matches_say_so(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """While a match is played its image carries the label; afterwards there is none."""
    bot = make_bot(tmp_path / "bot")
    seen: list[str] = []

    async def look(*_: object, **__: object) -> None:
        seen.extend(each.league for each in await find_images(engine, SINGLE_LABEL))
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.league.single.play_sitting", look)
    monkeypatch.setenv("ARENA_PLAY_BUILD_NETWORK", "host")
    arena("play", bot, bot, bot, code=130)

    assert seen


@pytest.mark.docker
@pytest.mark.slow
def test_a_finished_league_may_lose_its_images_and_have_them_built_again(
    tmp_path: Path, run_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_PLAY_BUILD_NETWORK", "host")
    monkeypatch.setenv("ARENA_PLAY_RUN_DIRECTORY", str(run_directory))
    place = tmp_path / "league"
    named = ("--league", place)
    arena("init", place, "--rule", "length=deals:1", "--boards", 1)
    for bot in ("plumb", "random", "careful"):
        arena("submit", *named, SAMPLES / bot)
    assert "needs its images" in arena("plan", *named) + arena("gc", "--images", *named, code=2)
    arena("run", *named)
    before = images_of(place)

    assert arena("gc", "--images", "--dry-run", *named).count("would remove: image of entrant") == 3
    assert images_of(place) == before
    assert "3 things removed" in arena("gc", "--images", *named)
    assert arena("gc", "--images", *named) == "There is nothing to remove.\n"
    assert images_of(place) == set()

    # nothing is missing, so nothing is needed
    assert "Nothing is missing" in arena("run", *named)
    arena("submit", *named, SAMPLES / "bold")
    assert "`arena run --rebuild`" in arena("run", *named, code=4)
    arena("run", "--rebuild", *named)

    status = json.loads(arena("status", *named, "--json"))
    assert (status["played"], status["missing"]) == (12, 0)
    assert len(images_of(place)) == 4
    with League.open(place, read_settings(place, {})) as league:
        assert images_of(place) == {entrant.image for entrant in league.store.entrants()}
        assert len([note for note in league.store.notes() if note.kind == "rebuilt"]) == 3
    arena("gc", "--images", *named)


def images_of(place: Path) -> set[str]:
    with League.open(place, read_settings(place, {})) as league:
        name = league.made.id
    with closing(docker.DockerClient(base_url=DEFAULT_URL)) as client:
        found = client.images.list(filters={"label": f"{LEAGUE_LABEL}={name}"})
    return {str(image.id) for image in found}
