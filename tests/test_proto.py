"""The protocol: generated code is current, and buf has nothing against its form."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROTO = ROOT / "proto"
PLACES = (ROOT, ROOT / "sample_bots/python/kit")
COPIES = sorted(path.relative_to(ROOT) for path in ROOT.glob("sample_bots/*/*/proto"))
"""What bots of other languages hand in of the protocol."""
GENERATED = ("*_pb2.py", "*_pb2.pyi", "*_pb2_grpc.py", "*_pb2_grpc.pyi")
ENVIRONMENT = os.environ | {
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
}
"""With the programs that were installed beside this Python."""


def generated(place: Path) -> dict[str, str]:
    """Returns the generated files below `place` by their path in it."""
    package = place / "arena" / "v1"
    paths = {path for pattern in GENERATED for path in package.glob(pattern)}
    return {str(path.relative_to(place)): path.read_text(encoding="utf-8") for path in paths}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the compiler makes of the protocol now."""
    place = tmp_path_factory.mktemp("generated")
    outputs = [f"--{kind}_out={place}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
    sources = sorted(str(path) for path in PROTO.rglob("*.proto"))
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *outputs, *sources]
    subprocess.run(command, check=True, env=ENVIRONMENT)
    return generated(place)


@pytest.mark.parametrize("place", PLACES, ids=["arena", "kit"])
def test_generated_code_is_current(place: Path, fresh: dict[str, str]) -> None:
    committed = generated(place)

    stale = sorted(name for name in fresh | committed if fresh.get(name) != committed.get(name))

    assert not stale, f"{stale} below {place} are not what proto/ gives: run `make proto`"


def protocol(place: Path) -> dict[str, str]:
    """Returns the files of the protocol below `place` by their path in it."""
    paths = place.rglob("*.proto")
    return {str(path.relative_to(place)): path.read_text(encoding="utf-8") for path in paths}


@pytest.mark.parametrize("copy", COPIES, ids=str)
def test_a_copy_of_the_protocol_is_current(copy: Path) -> None:
    assert protocol(ROOT / copy) == protocol(PROTO), f"{copy} is not proto/: run `make proto`"


def test_every_file_of_the_protocol_gives_code(fresh: dict[str, str]) -> None:
    sources = {path.relative_to(PROTO).with_suffix("") for path in PROTO.rglob("*.proto")}

    assert sources
    assert len(fresh) == len(sources) * len(GENERATED)


@pytest.mark.parametrize(
    "command",
    [
        ("lint",),  # names, layout, and a comment on everything
        ("format", "--diff", "--exit-code"),
    ],
    ids=["lint", "format"],
)
def test_buf_has_nothing_against_it(command: tuple[str, ...]) -> None:
    ended = subprocess.run(
        ["buf", *command], cwd=PROTO, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )

    assert ended.returncode == 0, ended.stdout + ended.stderr
