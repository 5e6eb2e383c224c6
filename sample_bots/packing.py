"""Puts the sample bots into a package of the arena, as a part of building it (pyproject.toml).

They lie beside `arena/` in the source tree, where people find them; in a package they are a folder
in it, so that `arena new`, `arena demo` and `arena play mine random careful` work from there too.
"""

import importlib.util
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parents[1]


class BuildPy(build_py):
    """Builds the package with the samples in it; an editable install finds them where they are."""

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for source, target in self._samples():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002  # setuptools' interface
        samples = [] if self.editable_mode else [str(target) for _, target in self._samples()]
        return [*super().get_outputs(include_bytecode), *samples]

    def get_source_files(self) -> list[str]:
        samples = (str(source.relative_to(ROOT)) for source, _ in self._samples())
        return [*super().get_source_files(), *samples, str(Path(__file__).relative_to(ROOT))]

    def _samples(self) -> Iterator[tuple[Path, Path]]:
        """Yields each file of the samples that somebody wrote, with where it goes."""
        root = ROOT / "sample_bots"
        target = Path(self.build_lib) / "arena" / "sample_bots"
        samples = _arena_samples()
        for folder in sorted(path for path in root.glob("*/*/") if path.name != "__pycache__"):
            place = target / folder.relative_to(root)
            yield from ((folder / path, place / path) for path in samples.source_files(folder))


def _arena_samples() -> ModuleType:
    """Returns `arena.samples`, without the rest of the arena, whose packages may not be there."""
    spec = importlib.util.spec_from_file_location("samples", ROOT / "arena" / "samples.py")
    assert spec is not None, "a file of Python has a loader"
    assert spec.loader is not None, "a file of Python has a loader"
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
