"""The bytes of tar files: packed, broken off, damaged, or costly to read."""

import bz2
import gzip
import io
import lzma
import os
import random
import tarfile
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.errors import SubmissionError
from arena.submissions import archive as archive_module
from arena.submissions import headers as headers_module
from arena.submissions.packed import Packed
from tests.archives import PACKERS, digest_at, entry, link, packed, refusal, saved


@pytest.fixture
def submissions(tmp_path: Path) -> Path:
    return tmp_path / "league" / "submissions"


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_a_bomb_is_noticed_while_it_is_unpacked(
    tmp_path: Path,
    submissions: Path,
    pack: Callable[[bytes], bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two gigabytes of nothing in two megabytes or less, and in no file that a header tells of."""
    if pack is not gzip.compress:  # the others take their time
        monkeypatch.setattr(archive_module, "_MOST_PLAIN", 2**25)
    bomb = saved(tmp_path, pack(packed([])) + pack(bytes(2**24)) * 128)
    assert bomb.stat().st_size < 2**22

    assert refusal(bomb, submissions).startswith("it holds more than 10,000 files or 200 MB")


def test_an_archive_of_two_gigabytes_is_refused_early(tmp_path: Path, submissions: Path) -> None:
    path = saved(tmp_path, packed([]))
    os.truncate(path, 2**31)

    assert refusal(path, submissions).startswith("it holds more than 10,000 files or 200 MB")


def test_empty_parts_without_end_are_refused(tmp_path: Path, submissions: Path) -> None:
    path = saved(tmp_path, gzip.compress(packed([])) + gzip.compress(b"") * 2_000)

    assert "in more than 1,000 parts: pack it in one" in refusal(path, submissions)


def test_unpacking_takes_no_memory_to_speak_of(tmp_path: Path, submissions: Path) -> None:
    small = lzma.compress(packed([]), filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 4096}])
    path = saved(tmp_path, _with_dictionary(small))

    assert refusal(path, submissions) == "it takes too much memory to unpack: pack it anew"


def _with_dictionary(content: bytes) -> bytes:
    """Returns an xz file whose header asks for a dictionary of a gigabyte."""
    size = (content[12] + 1) * 4
    header = bytearray(content[12 : 12 + size - 4])
    properties = header.index(b"\x21\x01") + 2  # behind the filter's number and their length
    header[properties] = 36
    checked = bytes(header) + zlib.crc32(header).to_bytes(4, "little")
    return content[:12] + checked + content[12 + size :]


@pytest.mark.parametrize("kind", PACKERS)
def test_an_archive_that_breaks_off_is_refused_wherever_it_does(
    tmp_path: Path, submissions: Path, kind: str
) -> None:
    content = PACKERS[kind](packed([entry("data", random.Random(2).randbytes(3_000))]))
    end = 5_120 if kind == "tar" else len(content)  # only zeros follow, and stand for the end
    for length in (1, 5, 20, 511, 512, 1_000, 2_048, 4_096, end - 1):
        if length < end:
            told = refusal(saved(tmp_path, content[:length]), submissions)
            assert "breaks off" in told or "no tar file, or damaged" in told, length


@pytest.mark.parametrize("kind", PACKERS)
def test_an_archive_with_something_after_its_end_is_refused(
    tmp_path: Path, submissions: Path, kind: str
) -> None:
    content = packed([])
    for spoiled in (
        PACKERS[kind](content) + b"more",
        PACKERS[kind](content + b"more"),
        PACKERS[kind](content + content),
    ):
        told = refusal(saved(tmp_path, spoiled), submissions)
        assert told.startswith(("something stands after its end", "it is damaged", "it breaks off"))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"PK\x03\x04rest", "it is a zip file: pack the bot's folder with tar, as in `tar czf"),
        (b"7z\xbc\xaf\x27\x1crest", "it is a 7z file: pack"),
        (b"Rar!\x1a\x07", "it is a rar file: pack"),
        (b"\x28\xb5\x2f\xfdrest", "it is packed with zstd: pack"),
        (b"", "it breaks off: hand in all of it"),
        (b"x", "it breaks off"),
        (b"x" * 512, "it is no tar file, or damaged: pack it anew"),
        (bytes(1024), "it has no bot.toml, neither at its top nor in a folder there"),
        (gzip.compress(b"x" * 512), "it is no tar file, or damaged"),
        (b"\x1f\x8b\x08\x00rest", "it "),
    ],
)
def test_a_file_that_is_no_tar_file_is_refused(
    tmp_path: Path, submissions: Path, content: bytes, told: str
) -> None:
    assert refusal(saved(tmp_path, content), submissions).startswith(told)


def test_headers_that_nobody_would_write_get_a_sentence(tmp_path: Path, submissions: Path) -> None:
    """Whatever bytes change in an archive, it is read as one or refused in words."""
    dice = random.Random(3)
    members = [
        entry("a/b", b"x" * 700),
        link("l", "a/b"),
        entry("c", pax_headers={"path": "c" * 200}),
    ]
    content = packed(members, tarfile.PAX_FORMAT)
    told = []
    for _ in range(200):
        spoiled = bytearray(content)
        place = dice.randrange(len(content) // 512) * 512
        for _ in range(dice.randint(1, 3)):
            spoiled[place + dice.randrange(512)] = dice.randrange(256)
        header = spoiled[place : place + 512]
        header[148:156] = b" " * 8
        header[148:156] = b"%06o\0 " % sum(header)
        spoiled[place : place + 512] = header
        try:
            digest_at(saved(tmp_path, bytes(spoiled)), submissions)
        except SubmissionError as error:
            told.append(str(error))

    assert len(told) > 50
    assert all(map(str.isprintable, told))


def test_a_packed_file_is_read_forward_alone(tmp_path: Path) -> None:
    with saved(tmp_path, b"0123456789").open("rb") as file:
        plain = Packed(file, 100, lambda: SubmissionError("too much"))
        assert (plain.readable(), plain.read(2), plain.tell(), plain.seek(5)) == (True, b"01", 2, 5)
        assert plain.read(5) == b"56789"
        with pytest.raises(io.UnsupportedOperation):
            plain.seek(1)


# What headers say of other headers.


def record(key: str, value: str) -> bytes:
    """Returns what a pax header says in the form that it has there, its own length first."""
    rest = f" {key}={value}\n".encode("utf-8", "surrogateescape")
    length = len(rest)
    while length != len(str(length)) + len(rest):
        length = len(str(length)) + len(rest)
    return str(length).encode() + rest


def header(body: bytes, kind: bytes = tarfile.XHDTYPE) -> bytes:
    """Returns a header that says more, with any body."""
    member, _ = entry("said", body, type=kind)
    return member.tobuf(tarfile.USTAR_FORMAT) + body + bytes(-len(body) % 512)


def headed(*headers: bytes, name: str = "a") -> bytes:
    """Returns an archive of a bot, with headers before its last member, which is empty."""
    return b"".join([*headers, packed([entry(name)])])


@contextmanager
def little_memory() -> Iterator[None]:
    """Sees that no more than a few megabytes are taken at once."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < 6_000_000
    finally:
        tracemalloc.stop()


def test_what_is_said_of_all_files_takes_no_memory(tmp_path: Path, submissions: Path) -> None:
    headers = [
        header(b"".join(record(f"{part}-{key}", "") for key in range(6_000)), tarfile.XGLTYPE)
        for part in range(10)
    ]
    path = saved(tmp_path, b"".join(headers) + packed([entry(str(n)) for n in range(60)]))

    with little_memory():
        digest = digest_at(path, submissions)

    assert digest == digest_at(
        saved(tmp_path, packed([entry(str(n)) for n in range(60)])), submissions
    )


def test_headers_of_headers_take_no_memory(tmp_path: Path, submissions: Path) -> None:
    said = header(b"".join(record(f"{key}", "") for key in range(6_000)))

    with little_memory():
        digest_at(saved(tmp_path, headed(*[said] * 20)), submissions)


def test_what_git_archive_says_of_all_files_is_no_harm(tmp_path: Path, submissions: Path) -> None:
    said = header(record("comment", "5d1f" * 10), tarfile.XGLTYPE)

    assert (submissions / digest_at(saved(tmp_path, headed(said)), submissions) / "a").exists()


SPARSE = {
    "0.0": [("size", "9"), ("numblocks", "1"), ("offset", "0"), ("numbytes", "9")],
    "0.1": [("map", "0,1"), ("size", "9"), ("name", "b")],
    "1.0": [("major", "1"), ("minor", "0"), ("name", "b"), ("realsize", "9")],
    "no known form": [("major", "7")],
}


@pytest.mark.parametrize("form", SPARSE)
def test_the_map_of_a_sparse_file_is_not_read(tmp_path: Path, submissions: Path, form: str) -> None:
    said = header(b"".join(record(f"GNU.sparse.{key}", value) for key, value in SPARSE[form]))
    holes = b"300000\n" + b"1\n" * 600_000
    content = packed([]).rstrip(b"\0")
    content += bytes(-len(content) % 512) + said + packed([entry("a", holes)])[1024:]
    path = saved(tmp_path, gzip.compress(content))

    with little_memory():
        told = refusal(path, submissions)

    name = "b" if ("name", "b") in SPARSE[form] else "a"
    assert told == f"{name!r} is a sparse file: pack it as a plain one"


@pytest.mark.parametrize(
    "body",
    [
        b"1" * 65_536,
        b"1" * 65_535 + b" ",
        b"7 a=bc" + b"\n" * 2,
        b"6 a=b",
        b"99 a=b\n",
        b"0 a=b\n",
        b"3 a=b\n",
        b"+6 a=b\n",
        "٦ a=b\n".encode(),
        b"6 abc\n",
        record("path", "b") + b"\0",
        *(
            record("size", size)
            for size in ("-512", "1.5", " 1", "1_0", "٦", "9" * 19, "9" * 5_000)
        ),
    ],
)
@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE])
def test_a_pax_header_that_is_not_well_formed_is_refused_at_once(
    tmp_path: Path, submissions: Path, body: bytes, kind: bytes
) -> None:
    path = saved(tmp_path, headed(header(body, kind)))
    before = time.process_time()

    assert refusal(path, submissions) == "it is no tar file, or damaged: pack it anew"

    assert time.process_time() - before < 2


