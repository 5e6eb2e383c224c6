"""The files around the code: pins, the top level, and what must stand nowhere."""

import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
ALLOWED = {
    "pyproject.toml",
    "arena",
    "proto",
    "sample_bots",
    "tests",
    "compose.yaml",
    "docs",
    "README.md",
    "Makefile",
    "LICENSE",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "constraints.txt",
}
NOWHERE = {  # each written so that it does not find itself
    "the host of a package registry": re.compile(
        r"\b(py[p]i\.org|pythonhos[t]ed\.org|n[p]mjs\.org|cra[t]es\.io|proxy\.go[l]ang\.org)"
    ),
    "the address of a package registry": re.compile(
        r"registry\+htt[p]s?:|https?://[^ \"]*(/sim[p]le|/mav[e]n2|-regis[t]ry|regis[t]ry\.)"
    ),
    "a path of one machine": re.compile(r"(?<![\w.])/(w[o]rk|f[a]rm)/|/r[o]ot/\.|/h[o]me/\w"),
}


def tracked_files() -> list[Path]:
    """Returns the files that a clone has, whoever owns it."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone, so what belongs to it cannot be told from what does not")
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    return {canonicalize_name(name): version for name, _, version in map(split_pin, lines)}


def split_pin(line: str) -> tuple[str, str, str]:
    name, equals, version = line.partition("==")
    assert equals, f"{line!r} in constraints.txt is no pin, expected name==version"
    return name, equals, version


def needed(requirements: Iterable[str]) -> Iterator[str]:
    """Yields the names of all packages that `requirements` bring with them here."""
    seen: set[tuple[str, str]] = set()
    waiting = [Requirement(text) for text in requirements]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        for extra in ("", *requirement.extras):
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            yield name
            further = map(Requirement, distribution(name).requires or ())
            waiting += [
                each
                for each in further
                if each.marker is None or each.marker.evaluate({"extra": extra})
            ]


@pytest.fixture(scope="module")
def project_needs() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return set(needed(project["dependencies"] + project["optional-dependencies"]["dev"]))


def test_every_package_is_pinned_at_what_is_installed(project_needs: set[str]) -> None:
    installed = {name: distribution(name).version for name in project_needs}

    assert {name: pins().get(name) for name in installed} == installed


def test_nothing_is_pinned_that_nothing_needs(project_needs: set[str]) -> None:
    assert pins().keys() <= project_needs


def test_the_compiler_of_the_protocol_is_as_old_as_its_runtime() -> None:
    """Stubs refuse a runtime that is older than the compiler which made them."""
    assert pins()["grpcio"] == pins()["grpcio-tools"]


def test_the_top_level_holds_what_it_may() -> None:
    names = {path.relative_to(ROOT).parts[0] for path in tracked_files()}

    assert {name for name in names if not name.startswith(".")} <= ALLOWED


@pytest.mark.parametrize("what", NOWHERE)
def test_no_file_holds(what: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
        for path in tracked_files()
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").splitlines(), 1)
        if NOWHERE[what].search(line)
    ]

    assert not found, f"{what} stands in {found}"


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("the host of a package registry", "see https://py·pi.org/project/click"),
        ("the address of a package registry", "index = https://example.net/sim·ple"),
        ("a path of one machine", "cd /wo·rk/main"),
    ],
)
def test_the_search_would_find(what: str, line: str) -> None:
    assert NOWHERE[what].search(line.replace("·", ""))


def test_make_says_what_it_can_do() -> None:
    shown = subprocess.run(
        ["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout

    for target in ("demo", "check", "test", "bench", "proto", "clean"):
        assert f"make {target} " in shown


def test_the_ci_script_is_right_bash() -> None:
    subprocess.run(["bash", "-n", ROOT / ".ci" / "run"], check=True)


def bench(*parts: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.bench", *parts]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_benchmark_prints_its_figure_beside_its_floor() -> None:
    ended = bench("command")

    assert ended.returncode == 0, ended.stderr
    assert re.search(r"arena --help .* < 0\.3 s: (met|NOT MET)", ended.stdout)


def test_a_benchmark_that_is_not_there_is_named() -> None:
    ended = bench("luck")

    assert ended.returncode != 0
    assert ended.stderr.startswith("no benchmark 'luck': name some of play, engine,")


@pytest.mark.parametrize(
    "part", ["command", "engine", "lines", "memory", "play", "ratings", "standings", "starts"]
)
def test_a_benchmark_finds_what_it_measures(part: str) -> None:
    """The long ones are not run here; what they import has to be there."""
    assert callable(importlib.import_module(f"tests.bench.{part}").rows)
