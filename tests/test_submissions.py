import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path, PurePosixPath

import pytest

from arena.errors import HostError, SubmissionError
from arena.submissions import (
    StoredFolder,
    digest_of,
    store_copy,
)
from arena.submissions import folder as folder_module
from tests.submitted import make_bot, write


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return make_bot(tmp_path / "bots" / "plumb")


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    return tmp_path / "league" / "submissions"


def listing(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


# The stored copy.


def test_a_copy_holds_the_folder_and_what_it_includes(bot: Path, submissions: Path) -> None:
    stored = store_copy(bot, submissions, ["kit"])

    assert stored == StoredFolder(stored.digest, submissions / stored.digest, is_new=True)
    assert listing(stored.path) == [
        "Dockerfile",
        "bot.py",
        "bot.toml",
        "data",
        "data/main",
        "data/newest",
        "data/weights",
        "empty",
        "kit",
        "kit/kit.py",
        "run.sh",
    ]
    assert (stored.path / "data" / "main").read_text() == "print()"
    assert (stored.path / "data" / "newest").is_symlink()
    assert digest_of(stored.path) == stored.digest


def test_a_copy_can_be_read_by_all_and_written_by_us_alone(bot: Path, submissions: Path) -> None:
    before = os.umask(0o077)
    try:
        stored = store_copy(bot, submissions)
    finally:
        os.umask(before)

    modes = {path: stat.S_IMODE(path.lstat().st_mode) for path in stored.path.rglob("*")}
    assert stat.S_IMODE(stored.path.stat().st_mode) == 0o755
    assert modes[stored.path / "data"] == 0o755
    assert modes[stored.path / "run.sh"] == 0o755
    assert modes[stored.path / "data" / "weights"] == 0o644
    assert stored.path.stat().st_uid == os.getuid()


def test_the_same_content_is_stored_once(bot: Path, submissions: Path, tmp_path: Path) -> None:
    first = store_copy(bot, submissions)
    elsewhere = tmp_path / "other" / "name"
    bot.parent.rename(elsewhere.parent)
    (elsewhere.parent / "plumb").rename(elsewhere)
    os.utime(elsewhere / "bot.py", (0, 0))

    second = store_copy(elsewhere, submissions)

    assert (second.digest, second.is_new) == (first.digest, False)
    assert listing(submissions)[0] == first.digest
    assert len(list(submissions.iterdir())) == 1


def test_what_is_excluded_is_neither_copied_nor_counted(bot: Path, submissions: Path) -> None:
    without = store_copy(bot, submissions, ["kit"])
    os.truncate(write(bot / "target" / "huge", ""), 300_000_000)
    os.mkfifo(bot / "target" / "pipe")
    write(bot / "data" / "old" / "weights", "1")
    write(bot / "kit.log", "")
    write(bot.parent / "kit" / "tests" / "kit_test.py", "")

    excluded = ["target", "data/old", "kit.log", "kit/tests", "nowhere"]
    stored = store_copy(bot, submissions, ["kit"], excluded)

    assert stored == StoredFolder(without.digest, without.path, is_new=False)


def test_a_path_is_excluded_where_it_stands_and_nowhere_else(bot: Path, submissions: Path) -> None:
    write(bot / "data" / "target" / "kept", "")

    stored = store_copy(bot, submissions, exclude=["target", "dat", "data/weight"])

    assert (stored.path / "data" / "target" / "kept").exists()
    assert (stored.path / "data" / "weights").exists()


@pytest.mark.parametrize(
    "change",
    [
        lambda bot: write(bot / "bot.py", "print(1)"),
        lambda bot: write(bot / "new", ""),
        lambda bot: (bot / "Dockerfile").rename(bot / "dockerfile"),
        lambda bot: (bot / "bot.py").chmod(0o755),
        lambda bot: (bot / "empty").rmdir(),
        lambda bot: ((bot / "data" / "main").unlink(), write(bot / "data" / "main", "../bot.py")),
        lambda bot: (bot / "data" / "weights").rename(bot / "empty" / "weights"),
    ],
)
def test_any_change_of_content_changes_the_digest(
    bot: Path, submissions: Path, change: Callable[[Path], object]
) -> None:
    (bot / "data" / "newest").unlink()
    before = store_copy(bot, submissions)

    change(bot)

    assert store_copy(bot, submissions).digest != before.digest


def test_a_stored_copy_that_was_changed_is_noticed(bot: Path, submissions: Path) -> None:
    stored = store_copy(bot, submissions)
    write(stored.path / "bot.py", "import os")

    assert digest_of(stored.path) != stored.digest
    with pytest.raises(HostError, match="was changed: remove it"):
        store_copy(bot, submissions)


def bind(path: Path) -> None:
    """Leaves a socket at `path`."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda bot: os.mkfifo(bot / "pipe"), "pipe' is neither file, folder nor link"),
        (lambda bot: bind(bot / "sock"), "sock' is neither file, folder nor link"),
        (lambda bot: (bot / "l").symlink_to("/etc/passwd"), "does not lead to something in its"),
        (lambda bot: (bot / "l").symlink_to("../kit/kit.py"), "does not lead to something in"),
        (lambda bot: (bot / "l").symlink_to("data/../../kit"), "does not lead to something in"),
        (lambda bot: (bot / "l").symlink_to("../plumb/bot.py"), "does not lead to something"),
        (lambda bot: (bot / "l").symlink_to("nowhere"), "does not lead to something in its"),
        (lambda bot: (bot / "l").symlink_to("l"), "does not lead to something in its own"),
        (lambda bot: (bot / "l").symlink_to(".git/HEAD"), "does not lead to something in its"),
        (lambda bot: (bot / "l").symlink_to("target/x"), "does not lead to something in its"),
        (lambda bot: (bot / "l").symlink_to(b"\xff".decode("utf-8", "surrogateescape")), "lead"),
        (
            lambda bot: write(bot / b"\xff\x1b[2J".decode("utf-8", "surrogateescape"), ""),
            r"\\udcff\\x1b\[2J' has a name that is no UTF-8: rename it",
        ),
        (lambda bot: deep(bot, 600), "lies too deep"),
        (lambda bot: os.truncate(write(bot / "sparse", ""), 200_000_001), "or 200 MB: leave out"),
    ],
)
def test_what_may_not_be_handed_in_is_refused_and_leaves_nothing(
    bot: Path, submissions: Path, spoil: Callable[[Path], object], message: str
) -> None:
    write(bot / "target" / "x", "")
    spoil(bot)

    with pytest.raises(SubmissionError, match=message) as caught:
        store_copy(bot, submissions, exclude=["target"])

    assert str(caught.value).isprintable()
    assert not submissions.exists() or list(submissions.iterdir()) == []


def deep(bot: Path, levels: int) -> None:
    """Makes a folder in a folder in a folder."""
    here = os.open(bot, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir("dd", dir_fd=here)
        below = os.open("dd", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)


def become_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda path: write(path, "print(1)"), "changed while it was read"),  # longer
        (lambda path: write(path, ""), "changed while it was read"),  # shorter
        (become_a_pipe, "changed while it was read"),
        (lambda path: (path.unlink(), path.symlink_to("/etc/passwd")), "cannot be read"),
        (Path.unlink, "cannot be read"),
    ],
)
def test_a_file_that_changes_between_look_and_copy_is_refused(
    bot: Path, tmp_path: Path, change: Callable[[Path], object], message: str
) -> None:
    entries = folder_module._plan([(PurePosixPath(), bot)])
    (tmp_path / "staging").mkdir()

    change(bot / "bot.py")

    with pytest.raises(SubmissionError, match=message):
        folder_module._copy(entries, tmp_path / "staging")


def test_too_many_files_are_refused_before_any_is_copied(
    bot: Path, submissions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_module, "MOST_ENTRIES", 20)
    for number in range(15):
        (bot / "data" / str(number)).touch()

    with pytest.raises(SubmissionError, match="more than 20 files"):
        store_copy(bot, submissions)

    assert not submissions.exists()


def test_what_an_earlier_copy_left_is_removed(bot: Path, submissions: Path) -> None:
    write(submissions / ".staging-abc" / "bot.py", "half")

    stored = store_copy(bot, submissions)

    assert [path.name for path in submissions.iterdir()] == [stored.digest]


def test_a_folder_is_named_as_one_likes(bot: Path, submissions: Path) -> None:
    named = bot.rename(bot.with_name("a:b, 'c' \"d\" 🂡\n--rf"))

    assert store_copy(named, submissions).is_new


@pytest.mark.parametrize(
    ("prepare", "message"),
    [
        (lambda _: None, "includes '../kat', which is no folder beside the bot's"),
        (lambda bot: (bot.parent / "kat").symlink_to("kit"), "which is no folder beside"),
        (lambda bot: write(bot.parent / "kat", ""), "which is no folder beside"),
        (
            lambda bot: ((bot.parent / "kat").mkdir(), write(bot / "kat", "")),
            "the bot's folder has something of that name itself",
        ),
    ],
)
def test_an_included_folder_is_there_and_in_nobodys_way(
    bot: Path, submissions: Path, prepare: Callable[[Path], object], message: str
) -> None:
    prepare(bot)

    with pytest.raises(SubmissionError, match=message):
        store_copy(bot, submissions, ["kat"])


def test_a_folder_that_is_none_or_holds_the_league_is_refused(bot: Path, tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="is no folder"):
        store_copy(bot / "bot.py", tmp_path / "submissions")
    with pytest.raises(SubmissionError, match="holds the league"):
        store_copy(bot, bot / "league" / "submissions")


def test_a_place_that_cannot_be_written_is_the_hosts_fault(bot: Path, tmp_path: Path) -> None:
    with pytest.raises(HostError, match="cannot be copied to"):
        store_copy(bot, write(tmp_path / "file", ""))
