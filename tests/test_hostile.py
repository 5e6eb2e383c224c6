"""The hostile suite itself: its cases can be read, they cover everything, and it can fail."""

import asyncio
import os
import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from arena.record import Ender, LifeEnd
from tests.doubles import MemoryJournal
from tests.hostile.suite.case import (
    HOSTILE,
    Case,
    Kind,
    Sandboxes,
    forms_of,
    phrases,
    read_case,
    read_cases,
)
from tests.hostile.suite.kept import unclean
from tests.hostile.suite.leftovers import peak_watched
from tests.hostile.suite.quiet import quiet

REPOSITORY = Path(__file__).parents[1]


def _elsewhere() -> dict[str, list[str]]:
    return tomllib.loads((HOSTILE / "elsewhere.toml").read_text(encoding="utf-8"))


def test_every_case_can_be_read_and_there_are_a_hundred() -> None:
    cases = read_cases()

    assert len(cases) >= 100
    assert all(case.text.endswith(".") for case in cases)


@pytest.mark.parametrize(
    ("kind", "phrase"), [(kind, phrase) for kind in Kind for phrase in phrases()[kind]]
)
def test_every_kind_of_attack_is_covered(kind: Kind, phrase: str) -> None:
    covering = [case.name for case in read_cases() if case.kind is kind and phrase in case.covers]

    assert covering + _elsewhere().get(phrase, [])


def test_what_is_covered_elsewhere_is_a_phrase_and_a_test() -> None:
    known = {*chain.from_iterable(phrases().values())}
    for phrase, tests in _elsewhere().items():
        assert phrase in known
        for test in tests:
            path, _, name = test.partition("::")
            text = (REPOSITORY / path).read_text(encoding="utf-8")
            assert re.search(rf"^(async )?def {name}\(", text, re.MULTILINE), test


def test_cases_of_time_and_protocol_are_played_as_processes_too() -> None:
    """All but those that need what only a container has."""
    for case in read_cases():
        if case.kind in (Kind.PROTOCOL, Kind.TIME):
            assert Sandboxes.PROCESS in case.sandboxes, case.name


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('kind = "magic"', "magic"),  # no such kind
        ('covers = ["being nice"]', "being nice"),  # no such phrase
        ("covers = []", "phrases"),  # covers nothing
        ('verdict = "annulled"', "annulled"),  # never a bot's
        ('allowed = ["crashed"]', "why"),  # without a reason
        ('proof = ""', "proof"),  # nothing shows that it took place
        ('needs = ["luck"]', "luck"),  # no such need
        ("seconds = 0", "seconds"),
        ('bot = "nothing/bot.py"', "nothing/bot.py"),
        ('colour = "red"', "colour"),  # no such key
        ("clock = { hours = 3 }", "clock"),
    ],
)
def test_a_case_that_is_wrong_is_refused(line: str, words: str, tmp_path: Path) -> None:
    good = {
        "kind": '"container"',
        "covers": '["signals"]',
        "text": '"It is refused."',
        "verdict": '"ok"',
        "proof": '"deed"',
        "bot": '"kit/honest.py"',
    }
    key, _, value = line.partition(" = ")
    toml = "\n".join(f"{name} = {text}" for name, text in {**good, key: value}.items())
    (tmp_path / "case.toml").write_text(toml, encoding="utf-8")

    with pytest.raises(ValueError, match=words):
        read_case(tmp_path)


def test_a_case_in_forms_is_played_once_in_each(tmp_path: Path) -> None:
    toml = """
        kind = "container"
        covers = ["exit codes of every kind"]
        text = "It crashed."
        verdict = "crashed"
        evidence = "code {form}"
        bot = "kit/honest.py"
        arguments = ["end"]
        forms = ["0", "137"]
    """
    (tmp_path / "case.toml").write_text(toml, encoding="utf-8")

    first, second = forms_of(read_case(tmp_path))

    assert (first.arguments, second.arguments) == (("end", "0"), ("end", "137"))
    assert second.name == f"{tmp_path.name}[137]"
    assert second.evidence == "code 137"


def test_a_case_that_is_right_has_usual_limits(tmp_path: Path) -> None:
    toml = """
        kind = "time"
        covers = ["endless loop"]
        text = "It is ended."
        verdict = "timeout"
        evidence = "turn"
        bot = "kit/honest.py"
        clock = { bank = 0.5 }
    """
    (tmp_path / "case.toml").write_text(toml, encoding="utf-8")

    case: Case = read_case(tmp_path)

    assert case.repeats == 3
    assert case.clock.bank == 0.5
    assert case.clock.per_decision == 1.0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one\ntwo", "\\n"),  # a sentence is one line
        ("\x1b[31mred", "\\x1b"),
        ("\u202etxt.exe", "\\u202e"),
        ("x" * 5000, "5000 characters"),
    ],
)
def test_a_text_that_is_kept_unclean_is_found(text: str, words: str) -> None:
    kept = MemoryJournal(lives={"e1": [LifeEnd(Ender.ITSELF, text), LifeEnd(Ender.ITSELF, "♠")]})

    (found,) = unclean(kept)

    assert words in found


def test_what_the_arena_writes_on_its_error_output_is_found() -> None:
    problems = list[str]()
    with quiet(problems):
        pass
    assert problems == []

    with quiet(problems):
        os.write(2, b"E1130 chatter")

    assert problems == ["the arena wrote 13 characters: 'E1130 chatter'"]


async def test_what_the_arena_takes_for_a_moment_is_found() -> None:
    problems = list[str]()
    async with peak_watched(problems):
        await asyncio.sleep(0)
    assert problems == []

    held = list[int]()
    async with peak_watched(problems):
        await asyncio.sleep(0)  # it takes its first look
        held += [os.dup(2) for _ in range(120)]
    for file in held:
        os.close(file)

    assert problems == ["the arena had 120 more descriptors open at one time"]
