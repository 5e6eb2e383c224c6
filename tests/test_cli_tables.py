"""How tables and numbers look to people."""

import io

import pytest
from rich.console import Console

from arena.cli.output import Column, Form, Sheet, print_sheet, tables_of
from arena.cli.words import count_text, duration_text


def _lines(sheet: Sheet, width: int) -> list[str]:
    console = Console(width=width, file=io.StringIO(), markup=False, emoji=False, highlight=False)
    with console.capture() as captured:
        console.print(*tables_of(sheet, width), sep="\n")
    return captured.get().splitlines()


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_name_is_lost_at_any_width(width: int) -> None:
    name = "a: “b”, c [red]d[/red] " * 6
    sheet = Sheet(
        (Column("n", "#", is_number=True), Column("name", "name")), [{"n": 1, "name": name}]
    )

    lines = _lines(sheet, width)

    assert all(len(line) <= width for line in lines)
    assert "".join("".join(lines[2:]).split()) == "1" + "".join(name.split())


@pytest.mark.parametrize(
    ("width", "parts"),
    [
        (40, 3),  # two numbers beside a name
        (60, 2),
        (80, 1),
    ],
)
def test_a_table_too_wide_is_cut_into_parts_that_all_say_who(width: int, parts: int) -> None:
    numbers = {f"n{number}": f"{number}234.56" for number in range(6)}
    columns = (
        Column("place", "#", is_number=True, is_lead=True),
        Column("name", "name", is_lead=True),
        *(Column(key, key, is_number=True) for key in numbers),
    )
    name = "the-longest-name-of-all"

    lines = _lines(Sheet(columns, [{"place": 1, "name": name, **numbers}]), width)

    assert all(len(line) <= width for line in lines)
    assert sum(line.startswith("1  the-longest") for line in lines) == parts
    assert [word for word in " ".join(lines).split() if word in numbers.values()] == [
        *numbers.values()
    ]


def test_a_pipe_gets_whole_lines(capsys: pytest.CaptureFixture[str]) -> None:
    print_sheet(Sheet((Column("name", "name"),), [{"name": "x" * 5000}]), Form.TABLE)

    assert capsys.readouterr().out.splitlines()[-1] == "x" * 5000


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (59.4, "59 s"), (60, "1 min 0 s"), (3725, "1 h 2 min"), (90_000, "1 d 1 h")],
)
def test_durations(seconds: float, text: str) -> None:
    assert duration_text(seconds) == text


def test_counts() -> None:
    assert count_text(1, "match", "matches") == "1 match"
    assert count_text(2000, "match", "matches") == "2,000 matches"
