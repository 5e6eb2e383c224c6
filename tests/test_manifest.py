import os
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.errors import SubmissionError
from arena.submissions import Manifest, read_manifest
from tests.submitted import MANIFEST, make_bot, write


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return make_bot(tmp_path / "bots" / "plumb")


def test_a_manifest_is_read(bot: Path) -> None:
    write(
        bot / "bot.toml",
        MANIFEST + 'author = "Ann: a, b"\nversion = "2"\ninclude = ["../kit", "../a b"]\n'
        'exclude = ["target/", "./data//old"]\n',
    )

    manifest = read_manifest(bot)

    assert manifest == Manifest(
        name="plumb",
        command=("python3", "bot.py"),
        games=("spades",),
        protocol="grpc",
        author="Ann: a, b",
        version="2",
        include=("kit", "a b"),
        exclude=("target", "data/old"),
    )
    assert manifest.to_json()["include"] == ("../kit", "../a b")
    assert manifest.to_json()["exclude"] == ("target", "data/old")


@pytest.mark.parametrize(
    "name",
    [
        "mine:1.2",
        "a/b-c__d.e/f:Latest_1",
        "localhost:5000/mine:1",
        "Registry.invalid/mine:1",
        f"mine@sha256:{'0a' * 32}",
    ],
)
def test_a_ready_image_is_named_with_its_tag_or_digest(bot: Path, name: str) -> None:
    write(bot / "bot.toml", MANIFEST + f'image = "{name}"\n')

    assert (read_manifest(bot).image, read_manifest(bot).to_json()["image"]) == (name, name)


def test_a_folder_is_not_both_included_and_excluded(bot: Path) -> None:
    write(bot / "bot.toml", MANIFEST + 'include = ["../kit"]\nexclude = ["kit"]\n')

    with pytest.raises(SubmissionError, match="mistakes: include and exclude both name 'kit'"):
        read_manifest(bot)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("comand = []", r"'comand' is no key of it \(did you mean command\?\)"),
        ("zzz = 1", r"'zzz' is no key of it \(known are name, command, games, .*\)"),
        ('"\\u001b[2J" = 1', r"'\\\\x1b\[2J' is no key"),
        ("name = 7", "name must be text"),
        ('name = ""', "name '' shows nothing"),
        ('name = "a\\u202eb"', "name .* holds a bidirectional mark"),
        ('author = "a\\nb"', "author .* holds a control character"),
        ('version = ""', "version '' shows nothing"),
        ("version = 2", "version must be text"),
        (
            'command = "python3 bot.py"',
            r"command must be a list of texts, as in \[\"python3\", \"bot.py\"\]",
        ),
        ("command = []", "command must hold the program"),
        ('command = ["", "x"]', "command must hold the program"),
        ('command = ["python3", 7]', r"command\[1\] must be text"),
        ('command = ["a\\u0000b"]', r"command\[0\] must have .* no NUL"),
        ("games = []", "games must name at least one game"),
        ('protocol = "http"', "protocol is 'http': use 'grpc' or 'stdio'"),
        ('include = ["kit"]', "include has 'kit': only folders beside"),
        ('include = ["../../kit"]', "include has '../../kit': only"),
        ('include = ["../kit/sub"]', "include has '../kit/sub': only"),
        ('include = ["../.."]', r"include has '../..': only"),
        ('include = ["../"]', "include has '../': only"),
        ('include = ["/etc"]', "include has '/etc': only"),
        ('include = ["../kit", "../kit"]', "include names a folder twice"),
        ('exclude = "target"', r'exclude must be a list of texts, as in \["target"\]'),
        ('exclude = [""]', "exclude has '': only paths below the bot's folder, as 'target'"),
        ('exclude = ["."]', "exclude has '.': only paths below"),
        ('exclude = ["../kit"]', "exclude has '../kit': only paths below"),
        ('exclude = ["data/../../kit"]', "exclude has 'data/../../kit': only paths below"),
        ('exclude = ["/target"]', "exclude has '/target': only paths below"),
        ('exclude = ["a\\u0000b"]', r"exclude has 'a\\\\x00b': only paths below"),
        ('exclude = ["*.o"]', r"exclude has '\*.o': name files and folders, not patterns"),
        ('exclude = ["bot.toml"]', "exclude has 'bot.toml', which always belongs to the bot"),
        ('exclude = ["./Dockerfile"]', "exclude has './Dockerfile', which always belongs"),
        ("image = 1", "image must be text"),
        *(
            (f'image = "{name}"', "image is '.*': name an image with its tag or digest, as 'mine:")
            for name in (
                *("", "mine", "Mine:1", "mine:", "mine: 1", "mine:1\\n", "-x:1", "a//b:1", "a/:1"),
                *("mine@sha256:12", f"mine@sha256:{'A' * 64}", f"sha256:{'a' * 64}", "a" * 300),
            )
        ),
        ('exclude = ["target", "target/"]', "exclude names a path twice"),
    ],
)
def test_a_mistake_in_a_manifest_is_told_with_its_place(
    bot: Path, change: str, message: str
) -> None:
    key = change.partition(" =")[0]
    kept = [line for line in MANIFEST.splitlines() if not line.startswith(f"{key} =")]
    write(bot / "bot.toml", "\n".join([*kept, change]))

    with pytest.raises(SubmissionError, match=message) as caught:
        read_manifest(bot)

    assert str(caught.value).startswith(f"{str(bot / 'bot.toml')!r} has mistakes: ")
    assert str(caught.value).isprintable()


