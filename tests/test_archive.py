"""Tar files from anywhere: the same bot as its folder, or one clear sentence and nothing left."""

import bz2
import gzip
import io
import lzma
import os
import random
import stat
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from arena.errors import HostError, SubmissionError
from arena.submissions import archive as archive_module
from tests.archives import PACKERS, Member, digest_at, entry, link, packed, refusal, saved
from tests.submitted import MANIFEST, make_bot, write


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    return tmp_path / "league" / "submissions"


# What is taken.


@pytest.mark.parametrize("kind", PACKERS)
@pytest.mark.parametrize("is_at_top", [True, False])
def test_a_folder_and_a_tar_file_of_it_are_the_same_submission(
    tmp_path: Path, submissions: Path, kind: str, is_at_top: bool
) -> None:
    bot = make_bot(tmp_path / "bots" / "plumb")
    (bot / "run.sh").chmod(0o4755)
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        tar.add(bot, arcname="." if is_at_top else "plumb")
    path = saved(tmp_path, PACKERS[kind](out.getvalue()), f"mine.{kind}")

    assert digest_at(path, submissions) == digest_at(bot, submissions)
    assert len(list(submissions.iterdir())) == 1


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_what_a_bot_includes_lies_beside_it_in_the_archive(
    tmp_path: Path, submissions: Path, form: int
) -> None:
    bot = make_bot(tmp_path / "bots" / "plumb")
    write(bot / "bot.toml", MANIFEST + 'include = ["../kit"]\nexclude = ["empty"]\n')
    write(bot / "ä" / "long" / ("x" * 90) / "ö", "")
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as tar:
        tar.add(bot.parent, arcname="")

    path = saved(tmp_path, out.getvalue())

    assert digest_at(path, submissions) == digest_at(bot, submissions)


def test_a_hard_link_is_the_file_that_it_leads_to(tmp_path: Path, submissions: Path) -> None:
    bot = make_bot(tmp_path / "bots" / "plumb")
    (bot / "twin.sh").hardlink_to(bot / "run.sh")
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        tar.add(bot, arcname="plumb")
        assert {each.type for each in tar.getmembers()} >= {tarfile.LNKTYPE, tarfile.SYMTYPE}

    path = saved(tmp_path, out.getvalue())

    assert digest_at(path, submissions) == digest_at(bot, submissions)


def test_files_of_several_packed_parts_are_whole(tmp_path: Path, submissions: Path) -> None:
    """Programs that pack on several processors write such, some with zeros at the end."""
    content = packed([entry("data", random.Random(1).randbytes(90_000))])
    digests = set()
    for pack in (gzip.compress, bz2.compress, lzma.compress):
        parts = pack(content[:50_000]) + pack(b"") + pack(content[50_000:]) + bytes(512)
        digests.add(digest_at(saved(tmp_path, parts), submissions))

    assert digests == {digest_at(saved(tmp_path, content), submissions)}


def test_names_that_differ_in_case_are_two(tmp_path: Path, submissions: Path) -> None:
    path = saved(tmp_path, packed([entry("a", b"1"), entry("A", b"2")]))

    stored = submissions / digest_at(path, submissions)

    assert ((stored / "a").read_bytes(), (stored / "A").read_bytes()) == (b"1", b"2")


def test_of_modes_only_the_program_is_kept(tmp_path: Path, submissions: Path) -> None:
    members = [
        entry("run", b"x", mode=0o6711),
        entry("data", b"x", mode=0o6000),
        entry("closed", type=tarfile.DIRTYPE, mode=0),
        entry("closed/in", b"x", mode=0, uid=0, gid=0, uname="root"),
    ]

    stored = submissions / digest_at(saved(tmp_path, packed(members)), submissions)

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in stored.rglob("*")}
    assert modes == {"bot.toml": 0o644, "run": 0o755, "data": 0o644, "closed": 0o755, "in": 0o644}
    assert (stored / "run").stat().st_uid == os.getuid()


def test_what_is_never_copied_is_not_unpacked(tmp_path: Path, submissions: Path) -> None:
    members = [entry(".git/objects/" + str(number), b"x" * 100) for number in range(11_000)]
    members += [link(".venv/bin/python", "/usr/bin/python3"), link("__pycache__", "/etc")]

    stored = submissions / digest_at(saved(tmp_path, packed(members)), submissions)

    assert [path.name for path in stored.iterdir()] == ["bot.toml"]


def test_a_lone_bot_toml_is_a_bot(tmp_path: Path, submissions: Path) -> None:
    alone = write(tmp_path / "elsewhere" / "mine.toml", MANIFEST)
    folder = write(tmp_path / "bots" / "plumb" / "bot.toml", MANIFEST).parent

    assert digest_at(alone, submissions) == digest_at(folder, submissions)


# What is refused.


