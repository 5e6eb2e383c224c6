"""Which images a Dockerfile may take from."""

from pathlib import Path

import pytest

from arena.errors import SubmissionError
from arena.samples import samples_root
from arena.submissions.dockerfile import check_dockerfile

ID = "f2c5d05d7788"
BY_ID = "takes the image '[^']+' by its id"
DOUBLING = "\n".join(f"ARG A{n + 1}=$A{n}$A{n}" for n in range(50))
UNTOLD = "it cannot be told which image that is"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"FROM {ID}", BY_ID),
        ("FROM f2c", BY_ID),  # the engine takes any beginning that only one image has
        ("FROM 0", BY_ID),
        (f"FROM sha256:{ID}", BY_ID),
        (f"from --platform=linux/amd64 {ID} as x", BY_ID),
        (f"FROM {ID[:4]}\\\n{ID[4:]}", BY_ID),
        (f"ARG A={ID}\nFROM $A", BY_ID),
        (f'ARG X=1 A="{ID[:5]}"\nARG B=${{A}}7\nFROM ${{B}}${{NONE}}88', BY_ID),
        (f"ARG A=x:1\nARG A={ID}\nFROM $A", UNTOLD),
        ('ARG A="z B=zz"\nFROM f2c${B}5d0', UNTOLD),
        (f"FROM ${{A:-{ID}}}", UNTOLD),
        (f"FROM '{ID}'", UNTOLD),
        (f'FROM --platform="a b" {ID}', UNTOLD),
        (f"FROM x:1\nCOPY --from={ID} / /", BY_ID),
        (f'FROM x:1\nCOPY --chown=0:0 --fr"om"=sha256:{ID} / /', BY_ID),
        (f"FROM x:1\nONBUILD COPY --from={ID} / /", BY_ID),
        (f"FROM x:1\nCOPY --from={'1' * 20} / /", BY_ID),  # too large for the number of a stage
        (f"FROM x:1\nRUN --mount=type=bind,from={ID},target=/x true", BY_ID),
        ("FROM x:1 AS abc\nCOPY --from=abc / /", BY_ID),  # which is not there yet
        ("FROM x:1\nCOPY --from=abc / /\nFROM x:1 AS abc", BY_ID),
        (f"ARG A0=x\n{DOUBLING}\nFROM $A50", UNTOLD),
    ],
)
def test_no_image_is_taken_by_its_id(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "Dockerfile"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(SubmissionError, match=words):
        check_dockerfile(path, "")


@pytest.mark.parametrize(
    "text",
    [
        "FROM abc123:1",
        "FROM x@sha256:" + "0" * 64,
        "FROM x:1 AS ABC123\nFROM abc123 AS d\nFROM scratch\nCOPY --from=Abc123 / /",
        "FROM x:1\nFROM x:1\nCOPY --from=0 --chown=0 / /",
        "ARG BASE=debian:bookworm-slim\nFROM ${BASE}\nARG X='a b'\nCOPY --from=me/mine:1 / /",
    ],
)
def test_names_tags_and_stages_are_taken(tmp_path: Path, text: str) -> None:
    path = tmp_path / "Dockerfile"
    path.write_text(text, encoding="utf-8")

    check_dockerfile(path, "")


def test_the_dockerfiles_of_all_samples_are_taken() -> None:
    found = [*samples_root().rglob("Dockerfile")]

    assert found
    for path in found:
        check_dockerfile(path, "")