@pytest.mark.parametrize("key", ["path", "linkpath", "size"])
def test_what_differs_from_file_to_file_is_not_said_of_all(
    tmp_path: Path, submissions: Path, key: str
) -> None:
    path = saved(tmp_path, headed(header(record(key, "7"), tarfile.XGLTYPE)))

    assert refusal(path, submissions) == "it is no tar file, or damaged: pack it anew"


def test_a_header_that_nothing_follows_is_refused(tmp_path: Path, submissions: Path) -> None:
    path = saved(tmp_path, packed([])[:1024] + header(record("path", "b")) + bytes(1024))

    assert refusal(path, submissions) == "it is no tar file, or damaged: pack it anew"


def test_headers_that_say_too_much_in_all_are_refused(
    tmp_path: Path, submissions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(headers_module, "_MOST_SAID", 1_000_000)
    said = header(record("SCHILY.xattr.user.note", "x" * 60_000))

    told = refusal(saved(tmp_path, headed(*[said] * 17)), submissions)
    digest_at(saved(tmp_path, headed(*[said] * 16)), submissions)

    assert told.startswith("its headers say more than 1 MB of its files: pack it without extended")


def test_a_pax_header_names_the_file_behind_it(tmp_path: Path, submissions: Path) -> None:
    """Its size counts, not that of the header behind it; what it leaves empty it does not say."""
    first = header(record("path", "ä") + record("mtime", "1.5") + record("linkpath", ""))
    second = header(record("size", "600") + record("path", ""))
    content = first + second + entry("a")[0].tobuf() + b"x" * 600 + bytes(424) + packed([])

    stored = submissions / digest_at(saved(tmp_path, content), submissions)

    assert (stored / "ä").read_bytes() == b"x" * 600
