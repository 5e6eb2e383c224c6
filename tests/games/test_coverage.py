"""The page of what the tests cover: nothing is left out, and every test that it names is there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from arena.games import GAMES, parse_rules

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
PAGE = (RULES / "coverage.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)
ROWS = re.findall(r"^\| (?!-)(.+?) \| (`.+`) \|$", PAGE, re.MULTILINE)
COVERED = [what for what, _ in ROWS]
WRONGS = 22
"""How many mistakes of other programs are known."""


def section(title: str) -> list[str]:
    """Returns what has a row under a heading."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"there is no heading {title!r}"
    return re.findall(r"^\| (?!-)(.+?) \| `.+` \|$", found[1], re.MULTILINE)


@cache
def names_in(path: Path) -> frozenset[str]:
    """Returns the names of the tests of a file, those in classes too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    names = [node.name for node in ast.walk(tree) if isinstance(node, kinds)]
    return frozenset(name for name in names if name.startswith("test_"))


@pytest.mark.parametrize(("path", "name"), sorted(set(NAMED)), ids=lambda part: part)
def test_a_test_that_the_page_names_is_there(path: str, name: str) -> None:
    assert (ROOT / path).is_file()
    assert name in names_in(ROOT / path)


def test_every_row_names_tests_and_nothing_else() -> None:
    for what, cell in ROWS:
        for word in cell.split(", "):
            assert re.fullmatch(r"`tests/[\w/]+\.py::test_\w+`", word), f"{what}: {word}"


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_a_row(game: str) -> None:
    options = parse_rules(game, {}).to_json()

    assert section(f"Options of {game.title()}") == [f"`{name}`" for name in options]


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_has_a_row(game: str) -> None:
    letter = game[0].upper()
    page = (RULES / f"{game}.md").read_text(encoding="utf-8")
    rulings = {name.upper() for name in re.findall(rf'<a id="({letter.lower()}-\w+)">', page)}

    rows = section(f"Rulings of {game.title()}")

    assert rulings
    assert set(rows) == rulings
    assert len(rows) == len(rulings)


def test_every_page_of_rules_is_looked_at() -> None:
    assert {path.stem for path in RULES.glob("*.md")} == {*GAMES, "coverage"}


def test_every_mistake_of_others_has_a_row_of_its_own() -> None:
    wrongs = section("What other programs got wrong")

    assert len(set(wrongs)) == len(wrongs) == WRONGS


def test_no_row_stands_outside_the_sections() -> None:
    titles = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)

    assert [what for title in titles for what in section(title)] == COVERED
