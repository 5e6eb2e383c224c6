"""The documents: links hold, pages are found, commands run, words are those of the glossary."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pytest

from arena.cli import COMMANDS
from arena.record import Verdict
from tests import conversation

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TOP_PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES = sorted([*TOP_PAGES, *DOCS.rglob("*.md")])
SAMPLES = ROOT / "sample_bots"
INSTALLED = ("__pycache__", "node_modules", "target")
"""What a build leaves beside the samples, and is no part of them."""
READMES = sorted(
    path for path in SAMPLES.rglob("README.md") if not set(INSTALLED).intersection(path.parts)
)

FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (?P<text>.+)$", re.MULTILINE)
RULE = re.compile(r"^(?:- |\| )(?P<id>[A-Z]+-[A-Z]?\d+)\b", re.MULTILINE)
TERM = re.compile(r"\*\*(?P<term>[^*]+)\*\*")


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(page: Path) -> str:
    """Returns the text of `page` without its blocks of code."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def links(page: Path) -> Iterator[str]:
    for match in LINK.finditer(prose(page)):
        yield unquote(match["target"])


def anchors(page: Path) -> set[str]:
    """Returns what a link may name in `page`: its headings, and the rules that it numbers."""
    text = prose(page)
    headings = {
        re.sub(r"[^\w\- ]", "", heading["text"].lower()).replace(" ", "-")
        for heading in HEADING.finditer(text)
    }
    return headings | {rule["id"].lower() for rule in RULE.finditer(text)}


