"""Leagues of real bots as processes, played by real arenas that are killed and interrupted."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

import docker
import pytest

from arena.cli import run_command
from arena.sandbox import DEFAULT_URL
from arena.sandbox.engine import find_engine_problem
from arena.store import Counts, Store
from tests.checker import check_league, check_record, record_lines

pytestmark = pytest.mark.slow

SAMPLES = Path(__file__).parents[1] / "sample_bots" / "python"
BOTS = ("plumb", "random", "careful")
MATCHES = 12
ARENA = (sys.executable, "-m", "arena")


def arena(*arguments: object, code: int = 0) -> str:
    """Runs a command to its end, in this process; returns what it printed."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        ended = run_command([str(argument) for argument in arguments])
    assert ended == code, err.getvalue()
    return out.getvalue()


@pytest.fixture(scope="session")
def fresh() -> Iterator[Path]:
    """A league of three samples to a low target, over four boards, with nothing played."""
    with TemporaryDirectory(prefix="arena-") as name:
        league = Path(name) / "league"
        rules = ("--rule", "target=100", "--boards", MATCHES // 3)
        arena("init", league, *rules, "--sandbox", "process")
        for bot in BOTS:
            arena("submit", "--league", league, SAMPLES / bot)
        arena("plan", "--league", league)
        yield league


@pytest.fixture
def league(fresh: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(fresh, tmp_path / "league"))


@pytest.fixture(scope="session")
def outcome(fresh: Path) -> tuple[str, str]:
    """What the league comes to if nobody interrupts it: the export, and the ratings."""
    whole = Path(shutil.copytree(fresh, fresh.parent / "whole"))
    arena("run", "--league", whole, "--jobs", 1)
    return outcome_of(whole)


def outcome_of(league: Path) -> tuple[str, str]:
    export = arena("export", "--league", league)
    return export, arena("ratings", "--league", league, "--json")


class Running:
    """An `arena run` of one table a bot, so that matches come one by one."""

    def __init__(self, league: Path) -> None:
        self._league = league
        self._process = subprocess.Popen(
            [*ARENA, "run", "--league", str(league), "--tables", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def wait_for_results(self, number: int) -> None:
        while counts_of(self._league).results < number:
            assert self._process.poll() is None, "the run ended early"

    def wait_for_attempt(self) -> None:
        while counts_of(self._league).begun == 0:
            assert self._process.poll() is None, "the run ended early"

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def wait_until_told(self, words: str) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if words in line:
                return
        raise AssertionError(f"the run never said: {words}")

    def end(self) -> tuple[int, str, str]:
        out, err = self._process.communicate(timeout=60)
        return self._process.returncode, out, err


def counts_of(league: Path) -> Counts:
    with Store.open(league) as store:
        return store.counts()


def processes_of(league: Path) -> list[str]:
    """Returns the processes that have to do with a league: their bots run under its id."""
    with Store.open(league) as store:
        word = f"arena-{store.league().id}".encode()
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes()
            command = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if word in environment + command and process.name != str(os.getpid()):
            found.append(command.decode(errors="replace"))
    return found


def test_a_league_runs_from_folders_to_ratings(outcome: tuple[str, str]) -> None:
    lines = record_lines(outcome[0])
    rows = json.loads(outcome[1])

    assert len(lines) == MATCHES
    assert check_league(lines) == []
    assert [finding for line in lines for finding in check_record(json.loads(line))] == []
    assert {row["entrant"] for row in rows} == set(BOTS)
    assert {(row["matches"], row["faults"]) for row in rows} == {(MATCHES, 0)}


@pytest.mark.parametrize("options", [("--jobs", 2), ("--jobs", 3, "--tables", 2)])
def test_neither_jobs_nor_tables_change_a_digit(
    league: Path, outcome: tuple[str, str], options: tuple[object, ...]
) -> None:
    arena("run", "--league", league, *options)

    assert outcome_of(league) == outcome


def test_a_killed_league_goes_on_as_if_nothing_had_been(
    league: Path, outcome: tuple[str, str]
) -> None:
    running = Running(league)
    running.wait_for_results(2)
    running.send(signal.SIGKILL)
    code, _, _ = running.end()
    before = counts_of(league)
    holder = json.loads(arena("status", "--league", league, "--json"))["in_use_by"]
    told = arena("run", "--league", league)

    assert (code, holder) == (-signal.SIGKILL, None)
    assert 2 <= before.results < MATCHES
    assert f"Played {MATCHES - before.results} matches" in told
    assert outcome_of(league) == outcome
    assert processes_of(league) == []


def test_ctrl_c_once_finishes_the_matches_in_play(league: Path, outcome: tuple[str, str]) -> None:
    running = Running(league)
    running.wait_for_results(2)
    running.send(signal.SIGINT)
    code, out, err = running.end()
    counts = counts_of(league)

    assert code == 130
    assert "Finishing the matches in play; press Ctrl-C again to stop at once." in err
    assert "missing: `arena run` plays them" in out
    assert 2 <= counts.results < MATCHES
    assert (counts.begun, counts.interrupted, counts.annulled) == (0, 0, 0)
    assert processes_of(league) == []

    arena("run", "--league", league)
    assert outcome_of(league) == outcome


def test_ctrl_c_twice_stops_at_once(league: Path, outcome: tuple[str, str]) -> None:
    running = Running(league)
    running.wait_for_results(2)
    running.send(signal.SIGINT)
    running.wait_until_told("press Ctrl-C again")
    running.send(signal.SIGINT)
    code, _, _ = running.end()
    counts = counts_of(league)

    assert code == 130
    assert counts.begun == counts.annulled == 0
    assert counts.interrupted <= 1
    assert counts.results < MATCHES
    assert processes_of(league) == []

    arena("run", "--league", league)
    assert outcome_of(league) == outcome


def test_a_second_run_is_told_who_holds_the_league(league: Path) -> None:
    running = Running(league)
    running.wait_for_attempt()
    running.send(signal.SIGSTOP)

    second = subprocess.run(
        [*ARENA, "run", "--league", str(league)], capture_output=True, text=True, check=False
    )
    status = json.loads(arena("status", "--league", league, "--json"))
    running.send(signal.SIGINT)
    running.send(signal.SIGCONT)
    running.end()

    assert second.returncode == 4
    assert "is in use by 'arena run' (process " in second.stderr
    assert "arena run" in status["in_use_by"]


def test_a_bot_that_comes_late_plays_everybody(league: Path, outcome: tuple[str, str]) -> None:
    arena("run", "--league", league)
    arena("submit", "--league", league, SAMPLES / "bold")
    arena("run", "--league", league)

    rows = json.loads(arena("ratings", "--league", league, "--json"))
    export = arena("export", "--league", league)

    assert {row["entrant"]: row["matches"] for row in rows} == {
        "bold": 3 * MATCHES,
        **dict.fromkeys(BOTS, 3 * MATCHES),
    }
    before = record_lines(outcome[0])
    assert record_lines(export)[: len(before)] == before


def test_the_reader_of_an_export_may_leave(league: Path) -> None:
    arena("run", "--league", league)
    command = f"{sys.executable} -m arena export --league {league} | head -c 10"
    ended = subprocess.run(
        ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, '{"format":', "")


def test_one_match_without_a_league() -> None:
    typed = ("--sandbox", "process", "--rule", "length=deals:2", "--seed", "7")
    bots = [SAMPLES / bot for bot in BOTS]

    record = arena("play", *bots, *typed, "--json")

    assert arena("play", *bots, *typed, "--json") == record
    assert check_record(json.loads(record)) == []
    assert len(json.loads(record)["deals"]) == 2


def test_a_bot_may_sit_twice_in_a_single_match() -> None:
    bots = [SAMPLES / bot for bot in ("plumb", "random", "plumb")]

    told = arena("play", *bots, "--sandbox", "process", "--rule", "length=deals:1", "--replay")

    assert "plumb (seat 1)" in told
    assert "plumb (seat 3)" in told
    assert "trick 17" in told


def test_a_bot_that_fails_in_a_single_match_is_told_with_its_evidence(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(
        'name = "broken"\ncommand = ["python3", "-c", "import sys; sys.exit(\\"no luck\\")"]\n'
        'games = ["spades"]\nprotocol = "grpc"\n'
    )
    bots = [tmp_path, SAMPLES / "plumb", SAMPLES / "plumb"]

    told = arena("play", *bots, "--sandbox", "process", "--rule", "length=deals:1", code=3)

    assert "broken: no-connect" in told
    assert "exit code 1" in told
    assert "| no luck" in told


def test_without_an_engine_nothing_is_played(league: Path) -> None:
    """Docker is the default, and plain processes never take its place by themselves."""
    commands = [
        ("submit", "--league", str(league), "--sandbox", "docker", str(SAMPLES / "bold")),
        ("play", *(str(SAMPLES / bot) for bot in BOTS)),
    ]
    for typed in commands:
        ended = subprocess.run(
            [*without_engine(), *ARENA, *typed], capture_output=True, text=True, check=False
        )

        assert ended.returncode == 4
        assert "no Docker engine answers" in ended.stderr
        assert "--sandbox process" in ended.stderr
    assert counts_of(league).results == 0


def without_engine() -> list[str]:
    """Returns what runs a command where no engine answers: its socket is hidden if there is one."""
    if find_engine_problem() is not None:
        return []
    hidden = Path(DEFAULT_URL.removeprefix("unix://")).resolve().parent
    script = f'mount -t tmpfs none {hidden} && exec "$@"'
    prefix = ["unshare", "--mount", "sh", "-c", script, "sh"]
    tried = subprocess.run([*prefix, "true"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip("there is an engine here, and its socket cannot be hidden")
    return prefix


@pytest.mark.docker
def test_a_league_in_containers_survives_a_kill(tmp_path: Path) -> None:
    league = tmp_path / "league"
    arena("init", league, "--rule", "target=100")
    for bot in BOTS:
        arena("submit", "--league", league, SAMPLES / bot)
    arena("plan", "--league", league)
    running = Running(league)
    running.wait_for_results(1)
    running.send(signal.SIGKILL)
    running.end()
    arena("run", "--league", league)
    status = json.loads(arena("status", "--league", league, "--json"))
    lines = record_lines(arena("export", "--league", league))

    assert (status["played"], status["missing"], status["is_unsandboxed"]) == (6, 0, False)
    assert check_league(lines) == []
    assert [finding for line in lines for finding in check_record(json.loads(line))] == []
    assert containers_of(status["id"]) == []


def containers_of(league: str) -> list[str]:
    client = docker.DockerClient(base_url=DEFAULT_URL)
    try:
        found = client.containers.list(all=True, filters={"label": f"arena.league={league}"})
        return [str(container.name) for container in found]
    finally:
        client.close()


@pytest.mark.parametrize(
    "options", [(), ("--profile", "reset"), ("--game", "euchre")], ids=" ".join
)
def test_the_demo_ends_with_a_table_that_thinker_leads(options: tuple[str, ...]) -> None:
    with TemporaryDirectory(prefix="arena-") as name:
        told = arena("demo", Path(name) / "demo", "--sandbox", "process", *options)

    first_row = next(line for line in told.splitlines() if line.startswith("1 "))
    assert "unsandboxed" in told.splitlines()[0]
    assert first_row.split()[1] == "thinker"
