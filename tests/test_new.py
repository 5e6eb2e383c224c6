"""`arena new`: in every language a whole bot, under any name, and never over anything."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.games import GAMES
from arena.samples import PLUMB, STARTER, languages, new_bot_files, samples_root, source_files
from arena.submissions import read_manifest
from arena.submissions.beginning import PLACEHOLDER, README, begin_bot, first_commands
from tests.printed import Printed

ROOT = Path(__file__).parents[1]
LANGUAGES = languages(samples_root())
MATCH = ("--rule", "length=deals:1", "--seed", "7")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def files_in(folder: Path) -> dict[str, bytes]:
    """Returns the content of every file below `folder`, by its path there."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_a_bot_can_be_begun_wherever_there_is_a_starter() -> None:
    starters = {path.parent.name for path in samples_root().glob(f"*/{STARTER}")}

    assert set(LANGUAGES) == starters
    assert {"python", "go"} <= starters


@each_language
def test_a_new_bot_is_plumb_with_the_starter_on_top(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str
) -> None:
    assert (
        Printed(capsys, "new", "mine", "--lang", language, "--directory", tmp_path / "x").code == 0
    )

    plumb, starter = (samples_root() / language / kind for kind in (PLUMB, STARTER))
    expected = {str(path): (plumb / path).read_bytes() for path in source_files(plumb)}
    own = {str(path): (starter / path).read_bytes() for path in source_files(starter)}
    expected |= {
        path: content.replace(PLACEHOLDER.encode(), b"mine") for path, content in own.items()
    }
    written = files_in(tmp_path / "x")
    included = {path: content for path, content in written.items() if path not in expected}
    assert {path: written[path] for path in expected} == expected
    assert {Path(path).parts[0] for path in included} == (
        {"kit"} if language == "python" else set()
    )


@each_language
def test_nothing_of_plumb_shows_in_a_new_bot(tmp_path: Path, language: str) -> None:
    for path, content in files_in(begin_bot("mine", language, tmp_path / "x")).items():
        text = content.decode()
        assert PLACEHOLDER not in text, path
        assert "plumb" not in text.lower(), path
        assert "checksum" not in text.lower() or path.endswith(".sum"), path


@each_language
def test_a_new_bot_says_what_it_is_and_how_to_go_on(tmp_path: Path, language: str) -> None:
    folder = begin_bot("mine", language, tmp_path / "x")

    manifest = read_manifest(folder)
    readme = (folder / README).read_text(encoding="utf-8")
    commands = first_commands(readme)
    assert manifest.name == "mine"
    assert set(manifest.games) == set(GAMES)
    assert manifest.include == ()
    assert (folder / "Dockerfile").is_file()
    assert readme.startswith("# mine\n")
    assert len(commands) in {3, 4}
    assert any("test" in command for command in commands)
    assert commands[-1].startswith("arena play --sandbox process . ")
    assert any("test" in path or path.endswith(".t") for path in files_in(folder))
    named = [path for path in files_in(folder) if Path(path).name in readme]
    assert len(named) >= 3


@each_language
def test_the_tutorial_goes_the_way_of_every_language(language: str) -> None:
    page = (ROOT / "docs" / "first-bot.md").read_text(encoding="utf-8")
    readme = (samples_root() / language / STARTER / README).read_text(encoding="utf-8")

    commands = [f"arena new mine --lang {language}"]
    if language != "python":  # which the page is about
        commands += ["cd mine", *first_commands(readme)]
    assert "".join(f"$ {command}\n" for command in commands) in page


@pytest.mark.parametrize(
    "name",
    [
        'it\'s "mine"',
        "<b>*bold*</b> [x](y) # & \\ `z`",
        "Ünïcode ♠ 机器人",
        "a=b; c: 'd' = {e}",
        "x" * 200,
    ],
)
def test_a_name_survives_whatever_is_in_it(tmp_path: Path, name: str) -> None:
    folder = begin_bot(name, "python", tmp_path / "x")

    assert read_manifest(folder).name == name
    title = (folder / README).read_text(encoding="utf-8").splitlines()[0]
    assert title.replace("\\\\", "\0").replace("\\", "").replace("\0", "\\") == f"# {name}"


def test_a_name_that_no_league_takes_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"^no bot can be called 'E2', which has "):
        begin_bot("E2", "python", tmp_path / "x")

    assert not (tmp_path / "x").exists()


def test_a_program_stays_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "sample_bots"
    shutil.copytree(samples_root() / "python", root / "python")
    program = root / "python" / "plumb" / "run.sh"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr("arena.submissions.beginning.samples_root", lambda: root)

    folder = begin_bot("mine", "python", tmp_path / "x")

    assert (folder / "run.sh").stat().st_mode & 0o111 == 0o111
    assert (folder / "bot.py").stat().st_mode & 0o111 == 0


