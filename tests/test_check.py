"""`arena check`, and `arena submit` that runs it: bots that are wrong in one way each."""

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

import docker
import pytest

from arena.checking.examine import NAMES
from arena.sandbox import DEFAULT_URL
from tests import mistaken, snapshots
from tests.bots import bot_folder, kit_folder, lines_folder
from tests.printed import Printed

SAMPLES = Path(__file__).parents[1] / "sample_bots" / "python"
ALL = ("build", *NAMES)
PROCESS = ("--sandbox", "process")
FAST = {"ARENA_CLOCK_START": "5", "ARENA_CLOCK_BANK": "1"}


class Checked(NamedTuple):
    """What a check came to."""

    code: int
    report: Mapping[str, Any]

    @property
    def verdicts(self) -> Mapping[str, str]:
        return {check["name"]: check["verdict"] for check in self.report["checks"]}

    @property
    def failed(self) -> list[str]:
        return [name for name, verdict in self.verdicts.items() if verdict == "failed"]

    def of(self, name: str) -> Mapping[str, Any]:
        """Returns what was found by the check of that name."""
        (found,) = (check for check in self.report["checks"] if check["name"] == name)
        return found  # type: ignore[no-any-return]  # JSON


def check(capsys: pytest.CaptureFixture[str], folder: Path, *options: str) -> Checked:
    printed = Printed(capsys, "check", folder, "--json", *options)
    assert printed.out, printed.err
    return Checked(printed.code, json.loads(printed.out))


def wrong_bot(tmp_path: Path, body: str) -> Path:
    return kit_folder(tmp_path / "bots", "mine", mistaken.program(body))


# --- bots that are right --------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["spades", "euchre"])
def test_a_sample_bot_passes_every_check(capsys: pytest.CaptureFixture[str], game: str) -> None:
    found = check(capsys, SAMPLES / "plumb", *PROCESS, "--game", game)

    assert found.code == 0
    assert list(found.verdicts) == list(ALL)
    assert found.of("build")["verdict"] == "skipped"
    assert {found.verdicts[name] for name in NAMES} <= {"passed", "advice"}
    assert found.report["passed"] is True
    assert found.of("batch")["figures"]["decisions"] == 32
    answers = found.of("answers")["figures"]
    assert answers["decisions"] == answers["legal"] == 1000
    assert min(answers["traits"].values()) >= 10


@pytest.mark.parametrize(
    "rule",
    ["seats=2", "seats=4", "blind_nil=true", "length=deals:1", "renege=fail-bid"],
)
def test_it_passes_under_other_rules(capsys: pytest.CaptureFixture[str], rule: str) -> None:
    found = check(capsys, SAMPLES / "plumb", *PROCESS, "--game", "spades", "--rule", rule)

    assert found.failed == []
    name, _, value = rule.partition("=")
    assert str(found.report["rules"][name]).lower() == value


def test_a_bot_of_standard_streams_passes_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check(capsys, lines_folder(tmp_path, "lines"), *PROCESS)

    assert (found.code, found.failed) == (0, [])


def test_a_bot_of_one_table_is_asked_one_by_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check(capsys, bot_folder(tmp_path, "one", ["--tables", "1"]), *PROCESS)

    assert found.failed == []
    assert found.of("batch")["verdict"] == "skipped"
    assert "one table at once, by its hello" in found.of("batch")["text"]


def test_an_arena_of_one_table_says_that_it_asks_one_by_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_PLAY_TABLES", "1")

    found = check(capsys, SAMPLES / "plumb", *PROCESS)

    assert found.failed == []
    assert found.of("batch")["verdict"] == "skipped"
    assert "one table at once, by play.tables" in found.of("batch")["text"]


# --- bots that are wrong --------------------------------------------------------------------------