def test_all_mistakes_of_a_manifest_are_told_at_once(bot: Path) -> None:
    write(bot / "bot.toml", 'name = 7\ncommand = []\ngame = ["spades"]\n')

    with pytest.raises(SubmissionError) as caught:
        read_manifest(bot)

    for mistake in ("name must", "command must", "games is missing", "protocol is missing"):
        assert mistake in str(caught.value)
    assert "'game' is no key of it (did you mean games?)" in str(caught.value)


def test_what_is_missing_is_told_with_an_example(bot: Path) -> None:
    write(bot / "bot.toml", "")

    with pytest.raises(SubmissionError) as caught:
        read_manifest(bot)

    assert str(caught.value) == (
        f"{str(bot / 'bot.toml')!r} has mistakes: "
        'name is missing (as in name = "mine"); '
        'command is missing (as in command = ["python3", "bot.py"]); '
        'games is missing (as in games = ["spades"]); '
        'protocol is missing (as in protocol = "grpc")'
    )


def test_the_mark_that_some_editors_put_first_is_no_mistake(bot: Path) -> None:
    write(bot / "bot.toml", "\ufeff" + MANIFEST)

    assert read_manifest(bot).name == "plumb"


def test_a_folder_that_is_none_is_told_as_that(bot: Path) -> None:
    for path in (bot.parent / "plum", bot / "bot.toml"):
        with pytest.raises(
            SubmissionError, match=f"{path}' is no folder: name the folder of a bot"
        ):
            read_manifest(path)


def test_a_manifest_with_endless_mistakes_gets_a_short_answer(bot: Path) -> None:
    write(bot / "bot.toml", "\n".join(f"k{number} = 1" for number in range(2000)))

    with pytest.raises(SubmissionError, match=r"; and 1992 more$") as caught:
        read_manifest(bot)

    assert len(str(caught.value)) < 3000


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"name = ", "is not TOML"),
        (b"name = '\xff'", "is not UTF-8: save it as that"),
        (b"x = " + b"[" * 20_000, "is not TOML"),
        (b"x = " + b"9" * 5_000, "is not TOML"),
        (b"#" * 70_000, "is larger than 65,536 bytes"),
    ],
)
def test_a_manifest_that_is_no_toml_is_refused(bot: Path, content: bytes, message: str) -> None:
    (bot / "bot.toml").write_bytes(content)

    with pytest.raises(SubmissionError, match=message) as caught:
        read_manifest(bot)

    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("replace", "message"),
    [
        (lambda _: None, "there is no .*: every bot needs one"),
        (lambda path: path.symlink_to("/etc/hostname"), "cannot be read"),
        (os.mkfifo, "is no plain file"),
        (Path.mkdir, "cannot be read"),
    ],
)
def test_a_manifest_is_a_plain_file(
    bot: Path, replace: Callable[[Path], object], message: str
) -> None:
    (bot / "bot.toml").unlink()
    replace(bot / "bot.toml")

    with pytest.raises(SubmissionError, match=message):
        read_manifest(bot)


@pytest.mark.parametrize("name", ["b\x1b[31mot", "b\not", "b\u202eot", "b\udcffot"])
@pytest.mark.parametrize("content", ["name = 7", "name = ", "#" * 70_000, None])
def test_a_folder_of_any_name_is_safe_to_be_told_of(
    tmp_path: Path, name: str, content: str | None
) -> None:
    path = tmp_path / name / "bot.toml"
    if content is not None:
        write(path, content)

    with pytest.raises(SubmissionError) as caught:
        read_manifest(path.parent)

    assert str(caught.value).isprintable()
    assert repr(name)[1:-1] in str(caught.value)
