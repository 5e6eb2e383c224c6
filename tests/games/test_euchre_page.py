"""The rules page of Euchre: what the code cites is there, and its options are the engine's."""

import json
import re
from pathlib import Path

import pytest

from arena.games.euchre.rules import EuchreRules

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules" / "euchre.md").read_text("utf-8")
ANCHORS = re.findall(r'<a id="([^"]+)"></a>', PAGE)
RULINGS = "E-T2 E-T3 E-D0 E-P1 E-P2 E-P3 E-P4 E-P5 E-B1 E-B4 E-L1 E-L2 E-S1 E-S4 E-E1 E-D1 E-D2"
CITING = sorted(
    [
        *(ROOT / "arena" / "games").rglob("*.py"),
        *(ROOT / "tests" / "games").glob("*.py"),
        *(ROOT / "tests" / "checker").glob("*.py"),
    ]
)


def test_every_rule_has_one_anchor_and_stands_in_order() -> None:
    rules = [anchor for anchor in ANCHORS if anchor.startswith("eu-")]

    assert rules == [f"eu-{number}" for number in range(1, len(rules) + 1)]
    assert len(set(ANCHORS)) == len(ANCHORS)


def test_every_ruling_is_on_the_page() -> None:
    rulings = [anchor for anchor in ANCHORS if anchor.startswith("e-")]

    assert rulings == [name.lower() for name in (*RULINGS.split(), "E-I1", "E-R1")]


@pytest.mark.parametrize("path", CITING, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_the_code_cites_is_on_the_page(path: Path) -> None:
    text = path.read_text("utf-8")
    cited = re.findall(r"rules/euchre\.md#([a-z0-9-]+)", text)
    cited += [name.lower() for name in re.findall(r"\b(EU-\d+|E-[A-Z]\d)\b", text)]

    assert set(cited) <= set(ANCHORS)


def test_most_rules_are_cited() -> None:
    code = "".join(path.read_text("utf-8") for path in CITING if path.parent.name == "euchre")
    cited = set(re.findall(r"rules/euchre\.md#([a-z0-9-]+)", code))
    cited |= {name.lower() for name in re.findall(r"\b(EU-\d+|E-[A-Z]\d)\b", code)}

    assert len(cited) > 20


def test_the_table_of_options_has_them_in_order() -> None:
    options = re.findall(r"^\| `([a-z_]+)` \| (.*?) \|", PAGE, re.MULTILINE)

    assert [name for name, _ in options] == list(EuchreRules().to_json())


def test_the_table_says_what_holds_unless_given() -> None:
    for name, value in EuchreRules().to_json().items():
        text = re.escape(json.dumps(value))
        assert re.search(rf"^\| `{name}` \|.*\| `{text}`.*\|$", PAGE, re.MULTILINE), name
