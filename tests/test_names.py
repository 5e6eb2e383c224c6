from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ConfigError
from arena.store import name_key, parse_name
from tests.leagues import create, new_entrant

HARMLESS_NAMES = [
    "plumb",
    "a: b, c; d",
    "\"quoted\" 'twice' `thrice`",
    "👩‍🚀 🇪🇺 🂡",
    "../../etc/passwd",
    "-rf --help",
    "<b>bold</b> [red]rich[/red] {braces} %s",
    "' OR 1=1; DROP TABLE league; --",
    " spaces at both ends ",
    "שלום",  # letters that run from right to left are letters
    "x" * 200,
    "null",
]


@pytest.mark.parametrize("name", HARMLESS_NAMES)
def test_any_other_name_survives(tmp_path: Path, name: str) -> None:
    assert parse_name(name) == name

    with create(tmp_path) as store:
        entrant = store.add_entrant(new_entrant(name))

        assert store.entrant(entrant.id).name == name
        assert store.revisions(name) == (entrant,)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "name '' shows nothing"),
        ("  ", "shows nothing"),
        ("\u200d\ufe0f", "shows nothing"),  # joiners and selectors alone
        ("x" * 201, "has 201 characters: use at most 200"),
        ("a\nb", r"holds a control character \(U\+000A\)"),
        ("a\x1b[2Jb", r"control character \(U\+001B\)"),
        ("a\x00", r"control character \(U\+0000\)"),
        ("a\x9b", r"control character \(U\+009B\)"),
        ("a\u2028b", "a line separator"),
        ("a\u2029b", "a paragraph separator"),
        ("a\u202eb", r"a bidirectional mark \(U\+202E\)"),
        ("a\u200fb", "a bidirectional mark"),
        ("a\u061cb", "a bidirectional mark"),
        ("a\u2067b", "a bidirectional mark"),
        ("a\ud800b", "half of a surrogate pair"),
    ],
)
def test_a_name_that_would_do_harm_is_refused(name: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        parse_name(name)
    assert str(caught.value).isprintable()


def test_names_are_composed() -> None:
    assert parse_name("e\u0301") == "é"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("plumb", "PLUMB"),
        ("plumb", "\uff50\uff4c\uff55\uff4d\uff42"),  # full-width letters
        ("é", "e\u0301"),
        ("strasse", "straße"),
        ("fin", "ﬁn"),  # a ligature
        ("plumb", "pl\u200bumb"),  # a space of no width
        ("plumb", "plumb\u3164"),  # a letter that shows nothing
    ],
)
def test_names_that_count_as_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@given(st.text(max_size=30))
def test_a_name_is_parsed_once_and_for_all(typed: str) -> None:
    with suppress(ConfigError):
        name = parse_name(typed)

        assert parse_name(name) == name
        assert name_key(name_key(name)) == name_key(name) == name_key(typed)
