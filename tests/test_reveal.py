"""A league is closed: its secret is published, and nothing of it changes from there on."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.config import read_settings
from arena.deals import commitment
from arena.errors import ConfigError, HostError
from arena.league import (
    League,
    annul,
    close_league,
    disqualify,
    exported_lines,
    standings_of,
    undo_annul,
    undo_disqualify,
)
from arena.store import InterventionKind, SandboxKind
from tests import snapshots
from tests.in_memory import AtTables, add_entrant, make_known_league, new_league, play_out
from tests.printed import Printed
from tests.test_interventions import opened


@pytest.fixture(scope="module")
def whole() -> Iterator[Path]:
    """A league of four in which all is played; one result and one entrant were taken out."""
    with TemporaryDirectory() as name:
        directory = Path(name) / "league"
        with new_league(directory, ("ann", "bob", "cid", "dan")) as league:
            play_out(league)
            annul(league, "m2.b1.r1", "swapping")
            play_out(league)
            disqualify(league, league.store.entrant("e4"), "a copy of e1")
        yield directory


@pytest.fixture
def league(whole: Path, tmp_path: Path) -> Iterator[League]:
    with opened(Path(shutil.copytree(whole, tmp_path / "league"))) as league:
        yield league


def test_the_secret_is_that_of_the_commitment(league: League) -> None:
    made = close_league(league)

    assert commitment(bytes.fromhex(made.secret)) == league.made.commitment
    assert close_league(league) == made == league.store.closing()


def test_a_league_that_is_not_played_out_is_closed_only_on_demand(tmp_path: Path) -> None:
    with new_league(tmp_path / "league") as league:
        play_out(league, AtTables(halt_after=4))
        with pytest.raises(ConfigError, match=r"2 matches are still to be played, .*--unfinished"):
            close_league(league)
        assert league.store.closing() is None

        assert close_league(league, is_unfinished=True) == league.store.closing()


@pytest.mark.parametrize("bots", [(), ("ann", "bob"), ("ann", "bob", "cid")])
def test_a_league_in_which_nothing_was_played_is_not_closed(
    bots: tuple[str, ...], tmp_path: Path
) -> None:
    with new_league(tmp_path / "league", bots) as league, pytest.raises(ConfigError, match="met"):
        close_league(league)


def test_a_league_without_its_secret_is_not_closed(league: League) -> None:
    league.directory.secret.write_text("00" * 32 + "\n", encoding="ascii")

    with pytest.raises(HostError, match="not the secret that this league was made with"):
        close_league(league)
    assert league.store.closing() is None


@pytest.mark.parametrize(
    "change",
    [
        lambda league: add_entrant(league, "eve"),
        lambda league: league.check_room(),
        lambda league: league.extend_schedule(),
        play_out,
        lambda league: annul(league, "m1.b1.r1", "x"),
        lambda league: undo_annul(league, "m2.b1.r1", None),
        lambda league: disqualify(league, league.store.entrant("e1"), "x"),
        lambda league: undo_disqualify(league, league.store.entrant("e4"), None),
        lambda league: league.store.freeze(None),
        lambda league: league.store.undo(InterventionKind.FREEZE),
        lambda league: league.store.begin_sitting(SandboxKind.PROCESS, "0.1.0"),
        lambda league: league.store.replace_image("e1", "sha256:bb"),
        lambda league: league.store.add_note("accepted-limit", "{}"),
    ],
)
def test_nothing_changes_a_closed_league(
    change: Callable[[League], object], league: League
) -> None:
    close_league(league)
    before = repr(standings_of(league)), [*exported_lines(league)], league.store.seal()

    with pytest.raises(ConfigError, match="the league is closed"):
        change(league)

    assert (repr(standings_of(league)), [*exported_lines(league)], league.store.seal()) == before


def test_opening_a_closed_league_leaves_its_seal(league: League) -> None:
    made = close_league(league)
    league.close()

    with opened(league.directory.path) as again:
        assert again.store.seal() == made.seal


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entrants SET name = 'Ann' WHERE id = 'e1'",
        "UPDATE lives SET stderr = stderr || '.' WHERE seq = 3",
        "UPDATE attempts SET begun_at = begun_at + 1",
        "UPDATE annulled_results SET evidence = '{}'",
        "DELETE FROM interventions WHERE seq = 2",
        "INSERT INTO notes (kind, text, noted_at) VALUES ('overload', 'x', 0.0)",
        "UPDATE notes SET noted_at = noted_at + 1",
    ],
)
def test_the_seal_covers_all_that_is_stored(change: str, league: League) -> None:
    made = close_league(league)
    with league.store._writing() as connection:
        connection.exec_driver_sql(change)

    assert league.store.seal() != made.seal


@pytest.mark.parametrize("text", ["", "{}", '{"secret": "00", "seal": "00"}', '{"secret":0}', "[]"])
def test_a_damaged_note_of_the_closing_is_told(text: str, league: League) -> None:
    close_league(league)
    with league.store._writing() as connection:
        connection.exec_driver_sql("UPDATE notes SET text = ? WHERE kind = 'closed'", (text,))

    with pytest.raises(HostError, match="the note of the league's closing is damaged"):
        league.store.closing()


# --- as it is typed ---------------------------------------------------------------------------


def test_what_an_operator_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    directory = tmp_path / "league"
    make_known_league(directory, ("ann", "bob", "cid"))
    named = ("--league", directory)
    with opened_known(directory) as league:
        play_out(league, AtTables(halt_after=5))
    too_early = Printed(capsys, "reveal", *named)
    told = [f"$ arena reveal\n{too_early.err}\n"]
    told += [
        f"$ arena {' '.join(words)}\n{Printed(capsys, *words, *named).text}\n"
        for words in (("reveal", "--unfinished"), ("reveal",), ("status",))
    ]
    for words in (("run", "--sandbox", "process"), ("submit", ".", "--sandbox", "process")):
        refused = Printed(capsys, *words, *named)
        assert (refused.code, refused.out) == (2, "")
        told.append(f"$ arena {' '.join(words)}\n{refused.err}\n")

    assert (too_early.code, too_early.out) == (2, "")
    snapshots.check("reveal", "".join(told))


def opened_known(directory: Path) -> League:
    return League.open_exclusive(directory, read_settings(directory, {}), "test")


def test_a_league_closed_unfinished_asks_for_nothing_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = tmp_path / "league"
    make_known_league(directory, ("ann", "bob", "cid"))
    with opened_known(directory) as league:
        play_out(league, AtTables(halt_after=4))
        board = next(
            each.board
            for each in league.fixtures()
            if len(league.store.board_results(each.board)) < 3
        )
        close_league(league, is_unfinished=True)
    named = ("--league", directory)
    shown = Printed(capsys, "show", board, *named)

    assert Printed(capsys, "plan", *named).text.endswith(
        "The league is closed: 2 matches were never played.\n"
    )
    assert shown.code == 2
    assert "and the league is closed: a board counts as a whole" in shown.err
    verified = Printed(capsys, "verify", *named)
    assert verified.code == 3
    assert verified.out.startswith("schedule: 2 matches are not there, from ")
