"""The rules page: what the code cites is there, and its options are those of the engine."""

import json
import re
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.games.spades.rules import SpadesRules

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules" / "spades.md").read_text("utf-8")
ANCHORS = re.findall(r'<a id="([^"]+)"></a>', PAGE)
CITING = sorted(
    [*(ROOT / "arena" / "games").rglob("*.py"), *(ROOT / "tests" / "games").glob("*.py")]
)


def test_every_rule_has_one_anchor_and_stands_in_order() -> None:
    rules = [anchor for anchor in ANCHORS if anchor.startswith("sp-")]

    assert rules == [f"sp-{number}" for number in range(1, len(rules) + 1)]
    assert len(set(ANCHORS)) == len(ANCHORS)


@pytest.mark.parametrize("path", CITING, ids=lambda path: path.stem)
def test_what_the_code_cites_is_on_the_page(path: Path) -> None:
    text = path.read_text("utf-8")
    cited = re.findall(r"rules/spades\.md#([a-z0-9-]+)", text)
    cited += [name.lower() for name in re.findall(r"\b(SP-\d+|S-[BLNRED]\d)\b", text)]

    assert set(cited) <= set(ANCHORS)


def test_the_rules_are_cited() -> None:
    code = "".join(path.read_text("utf-8") for path in CITING)

    assert len(set(re.findall(r"rules/spades\.md#([a-z0-9-]+)", code))) > 10


ROWS = re.findall(r"^\| `([a-z_]+)` \| (.*?) \| (.*?) \| (.*?) \|$", PAGE, re.MULTILINE)


def test_the_table_of_options_has_them_in_order() -> None:
    assert [name for name, *_ in ROWS] == list(SpadesRules().to_json())


@pytest.mark.parametrize(("column", "profile"), [(2, "carry"), (3, "reset")])
def test_the_table_says_what_holds_in_each_profile(column: int, profile: str) -> None:
    rules = SpadesRules.parse({"profile": profile}).to_json()

    assert {row[0]: row[column] for row in ROWS} == {
        name: f"`{json.dumps(value)}`" for name, value in rules.items()
    }


def test_the_table_says_what_an_option_may_be() -> None:
    for name, allowed, *_ in ROWS:
        values = [json.loads(text) for text in re.findall(r"`([^`]+)`", allowed) if "N" not in text]
        for value in values:
            assert SpadesRules.parse({name: value}).to_json()[name] == value
        if name in ("target", "max_deals"):
            with pytest.raises(ConfigError, match=f"must be a whole number from {allowed}"):
                SpadesRules.parse({name: 0})
        elif name != "length":
            with pytest.raises(ConfigError) as error:
                SpadesRules.parse({name: "neither"})
            told = str(error.value).partition("it must be ")[2].replace("'", '"')
            assert [json.loads(word) for word in re.split(r", | or ", told)] == values