MISTAKES = [
    # a bot, the game, the check that it fails, and the rule or page that it is told of
    (mistaken.FOLLOWS_NOTHING, "spades", "answers", "spades.md#sp-10"),
    (mistaken.LEADS_SPADES, "spades", "answers", "spades.md#sp-9"),
    (mistaken.BIDS_TOO_MUCH, "spades", "answers", "spades.md#sp-6"),
    (mistaken.PLAYS_WHAT_IS_GONE, "spades", "answers", "spades.md#sp-5"),
    (mistaken.FALLS_OVER_AT_NIL, "spades", "answers", "protocol.md#giving-up"),
    (mistaken.TAKES_THE_LEFT_BOWER_FOR_PLAIN, "euchre", "answers", "euchre.md#eu-13"),
    (mistaken.KEEPS_SIX_TIMES_ONE, "euchre", "answers", "euchre.md#eu-10"),
    (mistaken.NEVER_PASSES_THE_SUIT_TURNED_DOWN, "euchre", "answers", "euchre.md#e-b1"),
    (mistaken.STAYS, "spades", "goodbye", "protocol.md#goodbye"),
]


@pytest.mark.parametrize(("body", "game", "name", "page"), MISTAKES)
def test_a_mistake_is_found_and_told_with_its_rule(  # noqa: PLR0913, PLR0917  # a table
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    body: str,
    game: str,
    name: str,
    page: str,
) -> None:
    found = check(capsys, wrong_bot(tmp_path, body), *PROCESS, "--game", game)

    assert found.code == 3
    assert found.failed == [name]
    told = found.of(name)["failures"][0]
    assert told["page"].endswith(page)
    assert told["what"]
    assert told["sent"].startswith(("turn: ", "goodbye: "))
    assert told["advice"]


def test_a_bot_that_takes_too_long_is_told_what_its_bank_would_pay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_CLOCK_BANK", "0.5")

    found = check(capsys, wrong_bot(tmp_path, mistaken.DAWDLES), *PROCESS, "--game", "spades")

    assert (found.code, found.failed) == (3, ["bank"])
    assert "it would be forfeited on time" in found.of("bank")["failures"][0]["what"]
    slow = found.of("free-time")
    assert slow["verdict"] == "advice"
    assert slow["figures"]["median"] > 1
    assert found.verdicts["repetition"] == "skipped"  # as all that would only cost time


BREACHES = [
    # what the scripted bot does, the check that it fails, and words of what it is told
    (["--no-hello"], "start", "did not say hello within the start limit of 5 s"),
    (["--crash", "7", "--at", "hello"], "start", "with exit code 7"),
    (["--wrong-game"], "handshake", "expected it to hold 'spades'"),
    (["--wrong-protocol"], "handshake", "hello.protocol was 'arena.v0'"),
    (["--garbage", "missing", "--at", "170"], "batch", "without an answer"),
    (["--garbage", "unset-answer", "--at", "card"], "answers", "is not set"),
    (["--garbage", "wrong-turn", "--at", "20"], "answers", "moves.turn was"),
    (["--garbage", "doubled", "--at", "20"], "answers", "twice"),
    (["--garbage", "second-hello", "--at", "20"], "answers", "was hello, expected moves or bye"),
    (["--illegal", "once", "--at", "card"], "answers", "is not legal here"),
    (["--crash", "9", "--at", "20"], "answers", "with exit code 9"),
    (["--stall", "--at", "20"], "answers", "had not answered turn 20"),
    (["--bye", "--at", "20"], "answers", "scripted to resign"),
    (["--slow", "0.12"], "bank", "would be forfeited on time"),
    (["--late-exit"], "goodbye", "still running"),
]


@pytest.mark.parametrize(("flags", "name", "words"), BREACHES, ids=str)
def test_a_breach_is_found(  # noqa: PLR0913, PLR0917  # a table
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    flags: list[str],
    name: str,
    words: str,
) -> None:
    for variable, value in FAST.items():
        monkeypatch.setenv(variable, value)

    found = check(capsys, bot_folder(tmp_path, "wrong", flags), *PROCESS)

    assert found.code == 3
    assert name in found.failed
    assert words in found.of(name)["failures"][0]["what"]
    after = list(ALL)[list(ALL).index(name) + 1 :]
    if name in {"start", "handshake"}:
        assert {found.verdicts[later] for later in after} == {"skipped"}
        assert "not reached" in found.of("goodbye")["text"]