def test_what_a_build_has_made_is_no_part_of_a_new_bot(tmp_path: Path) -> None:
    plumb = tmp_path / "c" / PLUMB
    for path in (
        ".gitignore",
        "bot",
        "bot.c",
        "obj/bot.o",
        "src/bot",
        "bot.toml",
        "x/__pycache__/y",
    ):
        (plumb / path).parent.mkdir(parents=True, exist_ok=True)
        (plumb / path).touch()
    (plumb / ".gitignore").write_text("# what the build makes\n/bot\nobj/\n", encoding="utf-8")
    (tmp_path / "c" / STARTER).mkdir()
    (tmp_path / "c" / STARTER / "bot.toml").touch()

    assert set(map(str, new_bot_files(tmp_path, "c"))) == {
        ".gitignore",
        "bot.c",
        "src/bot",
        "bot.toml",
    }


# --- what is typed -------------------------------------------------------------------------------


def test_the_next_commands_are_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    told = Printed(capsys, "new", "my bot", "--lang", "Python")

    assert told.text.splitlines() == [
        "my bot is a bot that plays; its README.md says what is in which file. Next:",
        "  cd 'my bot'",
        "  PYTHONPATH=kit python3 -m unittest",
        "  arena play --sandbox process . random careful --watch",
        "  arena play --sandbox process . random careful",
    ]


def test_a_bot_is_begun_in_an_empty_folder_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    told = Printed(capsys, "new", "mine", "--lang", "python", "--directory", ".")

    assert told.code == 0
    assert "  cd" not in told.out
    assert read_manifest(tmp_path).name == "mine"


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        (["mine", "--lang", "pyhton"], "no sample in the language 'pyhton' (did you mean python?)"),
        (["mine", "--lang", "cobol"], f"choose one of {', '.join(LANGUAGES)}; for any other, see"),
        (["mine", "--lang", ""], "no sample in the language ''"),
        (["mine"], "missing option '--lang'"),
        (["", "--lang", "python"], "name of a bot '' shows nothing"),
        (["a\x1b[2J", "--lang", "python"], "name of a bot 'a\\x1b[2J' holds"),
        (["x" * 201, "--lang", "python"], "has 201 characters: use at most 200"),
        (["a/b", "--lang", "python"], "no folder can be called 'a/b': say with --directory"),
        (["..", "--lang", "python"], "no folder can be called '..': say with --directory"),
        (["♠" * 100, "--lang", "python"], "say with --directory where the bot is to be"),
        (["full", "--lang", "python"], "'full' is there already, and nothing is written over"),
        (["file", "--lang", "python"], "'file' is there already, and nothing is written over"),
        (["dangling", "--lang", "python"], "'dangling' is there already"),
        (
            ["m", "--lang", "python", "--directory", "file/x"],
            "cannot be written to 'file/x' (Not a",
        ),
        (["m", "--lang", "python", "--directory", "/proc/x/y"], "cannot be written to '/proc/x/y'"),
    ],
)
def test_what_cannot_be_begun_is_told_in_a_sentence_and_leaves_nothing(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: list[str],
    refusal: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "bot.py").touch()
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to("nowhere")
    before = sorted(tmp_path.rglob("*"))

    told = Printed(capsys, "new", *typed)

    assert (told.code, told.out) == (2, "")
    assert told.err.startswith("error: ")
    assert told.err.count("\n") == 1
    assert refusal in told.err
    assert sorted(tmp_path.rglob("*")) == before


def test_an_arena_without_its_samples_says_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.submissions.beginning.samples_root", lambda: tmp_path)

    told = Printed(capsys, "new", "mine", "--lang", "python")

    assert told.code == 2
    assert f"there are no sample bots in {tmp_path}: install the arena again" in told.err


def test_a_disk_that_is_full_leaves_nothing(tmp_path: Path) -> None:
    """A limit on the size of files stands for it."""
    script = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000)); "
        "from arena.cli import run_command; "
        "raise SystemExit(run_command(['new', 'mine', '--lang', 'python']))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.returncode == 2
    assert "cannot be written to 'mine' (File too large)" in ended.stderr
    assert list(tmp_path.iterdir()) == []


# --- and it plays --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(GAMES))
def test_a_new_bot_in_python_passes_its_tests_and_plays_in_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str
) -> None:
    folder = begin_bot("mine", "python", tmp_path / "x")

    tested = subprocess.run(
        ["sh", "-c", first_commands((folder / README).read_text(encoding="utf-8"))[0]],
        cwd=folder,
        env={"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    played = Printed(
        capsys, "play", "--sandbox", "process", "--game", game, *MATCH, folder, folder, "random"
    )

    assert tested.stderr.endswith("\nOK\n"), tested.stderr
    assert played.code == 0


@pytest.mark.docker
@pytest.mark.slow
def test_a_new_bot_is_built_and_plays_in_docker(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """One of them: `make languages` builds and checks those of every language."""
    folder = begin_bot("mine", "perl", tmp_path / "x")
    for game in GAMES:
        played = Printed(capsys, "play", "--game", game, *MATCH, folder, folder, folder)

        assert played.code == 0, played.err + played.out
        assert "illegal" not in played.out
