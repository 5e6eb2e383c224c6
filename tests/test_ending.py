"""What an author reads of every way in which a bot can be out, as one page that was read."""

from pathlib import Path

import pytest

from arena.errors import SandboxError
from arena.record import Ender, Verdict
from arena.runner.ending import (
    Ending,
    end_of_life,
    end_of_our_failure,
    ender_of,
    ending_before_hello,
    ending_of_early_end,
    ending_of_farewell,
    ending_of_flood,
    ending_of_hanging,
    ending_of_lost_stream,
    ending_of_timeout,
    ending_of_unread_turn,
    ending_of_unread_welcome,
    ending_without_hello,
    snag_of_missing,
)
from arena.sandbox import Exit
from arena.wire import Farewell
from tests import snapshots

NOWHERE = Path("/nowhere")

ENDINGS: tuple[tuple[str, Ending], ...] = (
    # the start limit
    ("runs on without hello", ending_without_hello(10.0, 10.0)),
    ("ends before hello", ending_before_hello(Exit(1), 0.5, 10.0)),
    (
        "was not built",
        ending_before_hello(Exit(1), 0.5, 10.0, snag_of_missing(["node", "dist/bot.js"], NOWHERE)),
    ),
    ("is killed before hello", ending_before_hello(Exit(139), 0.5, 10.0)),
    ("closes its stream before hello", ending_of_early_end(0.5, 10.0)),
    ("ends before hello for memory", ending_before_hello(Exit(137, oom=True), 0.5, 10.0)),
    ("reads no welcome", ending_of_unread_welcome(10.0, 10.0)),
    # the decision limit and the bank
    ("has a bank left that is too small", ending_of_timeout(7, 3, 3.0, 12.5)),
    ("has no bank left", ending_of_timeout(7, 1, 1.0, 0.0)),
    ("is asked again and has no time", ending_of_timeout(8, 1, 0.0, 0.25)),
    # the grace
    ("hangs", ending_of_hanging(7, 1.0)),
    # in the middle of the sitting
    ("crashes", ending_of_lost_stream(Exit(3))),
    ("crashes by a signal", ending_of_lost_stream(Exit(139))),
    ("ends, and how cannot be known", ending_of_lost_stream(Exit(None))),
    ("uses too much memory", ending_of_lost_stream(Exit(137, oom=True))),
    ("writes too large a file", ending_of_lost_stream(Exit(153))),
    ("closes its stream and runs on", ending_of_lost_stream(Exit(137, stopped_by_arena=True))),
    ("reads no turn", ending_of_unread_turn(7)),
    ("calls for ever", ending_of_flood()),
    ("says bye", ending_of_farewell(Farewell(""))),
    ("says bye and why", ending_of_farewell(Farewell("bored"))),
)


def test_every_ending_is_told_in_words_that_were_read() -> None:
    lines = [f"{name}\n    {ending.verdict.value}: {ending.text}\n" for name, ending in ENDINGS]

    snapshots.check("endings", "\n".join(lines))


@pytest.mark.parametrize(("name", "ending"), ENDINGS, ids=[name for name, _ in ENDINGS])
def test_a_limit_of_time_is_called_by_its_one_name(name: str, ending: Ending) -> None:
    """An author has to know which of the three limits it was, and no other ending names one."""
    names = [word for word in ("start limit", "decision limit", "grace") if word in ending.text]

    assert len(names) <= 1
    assert ("bank" in ending.text) == (ending.verdict is Verdict.TIMEOUT)
    assert bool(names) == (
        ending.verdict is Verdict.TIMEOUT or name in {"runs on without hello", "reads no welcome"}
    )
    assert "\n" not in ending.text


@pytest.mark.parametrize(
    ("exit_state", "ender"),
    [
        (Exit(0), Ender.ITSELF),
        # a bot that kills itself has the code of one that was killed
        (Exit(137), Ender.ITSELF),
        (Exit(137, stopped_by_arena=True), Ender.ARENA),
        # it ended by itself in the moment in which the arena stopped it
        (Exit(0, stopped_by_arena=True), Ender.ITSELF),
        (Exit(None, stopped_by_arena=True), Ender.ARENA),
        (Exit(137, oom=True), Ender.MEMORY),
        # out of memory in the moment in which the arena stopped it
        (Exit(137, oom=True, stopped_by_arena=True), Ender.MEMORY),
        # evidence from outside comes before everything
        (Exit(137, external="its container was removed from outside"), Ender.OUTSIDE),
        (Exit(137, oom=True, external="its container was paused from outside"), Ender.OUTSIDE),
        (Exit(None), Ender.UNKNOWN),
    ],
)
def test_who_ended_a_life(exit_state: Exit, ender: Ender) -> None:
    assert ender_of(exit_state) is ender


def test_a_life_keeps_the_evidence_of_its_end() -> None:
    exit_state = Exit(137, stopped_by_arena=True, stderr="so far so good")
    end = end_of_life(exit_state, ending_of_hanging(7, 1.0), 63.5, 7, "all tables are done")

    assert (end.ender, end.verdict, end.turns, end.seconds) == (
        Ender.ARENA,
        Verdict.TIMEOUT,
        7,
        63.5,
    )
    assert (end.exit_code, end.oom, end.stderr) == (137, False, "so far so good")
    assert end.text.startswith("it still had not answered turn 7")


def test_a_life_that_was_dismissed_did_nothing_wrong() -> None:
    end = end_of_life(Exit(0), None, 63.5, 7, "all tables are done")

    assert (end.ender, end.verdict, end.text) == (Ender.ITSELF, None, "all tables are done")


def test_what_came_from_outside_is_no_verdict_of_the_bot() -> None:
    exit_state = Exit(137, external="its container was removed from outside")
    end = end_of_life(exit_state, ending_of_lost_stream(exit_state), 2.0, 7, "")

    assert (end.ender, end.verdict, end.cause) == (Ender.OUTSIDE, None, exit_state.external)


def test_a_bot_that_never_ran_has_no_length_and_no_exit() -> None:
    ending = Ending(Verdict.NO_CONNECT, "cannot start 'bot': no such file or directory")
    end = end_of_life(None, ending, None, 0, "")

    assert (end.ender, end.seconds, end.exit_code) == (Ender.UNKNOWN, None, None)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "it could not be started, by no fault of its own"),
        (3.0, "it could not be ended, by no fault of its own"),
    ],
)
def test_a_fault_of_ours_is_no_verdict(seconds: float | None, text: str) -> None:
    end = end_of_our_failure(str(SandboxError("the engine is gone")), seconds, 0)

    assert (end.verdict, end.text, end.cause) == (None, text, "the engine is gone")


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (["node", "dist/bot.js"], "dist/bot.js"),
        (["java", "-jar", "target/bot.jar"], "target/bot.jar"),
        (["python3", "there.py", "not-there.py"], "not-there.py"),
        (["python3", "there.py", "-Dfile.name", "0.5", "a b.js", "--x=y.z", "/bin/none.sh"], None),
        (["./bot"], None),  # the system itself says of a program that it is not there
    ],
)
def test_a_file_of_the_command_that_is_missing_is_named(
    tmp_path: Path, command: list[str], missing: str | None
) -> None:
    (tmp_path / "there.py").touch()

    told = snag_of_missing(command, tmp_path)

    assert told == (
        f"; there is no {missing!r} in its folder: build the bot, or mend its command"
        if missing
        else ""
    )