def test_dice_of_its_own_are_advice_and_no_failure(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check(capsys, wrong_bot(tmp_path, mistaken.THROWS_DICE_OF_ITS_OWN), *PROCESS)

    assert found.code == 0
    assert found.of("repetition")["verdict"] == "advice"


def test_a_folder_that_is_no_bot_fails_its_build(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check(capsys, tmp_path, *PROCESS)

    assert found.code == 3
    assert found.failed == ["build"]
    assert "bot.toml" in found.of("build")["text"]
    assert set(found.verdicts.values()) == {"failed", "skipped"}


@pytest.fixture
def of_euchre(tmp_path: Path) -> Path:
    """The folder of a bot that plays nothing but Euchre."""
    folder = wrong_bot(tmp_path, "")
    manifest = folder / "bot.toml"
    manifest.write_text(manifest.read_text().replace('"spades", ', ""))
    return folder


def test_a_tar_file_is_checked_in_the_game_that_it_names(
    of_euchre: Path, tmp_path: Path, run_directory: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("ARENA_PLAY_RUN_DIRECTORY", str(run_directory))
    archive = tmp_path / "mine.tgz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(of_euchre, "mine")

    found = check(capsys, archive, *PROCESS)

    assert (found.code, found.failed, found.report["game"]) == (0, [], "euchre")
    assert list(run_directory.iterdir()) == []


def test_a_lone_manifest_is_checked_in_the_game_that_it_names(
    of_euchre: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lone = ready(tmp_path, of_euchre, "mine:1")

    found = check(capsys, lone, *PROCESS)

    assert (found.failed, found.report["game"]) == (["build"], "euchre")
    assert "which no plain process can be started from" in found.of("build")["text"]


def ready(tmp_path: Path, folder: Path, image: str) -> Path:
    """Returns a lone manifest that says what the one in `folder` does, of a ready image."""
    lone = tmp_path / "mine.toml"
    lone.write_text((folder / "bot.toml").read_text() + f'image = "{image}"\n')
    return lone


# --- what is printed ------------------------------------------------------------------------------


def still(text: str, *places: Path) -> str:
    """Returns what was printed without what differs from run to run: times, and where it was."""
    for place in places:
        text = text.replace(str(place), "HERE")
    text = re.sub(r"\d+(\.\d+)? s\b", "N s", text)
    text = re.sub(r"\d+(\.\d+)?%", "N%", text)
    return re.sub(r"bots/\S+/bot/", "BOT/", text)


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.usefixtures("narrow")
def test_what_a_good_bot_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    printed = Printed(capsys, "check", SAMPLES / "plumb", *PROCESS)

    assert printed.code == 0
    snapshots.check("check-passed", words_of(printed.out))


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize(
    ("name", "body", "game"),
    [
        ("check-failed", mistaken.FOLLOWS_NOTHING, "spades"),
        ("check-failed-euchre", mistaken.TAKES_THE_LEFT_BOWER_FOR_PLAIN, "euchre"),
    ],
)
def test_what_a_wrong_bot_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, body: str, game: str
) -> None:
    printed = Printed(capsys, "check", wrong_bot(tmp_path, body), *PROCESS, "--game", game)

    assert printed.code == 3
    assert max(map(len, printed.out.splitlines())) <= 80 + len(str(tmp_path))
    snapshots.check(name, words_of(printed.out.replace(str(tmp_path), "HERE")))


def words_of(text: str) -> str:
    """Returns what was printed without the lines whose breaks depend on times."""
    lines, is_free_time = [], False
    for line in still(text).splitlines():
        is_free_time = line.startswith("free-time") or (is_free_time and line.startswith("  "))
        if not is_free_time:
            lines.append(line)
    return "\n".join(lines) + "\n"


def test_verdicts_for_systems_of_ci(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "report.xml"
    folder = wrong_bot(tmp_path, mistaken.FOLLOWS_NOTHING)

    printed = Printed(capsys, "check", folder, *PROCESS, "--junit", file)

    assert printed.code == 3
    (suite,) = ET.parse(file).getroot()  # noqa: S314  # written a moment ago
    cases = {case.get("name"): case for case in suite.iter("testcase")}
    assert list(cases) == [*ALL]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("10", "1", "1")
    failure = cases["answers"].find("failure")
    assert failure is not None
    assert "docs/rules/spades.md#sp-10" in (failure.text or "")
    assert cases["build"].find("skipped") is not None


def test_a_file_that_cannot_be_written_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = tmp_path / "none" / "report.xml"

    printed = Printed(capsys, "check", tmp_path, *PROCESS, "--junit", nowhere)

    assert printed.code == 2
    assert f"cannot write {nowhere}" in printed.err


def test_a_report_is_written_over_by_the_next_one_and_nothing_else_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = tmp_path / "report.xml", wrong_bot(tmp_path, mistaken.FOLLOWS_NOTHING)
    source, others = folder / "bot.py", tmp_path / "others.xml"
    kept = source.read_bytes()
    others.write_text('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n</testsuites>\n')
    file.touch()

    for _ in range(2):
        assert Printed(capsys, "check", tmp_path, *PROCESS, "--junit", file).code == 3
        assert [suite.get("failures") for suite in ET.parse(file).getroot()] == ["1"]  # noqa: S314  # written a moment ago
    for guarded in (source, others):
        refused = Printed(capsys, "check", folder, *PROCESS, "--junit", guarded)
        assert (refused.code, refused.out) == (2, "")
        told = f"{str(guarded)!r} is there already, and is no report of `arena check`: name another"
        assert told in refused.err
    assert source.read_bytes() == kept
    assert others.read_text().endswith("</testsuites>\n")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_check_that_is_broken_off_leaves_nothing(
    tmp_path: Path, run_directory: Path, number: signal.Signals
) -> None:
    folder = bot_folder(tmp_path, "silent", ["--no-hello"])
    command = (sys.executable, "-m", "arena", "check", str(folder), *PROCESS)
    rooms = {**os.environ, "ARENA_PLAY_RUN_DIRECTORY": str(run_directory)}
    with subprocess.Popen(command, env=rooms, stderr=subprocess.PIPE) as checking:
        for _ in range(600):
            if list(run_directory.glob("*/*/bot.sock")) or checking.poll() is not None:
                break
            time.sleep(0.05)
        checking.send_signal(number)
        _, told = checking.communicate(timeout=30)

    assert checking.returncode == 130, told
    assert b"error: interrupted" in told
    assert list(run_directory.iterdir()) == []


# --- leagues --------------------------------------------------------------------------------------


@pytest.fixture
def league(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    place = tmp_path / "league"
    rules = ("--rule", "seats=4", "--rule", "target=100")
    assert Printed(capsys, "init", place, *PROCESS, *rules).code == 0
    return place


def test_the_rules_of_a_league_are_its_own(
    league: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check(capsys, SAMPLES / "plumb", "--league", str(league))

    assert (found.report["sandbox"], found.report["rules"]["seats"]) == ("process", 4)
    refused = Printed(capsys, "check", SAMPLES / "plumb", "--league", league, "--rule", "seats=2")
    assert refused.code == 2
    assert "--league has rules of its own" in refused.err


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_ENTRY_CHECK", "full")


def test_what_passes_is_an_entrant_and_is_told_so(
    league: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for how, bot in (("full", "plumb"), ("start", "random")):
        monkeypatch.setenv("ARENA_ENTRY_CHECK", how)
        printed = Printed(capsys, "submit", "--league", league, SAMPLES / bot)
        assert printed.code == 0
        told.append(f"$ ARENA_ENTRY_CHECK={how} arena submit {bot}\n{printed.out}\n")

    snapshots.check("submitted", re.sub("[0-9a-f]{16}…", "DIGEST…", still("".join(told))))


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize(
    ("body", "words"),
    [
        (mistaken.FOLLOWS_NOTHING, r"does not pass its check: .* is not legal here.*SP-10"),
        (mistaken.FALLS_OVER_AT_NIL, r"does not pass its check: it ended in the middle"),
        (mistaken.STAYS, r"does not pass its check: it was still running"),
        ("import nothing_of_that_name", r"does not start: it ended before .*; it printed:"),
    ],
)
def test_what_does_not_pass_is_refused_and_leaves_nothing(
    tmp_path: Path, league: Path, capsys: pytest.CaptureFixture[str], body: str, words: str
) -> None:
    folder = wrong_bot(tmp_path, body)

    refused = Printed(capsys, "submit", "--league", league, folder)

    assert refused.code == 3
    assert re.search(words, refused.err)
    if "does not start" not in words:
        assert f"`arena check {folder}`" in refused.err
    assert list((league / "submissions").iterdir()) == []
    assert json.loads(Printed(capsys, "entrants", "--league", league, "--json").text) == []


def test_an_operator_may_ask_for_the_start_alone(
    tmp_path: Path,
    league: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("ARENA_ENTRY_CHECK")
    settings = league / "league.toml"
    told = settings.read_text()  # as ARENA_ENTRY_CHECK said when it was made
    assert 'check = "start"' in told
    folder = wrong_bot(tmp_path, mistaken.FOLLOWS_NOTHING)

    settings.write_text(told.replace('check = "start"', 'check = "full"'))
    assert Printed(capsys, "submit", "--league", league, folder).code == 3
    settings.write_text(told)
    assert Printed(capsys, "submit", "--league", league, folder).code == 0


# --- in containers --------------------------------------------------------------------------------


@pytest.mark.docker
def test_a_bot_in_a_container_passes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = check(capsys, bot_folder(tmp_path, "right"))

    assert (found.code, found.failed) == (0, [])
    assert found.of("build")["verdict"] == "passed"
    assert found.report["sandbox"] == "docker"


@pytest.mark.docker
@pytest.mark.parametrize(
    ("flags", "name", "words"),
    [
        (["--crash", "9", "--at", "20"], "answers", "with exit code 9"),
        (["--hog", "--at", "20"], "answers", "more memory than its limit"),
        (["--late-exit"], "goodbye", "still running"),
    ],
)
def test_a_wrong_bot_in_a_container_is_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, flags: list[str], name: str, words: str
) -> None:
    found = check(capsys, bot_folder(tmp_path, "wrong", flags))

    assert (found.code, found.failed) == (3, [name])
    assert words in found.of(name)["failures"][0]["what"]


@pytest.mark.docker
def test_a_dockerfile_that_does_not_build_fails_its_build(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = bot_folder(tmp_path, "wrong")
    (folder / "Dockerfile").write_text("FROM python:3.11-slim\nRUN exit 5\n")

    found = check(capsys, folder)

    assert found.failed == ["build"]
    assert found.of("answers")["text"] == "not reached: the bot could not be built"
    assert found.of("build")["failures"][0]["page"] == "docs/bot-toml.md"


@pytest.mark.docker
def test_a_ready_image_is_checked_in_the_game_that_it_names(
    of_euchre: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = f"arena-test-{secrets.token_hex(6)}:1"
    client = docker.DockerClient(base_url=DEFAULT_URL)
    client.images.build(path=str(of_euchre), tag=name, rm=True, network_mode="host")
    try:
        found = check(capsys, ready(tmp_path, of_euchre, name))
    finally:
        client.images.remove(name, force=True)
        client.close()

    assert (found.code, found.failed, found.report["game"]) == (0, [], "euchre")
    built = found.of("build")
    assert built["text"].startswith(f"the ready image '{name}' is pinned as sha256:")
    assert built["figures"] == {}
