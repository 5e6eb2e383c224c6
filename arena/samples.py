"""The bots that come with the arena, which lie beside it in its source tree and in a package of it.

Imports nothing of the arena: building that package uses it too.
"""

from collections.abc import Mapping
from pathlib import Path

MANIFEST = "bot.toml"
STARTER = "starter"
"""The folder of a language with what a new bot has of its own, which is no bot itself."""
_PLAYED_BY_NAME = "python"
"""The language whose samples need no building."""


def samples_root() -> Path:
    """Returns the folder with a folder for each language; it may lack where somebody removed it."""
    packed = Path(__file__).parent / "sample_bots"
    return packed if packed.is_dir() else Path(__file__).parents[1] / "sample_bots"


def sample_folders() -> Mapping[str, Path]:
    """Returns the folders of the bots that can be played as they lie there, by name, in order."""
    found = sorted((samples_root() / _PLAYED_BY_NAME).glob(f"*/{MANIFEST}"))
    return {path.parent.name: path.parent for path in found if path.parent.name != STARTER}