@pytest.mark.parametrize("page", PAGES + READMES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        if link.startswith("https://"):
            continue
        place, _, anchor = link.partition("#")
        target = (page.parent / place).resolve() if place else page

        assert target.exists(), f"{name_of(page)} links to {link}, which is not there"
        if anchor:
            assert anchor in anchors(target), f"{name_of(page)} links to {link}: no such heading"


def test_every_page_is_reachable_from_the_index() -> None:
    reached: set[Path] = set()
    waiting = [DOCS / "index.md"]
    while waiting:
        page = waiting.pop()
        if page.is_dir():  # a link to a folder shows what is in it
            waiting += page.glob("*.md")
        if page in reached or page.suffix != ".md" or not page.is_file():
            continue
        reached.add(page)
        waiting += [(page.parent / link.partition("#")[0]).resolve() for link in links(page)]

    assert set(DOCS.rglob("*.md")) <= reached


@pytest.mark.parametrize("page", PAGES + READMES, ids=name_of)
def test_a_sentence_has_a_line_of_its_own(page: Path) -> None:
    """A line of prose ends where its sentence ends, so that a change shows as what it is."""
    plain = (line for line in prose(page).splitlines() if re.match(r"[A-Z`*\[]", line))
    crowded = [line for line in plain if re.search(r"[a-z)`][.!?] [A-Z]", line)]

    assert not crowded, f"{name_of(page)} has more than one sentence in {crowded}"


def code_that_cites() -> Iterator[tuple[str, str, str]]:
    """Yields (file, page, anchor) wherever the code cites a page."""
    for folder in ("arena", "tests", "sample_bots", "proto"):
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            for page, anchor in re.findall(r"\b(docs/[\w/-]+\.md)(?:#([\w-]+))?", text):
                yield str(path.relative_to(ROOT)), page, anchor


def test_what_the_code_cites_is_there() -> None:
    for path, page, anchor in set(code_that_cites()):
        assert (ROOT / page).is_file(), f"{path} cites {page}, which is not there"
        if anchor:
            assert anchor in anchors(ROOT / page), f"{path} cites {page}#{anchor}"


def test_the_conversation_is_what_the_arena_says() -> None:
    page = conversation.PAGE.read_text(encoding="utf-8")

    assert conversation.renewed(page) == page, "run `python -m tests.conversation`"


# --- words ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def glossary() -> str:
    return (DOCS / "glossary.md").read_text(encoding="utf-8")


def test_a_term_is_explained_once(glossary: str) -> None:
    terms = [match["term"] for match in TERM.finditer(glossary)]

    assert len(terms) == len(set(terms))


def test_every_term_is_in_use(glossary: str) -> None:
    places = [*(ROOT / "arena").rglob("*.py"), *(ROOT / "proto").rglob("*.proto"), *PAGES]
    used = " ".join(
        path.read_text(encoding="utf-8") for path in places if path.name != "glossary.md"
    ).lower()

    idle = [term for term in (m["term"] for m in TERM.finditer(glossary)) if term not in used]

    assert not idle


def test_the_verdicts_are_those_of_the_code(glossary: str) -> None:
    line = next(line for line in glossary.splitlines() if line.startswith("- **verdict**"))

    assert re.findall(r"`([\w-]+)`", line) == [verdict.value for verdict in Verdict]


# --- commands ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A block that the tests carry out: a file that is written or edited, or commands to run."""

    kind: str
    """"run", "file=PATH" or "edit=PATH"."""
    body: str

    @property
    def script(self) -> str:
        """What is typed: the lines after "$ ", with their continuations."""
        typed: list[str] = []
        for line in self.body.splitlines():
            if line.startswith("$ "):
                typed.append(line[2:])
            elif line.startswith("> "):
                typed[-1] += "\n" + line[2:]
        return "\n".join(typed)


def steps(page: Path) -> list[Step]:
    """Returns the blocks marked "console tested", "file=PATH" or "edit=PATH"."""
    found = []
    for fence in FENCE.finditer(page.read_text(encoding="utf-8")):
        words = fence["info"].split()
        files = [word for word in words if word.startswith(("file=", "edit="))]
        if words == ["console", "tested"] or files:
            found.append(Step(files[0] if files else "run", fence["body"]))
    return found


def install_arena(folder: Path) -> None:
    """Makes the command `arena` in `folder`, the one of this source tree."""
    folder.mkdir()
    program = folder / "arena"
    root, python = shlex.quote(str(ROOT)), shlex.quote(sys.executable)
    program.write_text(f'#!/bin/sh\nPYTHONPATH={root} exec {python} -m arena "$@"\n')
    program.chmod(0o755)


def edited(source: str, function: str) -> str:
    """Returns Python source with a function in place of the one of its name."""
    (new,) = ast.parse(function).body
    assert isinstance(new, ast.FunctionDef), "an edit is one function"
    functions = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    (old,) = (node for node in functions if node.name == new.name)
    lines = source.splitlines(keepends=True)
    return "".join([*lines[: old.lineno - 1], function, *lines[old.end_lineno :]])


TESTED = [page for page in PAGES + READMES if steps(page)]


@pytest.mark.parametrize("page", TESTED, ids=name_of)
def test_the_commands_of_a_page_work(page: Path, tmp_path: Path) -> None:
    """Types what the page says, in its order, in a folder with the samples in it."""
    ignored = shutil.ignore_patterns(*INSTALLED)
    shutil.copytree(SAMPLES, tmp_path / "sample_bots", ignore=ignored)
    programs = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    install_arena(tmp_path / "bin")
    for step in steps(page):
        kind, _, path = step.kind.partition("=")
        if path:
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            before = target.read_text(encoding="utf-8") if kind == "edit" else ""
            text = edited(before, step.body) if before else step.body
            target.write_text(text, encoding="utf-8")
            continue
        ended = subprocess.run(
            ["bash", "-euc", step.script],
            cwd=tmp_path,
            env=os.environ | {"PATH": programs, "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert ended.returncode == 0, f"{step.script}\n{ended.stdout}{ended.stderr}"


def test_some_commands_are_tested() -> None:
    assert TESTED


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_shown_to_people(command: str) -> None:
    shown = [page for page in PAGES if f"$ arena {command}" in page.read_text(encoding="utf-8")]

    assert shown, f"no page shows `arena {command}`"


def test_every_block_says_what_it_is() -> None:
    for page in PAGES:
        for fence in FENCE.finditer(page.read_text(encoding="utf-8")):
            if fence["body"].lstrip().startswith("$ "):
                assert fence["info"].startswith("console"), f"{name_of(page)}: {fence[0][:60]}"
