"""The protocol: generated code is current, and buf has nothing against its form."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

ROOT = Path(__file__).parents[1]
PROTO = ROOT / "proto"
PLACES = (ROOT, ROOT / "sample_bots/python/kit")
COPIES = sorted(path.relative_to(ROOT) for path in ROOT.glob("sample_bots/*/*/proto"))
"""What bots of other languages hand in of the protocol."""
GO = ROOT / "sample_bots/go/plumb/arenav1"
STALE_GO = f"{GO} is not what proto/ gives: run `make proto` with Go on the PATH"
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


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> list[FileDescriptorProto]:
    """What the compiler hands to its plugins now: every file, with its comments."""
    target = tmp_path_factory.mktemp("described") / "set"
    options = ["--include_source_info", f"--descriptor_set_out={target}"]
    sources = sorted(str(path) for path in PROTO.rglob("*.proto"))
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *options, *sources]
    subprocess.run(command, check=True)
    return list(FileDescriptorSet.FromString(target.read_bytes()).file)


def test_the_code_in_go_is_current(described: list[FileDescriptorProto]) -> None:
    """Looked at without Go: the code holds each file's descriptor, and the comments as they are."""
    assert described
    for file in described:
        sources = sorted(GO.glob(f"{Path(file.name).stem}*.pb.go"))
        code = "".join(source.read_text(encoding="utf-8") for source in sources)
        comments = [info.leading_comments for info in file.source_code_info.location]
        lines = [f"//{line}\n" for comment in comments for line in comment.splitlines()]
        file.ClearField("source_code_info")

        assert FileDescriptorProto.FromString(raw_descriptor(code)) == file, STALE_GO
        assert lines
        assert not [line for line in lines if line not in code], STALE_GO


def raw_descriptor(code: str) -> bytes:
    """Returns the bytes of the text in Go, a quoted line for each of the file's, that has it."""
    literal = re.search(r'_rawDesc = ""((?: \+\n\t".*")+)', code)
    assert literal is not None
    text = "".join(re.findall(r'^\t"(.*)"', literal[1], re.MULTILINE))
    return b"".join(map(go_bytes, re.findall(r"\\x..|\\u.{4}|\\U.{8}|\\.|[^\\]", text)))


def go_bytes(sign: str) -> bytes:
    r"""Returns the bytes of one sign in a text in Go, as in `a`, `\n`, `\x00` and `\u00e9`."""
    if sign.startswith("\\x"):
        return bytes.fromhex(sign[2:])
    return sign.encode().decode("unicode_escape").encode() if sign[0] == "\\" else sign.encode()


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
