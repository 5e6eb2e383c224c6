"""The programs of the suite as folders and images: one for all, more where a case wants its own."""

import asyncio
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from arena.sandbox.engine import Engine
from arena.sandbox.images import BuildLimits, build, remove_image
from tests.bots import DOCKERFILE, KIT
from tests.hostile.suite.case import HOSTILE, Case

_UNWANTED = shutil.ignore_patterns("__pycache__", "suite", "*.toml")


def make_folder(directory: Path, case: Case) -> Path:
    """Makes the folder in which a case and the honest bots run as processes; returns it."""
    folder = directory / "bots"
    shutil.copytree(HOSTILE / "kit", folder / "kit", ignore=_UNWANTED)
    shutil.copytree(KIT / "arena", folder / "kit" / "arena", ignore=_UNWANTED)
    source = HOSTILE / Path(case.program).parent
    shutil.copytree(source, folder / source.name, ignore=_UNWANTED, dirs_exist_ok=True)
    return folder


class Images:
    """The images of the suite, built when they are first asked for."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._engine = Engine()
        # A label of its own gives each run images of its own, which no other run removes.
        self._labels = {"arena.test": f"hostile {secrets.token_hex(8)}"}
        self._built: dict[Sequence[str], str] = {}

    def of(self, lines: Sequence[str]) -> str:
        """Returns the id of the image whose Dockerfile ends with `lines`."""
        if lines not in self._built:
            self._built[lines] = asyncio.run(self._build(lines))
        return self._built[lines]

    async def _build(self, lines: Sequence[str]) -> str:
        folder = self._directory / f"image-{len(self._built)}"
        shutil.copytree(HOSTILE, folder, ignore=_UNWANTED)
        shutil.copytree(KIT / "arena", folder / "kit" / "arena", ignore=_UNWANTED)
        text = DOCKERFILE % '["python3", "kit/start.py", "kit/honest.py"]'
        (folder / "Dockerfile").write_text(text + "\n".join(lines) + "\n", encoding="utf-8")
        return await build(
            self._engine,
            folder,
            labels=self._labels,
            limits=BuildLimits(network="host"),
            on_line=lambda _line: None,
        )

    async def _remove(self) -> None:
        for image in dict.fromkeys(self._built.values()):
            await remove_image(self._engine, image)

    def close(self) -> None:
        asyncio.run(self._remove())
        self._engine.close()


@contextmanager
def images_in(directory: Path) -> Iterator[Images]:
    """Gives the images of the suite, and removes them in the end."""
    images = Images(directory)
    try:
        yield images
    finally:
        images.close()