HOSTILE: dict[str, tuple[Sequence[Member], str]] = {
    "an absolute path": ([entry("/etc/cron.d/x", b"x")], "'/etc/cron.d/x' does not lie in it"),
    "a path upwards": ([entry("../x", b"x")], "'../x' does not lie in it: pack it by a relative"),
    "a path up and down": ([entry("a/../../x", b"x")], "'a/../../x' does not lie in it"),
    "a link to an absolute path": (
        [link("l", "/etc/passwd")],
        "the link 'l' does not lead to something in its own folder: put the file itself there",
    ),
    "a link upwards": ([link("d/l", "../../x")], "the link 'd/l' does not lead to something"),
    "a link to nothing": ([link("l", "nowhere")], "the link 'l' does not lead to something"),
    "a link to itself": ([link("l", "l")], "the link 'l' does not lead to something"),
    "links that lead on": (
        [link("a", "b/.."), link("b", "..")],
        "the link 'a' does not lead to something",
    ),
    "a link of a broken name": (
        [link("l", b"\xff".decode("utf-8", "surrogateescape"))],
        "the link 'l' does not lead to something",
    ),
    "a link to a name with a NUL": (
        [entry("l", type=tarfile.SYMTYPE, pax_headers={"linkpath": "a\0b"})],
        "the link 'l' does not lead to something",
    ),
    "a link to an empty name": ([link("l", "")], "the link 'l' does not lead to something"),
    "a link to an endless name": (
        [link("l", "x" * 5_000)],
        "the link 'l' does not lead to something",
    ),
    "a hard link to a name with a NUL": (
        [entry("l", type=tarfile.LNKTYPE, pax_headers={"linkpath": "a\0b"})],
        r"'a\x00b' has a control character in its name",
    ),
    "a hard link outside": (
        [link("l", "/etc/passwd", tarfile.LNKTYPE)],
        "'/etc/passwd' does not lie in it",
    ),
    "a hard link upwards": (
        [link("l", "../../etc/passwd", tarfile.LNKTYPE)],
        "'../../etc/passwd' does not lie in it",
    ),
    "a hard link to a link": (
        [link("a", "/etc/passwd"), link("b", "a", tarfile.LNKTYPE)],
        "the hard link 'b' leads to no file that stands before it in the archive",
    ),
    "a hard link to itself": ([link("l", "l", tarfile.LNKTYPE)], "the hard link 'l' leads to no"),
    "a hard link to a folder": (
        [entry("d", type=tarfile.DIRTYPE), link("l", "d", tarfile.LNKTYPE)],
        "the hard link 'l' leads to no file",
    ),
    "a file through a link": (
        [link("out", "/etc"), entry("out/x", b"x")],
        "'out' is in it as a folder and as something else",
    ),
    "a folder that becomes a link": (
        [entry("d/x", b"x"), link("d", "/etc"), entry("d/y", b"y")],
        "'d' is in it twice",
    ),
    "a link that becomes a folder": (
        [link("d", "/etc"), entry("d", type=tarfile.DIRTYPE)],
        "'d' is in it as a folder and as something else",
    ),
    "a file as a folder": (
        [entry("d", b"x"), entry("d/x", b"x")],
        "'d' is in it as a folder and as something else",
    ),
    "a name twice": ([entry("a", b"1"), entry("./a", b"2")], "'a' is in it twice: pack it anew"),
    "a second manifest": ([entry("bot.toml", b"name = 1")], "'bot.toml' is in it twice"),
    "a device": (
        [entry("null", type=tarfile.CHRTYPE, devmajor=1, devminor=3)],
        "'null' is neither file, folder nor link: leave it out",
    ),
    "a disk": ([entry("sda", type=tarfile.BLKTYPE, devmajor=8)], "'sda' is neither file"),
    "a pipe": ([entry("pipe", type=tarfile.FIFOTYPE)], "'pipe' is neither file, folder nor link"),
    "a member of no known type": ([entry("odd", type=b"Y")], "'odd' is neither file"),
    "a sparse file": (
        [entry("holes", type=tarfile.GNUTYPE_SPARSE)],
        "'holes' is a sparse file: pack it as a plain one",
    ),
    "a sparse file, said otherwise": (
        [entry("holes", pax_headers={"GNU.sparse.map": "0,1", "GNU.sparse.realsize": "9" * 12})],
        "'holes' is a sparse file: pack it as a plain one",
    ),
    "a name that is no UTF-8": (
        [entry(b"\xff\x1b[2J".decode("utf-8", "surrogateescape"))],
        r"'\udcff\x1b[2J' has a name that is no UTF-8: rename it",
    ),
    "a name with a control character": (
        [entry("a\nb\x1b[2J")],
        r"'a\nb\x1b[2J' has a control character in its name: rename it",
    ),
    "a name with a NUL": (
        [entry("a", pax_headers={"path": "a\0b"})],
        r"'a\x00b' has a control character in its name: rename it",
    ),
    "a name that ends a line": (
        [entry("a\u2028b")],
        r"'a\u2028b' has a control character in its name: rename it",
    ),
    "a name that turns the text": (
        [entry("a\u202eb")],
        r"'a\u202eb' has a control character in its name: rename it",
    ),
    "a bot in a folder with a control character": (
        [entry("b\x1b[31mot/bot.toml", b"name = 7")],
        r"'b\x1b[31mot/bot.toml' has a control character in its name: rename it",
    ),
    "a name that is too long": ([entry("x" * 256)], "the path of 'xxx"),
    "a path that is too long": ([entry("x/" * 501)], "the path of 'x/x"),
    "folders without end": ([entry("/".join("d" * 101))], "the path of 'd/d"),
    "a file that is too large": (
        [entry("big", bytes(200_000_001))],
        "it holds more than 10,000 files or 200 MB: leave out what the bot does not need",
    ),
    "hard links to much": (
        [entry("a", bytes(1_100_000))]
        + [link(f"l{number}", "a", tarfile.LNKTYPE) for number in range(199)],
        "it holds more than 10,000 files or 200 MB",
    ),
    "a size below nothing": (
        [entry("a", pax_headers={"size": "-512"})],
        "it is no tar file, or damaged: pack it anew",
    ),
    "a header of a megabyte": (
        [entry("a", pax_headers={"comment": "x" * 1_000_000})],
        "it is no tar file, or damaged",
    ),
    "what tells of itself": (
        [entry("bot.py", b"x"), entry("image.id", b"x"), link("bot.toml/x", "y")],
        "'bot.toml' is in it as a folder and as something else",
    ),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_may_not_be_in_an_archive_is_refused(
    what: str, tmp_path: Path, submissions: Path
) -> None:
    members, told = HOSTILE[what]
    before = set(tmp_path.iterdir())
    path = saved(tmp_path, packed(members, tarfile.PAX_FORMAT))

    assert refusal(path, submissions).startswith(told)

    assert set(tmp_path.iterdir()) - before == {path, submissions.parent}


@pytest.mark.parametrize(
    "members",
    [
        [entry(str(number)) for number in range(51)],
        [entry(f"{number}/" + "d/" * 20 + "x") for number in range(3)],
        [entry("d", type=tarfile.DIRTYPE)] * 101,  # again and again
    ],
)
def test_too_many_files_and_folders_are_refused(
    tmp_path: Path, submissions: Path, members: Sequence[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive_module, "MOST_ENTRIES", 50)
    monkeypatch.setattr(archive_module, "_MOST_MEMBERS", 100)

    told = refusal(saved(tmp_path, packed(members)), submissions)

    assert told.startswith("it holds more than 10,000 files or 200 MB")


def test_an_archive_has_one_bot(tmp_path: Path, submissions: Path) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        for name in ("one/bot.toml", "other/bot.toml"):
            tar.addfile(entry(name, MANIFEST.encode())[0], io.BytesIO(MANIFEST.encode()))

    told = refusal(saved(tmp_path, out.getvalue()), submissions)

    assert told == ("it has several bots, in 'one' and in 'other': pack one, with what it includes")


def test_a_bot_cannot_include_what_lies_outside_of_its_archive(
    tmp_path: Path, submissions: Path
) -> None:
    manifest = MANIFEST + 'include = ["../kit"]\n'
    write(submissions / "kit" / "secret", "of somebody else")
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        tar.addfile(entry("bot.toml", manifest.encode())[0], io.BytesIO(manifest.encode()))
    path = saved(tmp_path, out.getvalue())

    with pytest.raises(SubmissionError, match=r"includes '../kit', which is no folder beside"):
        digest_at(path, submissions)


def test_mistakes_of_a_packed_manifest_are_told_with_their_place(
    tmp_path: Path, submissions: Path
) -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as tar:
        tar.addfile(*_as_stream(entry("mine/bot.toml", b"name = 7")))

    told = refusal(saved(tmp_path, out.getvalue()), submissions)

    assert told.startswith("'mine/bot.toml' has mistakes: name must be text; command is missing")


def _as_stream(member: Member) -> tuple[tarfile.TarInfo, io.BytesIO]:
    return member[0], io.BytesIO(member[1])


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("nowhere"), lambda _: 0])
def test_what_is_neither_folder_nor_file_is_refused(
    tmp_path: Path, submissions: Path, make: Callable[[Path], object]
) -> None:
    make(tmp_path / "mine")

    with pytest.raises(SubmissionError, match=r"mine' is no folder, no tar file and no bot\.toml"):
        digest_at(tmp_path / "mine", submissions)


def test_what_a_killed_arena_has_unpacked_is_swept_away(tmp_path: Path, submissions: Path) -> None:
    bot = make_bot(tmp_path / "bots" / "plumb")
    for path in (bot, saved(tmp_path, packed([]))):
        write(submissions / ".unpacked-abc" / "bot" / "bot.toml", "half")

        digest = digest_at(path, submissions)

        assert not (submissions / ".unpacked-abc").exists()
        assert (submissions / digest).is_dir()


def test_a_place_that_cannot_be_written_is_the_hosts_fault(tmp_path: Path) -> None:
    with pytest.raises(HostError, match="check space and rights"):
        digest_at(saved(tmp_path, packed([])), write(tmp_path / "file", "") / "submissions")
