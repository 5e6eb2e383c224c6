"""Leagues in which something fails for good: bots, what was handed in, or the machine."""

import errno
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from arena.clock import Clock
from arena.errors import HostError
from arena.league import League, exported_lines, outlook_of, standings_of
from arena.league.admission import contestant_of, new_terms
from arena.league.playing import play_league
from arena.league.rooms import open_sandbox
from arena.runner import Contestant, Halt, Journal, Terms, run
from arena.sandbox import Sandbox
from arena.schedule import Fixture
from arena.store import NewEntrant, SandboxKind
from arena.submissions import read_manifest, store_copy
from tests.bots import bot_folder
from tests.checker import check_league
from tests.in_memory import AtTables, new_league, play_out

DYING = """
import os
import scripted_bot

class Dying(scripted_bot.Bot):
    def _converse(self):
        next(iter(self.call))  # the welcome
        os._exit(4)

scripted_bot.Bot = Dying
scripted_bot.main()
"""
BOUND = 60.0
"""Seconds; it takes a fifth of that."""


def add_real(league: League, folder: Path) -> str:
    """Admits a bot without a trial, which many of these would fail."""
    manifest = read_manifest(folder)
    stored = store_copy(folder, league.directory.submissions)
    kind, command = SandboxKind.PROCESS, manifest.command
    new = NewEntrant(manifest.name, None, kind, None, stored.digest, command, manifest.to_json())
    return league.add_entrant(new).id


def play_for_real(league: League, rooms: Path) -> None:
    league.extend_schedule()
    entrants = league.store.entrants()
    bots = {entrant.id: contestant_of(league, entrant) for entrant in entrants}
    clock = Clock(start=5.0, per_decision=0.1, bank=1.0, grace=0.2)
    terms = replace(new_terms(league.settings, league.dice(), rooms), clock=clock)

    play = league.settings.play

    async def played() -> None:
        async with open_sandbox(SandboxKind.PROCESS, rooms, league.made.id, play) as sandbox:
            await play_league(league, bots, sandbox, terms, Halt(), lambda _: None)

    run(played)


def dying(directory: Path) -> Path:
    """Makes a folder with a bot that greets, is welcomed, and ends."""
    folder = bot_folder(directory, "dying")
    (folder / "dying.py").write_text(DYING)
    manifest = (folder / "bot.toml").read_text()
    (folder / "bot.toml").write_text(manifest.replace("scripted_bot.py", "dying.py"))
    return folder


# Bots that fail in every sitting.


@pytest.mark.slow
def test_bots_that_fail_for_good_are_benched_and_the_league_ends(
    tmp_path: Path, run_directory: Path
) -> None:
    with new_league(tmp_path / "league", ()) as league:
        fine = {add_real(league, bot_folder(tmp_path, name)) for name in ("ann", "bob")}
        faulty = {
            add_real(league, bot_folder(tmp_path, "crash", ["--crash", "3", "--at", "card"])),
            add_real(league, bot_folder(tmp_path, "absent", ["--crash", "3", "--at", "hello"])),
            add_real(league, dying(tmp_path)),
        }
        begun = time.monotonic()

        play_for_real(league, run_directory)

        elapsed = time.monotonic() - begun
        outlook, rows = outlook_of(league), standings_of(league).rows
        lines = list(exported_lines(league))
    assert (outlook.missing, outlook.counts.annulled, outlook.counts.begun) == (0, 0, 0)
    # Who is benched ends the meetings of the others with it, so the lot of the schedule decides
    # whether all three come to a streak of three; one does in any order.
    assert set() < set(outlook.benched) <= faulty
    assert {row.entrant for row in rows[:2]} == fine
    assert all(row.faults == row.matches for row in rows[2:])
    assert [row.faults for row in rows[:2]] == [0, 0]
    assert check_league(lines) == []
    assert list(run_directory.rglob("*.sock")) == []
    assert elapsed < BOUND


# What was handed in and is not there any more.


@pytest.mark.slow
def test_a_stored_copy_that_was_changed_stops_a_run_before_it_plays(
    tmp_path: Path, run_directory: Path
) -> None:
    folders = [bot_folder(tmp_path, name) for name in ("ann", "bob", "cid")]
    with new_league(tmp_path / "league", ()) as league:
        for folder in folders:
            add_real(league, folder)
        stored = league.directory.submissions / league.store.entrant("e2").digest
        with (stored / "scripted_bot.py").open("a") as file:
            file.write("# changed\n")

        for _ in range(2):  # changed, then removed
            with pytest.raises(HostError, match=r"copy of entrant e2 \('bob'\) was changed or rem"):
                play_for_real(league, run_directory)
            assert league.store.sittings() == ()
            shutil.rmtree(stored, ignore_errors=True)

        store_copy(folders[1], league.directory.submissions)
        play_for_real(league, run_directory)
        assert outlook_of(league).missing == 0


@pytest.mark.docker
def test_an_image_that_is_gone_stops_a_run_before_it_plays(tmp_path: Path) -> None:
    image = "sha256:" + "1" * 64
    with new_league(tmp_path / "league") as league:
        bots = {each: Contestant(each, ("bot",), None, image) for each in ("e1", "e2", "e3")}

        with pytest.raises(HostError, match=r"no longer has the image of entrant e1 \('ann'\)"):
            play_out(league, sandbox=SandboxKind.DOCKER, contestants=bots)

        assert league.store.sittings() == ()


# The machine fails.


class Failing(AtTables):
    """Fails after its first sittings, in the middle of one."""

    def __init__(self, error: Exception, after: int) -> None:
        super().__init__()
        self.error, self.after = error, after

    async def __call__(  # noqa: PLR0913, PLR0917  # the interface of an executor
        self,
        fixtures: Sequence[Fixture],
        contestants: Mapping[str, Contestant],
        sandbox: Sandbox,
        terms: Terms,
        journal: Journal,
        halt: Halt,
    ) -> None:
        whole = len(self.played) < self.after
        chosen = fixtures if whole else fixtures[:1]
        await super().__call__(chosen, contestants, sandbox, terms, journal, halt)
        if not whole:
            journal.begin(fixtures[1:])
            raise self.error


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (HostError("the engine is gone; start it"), "the engine is gone; start it"),
        (
            OSError(errno.ENOSPC, "No space left on device", "league.db"),
            r"the machine failed the arena \(.*No space left on device.*nothing is lost$",
        ),
    ],
)
def test_when_the_machine_fails_all_that_was_played_is_kept(
    tmp_path: Path, error: Exception, words: str
) -> None:
    with new_league(tmp_path, ("ann", "bob", "cid", "dan")) as league:
        with pytest.raises(HostError, match=words) as raised:
            play_out(league, Failing(error, 9))
        failed = league.store.counts()
        cause = league.store.sittings()[-1].cause
        rest = AtTables()
        play_out(league, rest)

        assert raised.value.exit_code == 4
        assert (failed.results, failed.begun) == (13, 0)
        assert failed.interrupted > 0
        assert cause is not None
        assert cause in str(raised.value)
        assert len(rest.played) == 24 - 13
