"""From a folder with a bot in it to an entrant: manifest, stored copy, image, admission check."""

from arena.submissions.admission import Admission, Build, Check, Discard, Pin, admit
from arena.submissions.folder import StoredFolder, digest_of, store_copy
from arena.submissions.handed_in import handed_in
from arena.submissions.manifest import MANIFEST, STDIO, Manifest, read_manifest

__all__ = [
    "MANIFEST",
    "STDIO",
    "Admission",
    "Build",
    "Check",
    "Discard",
    "Manifest",
    "Pin",
    "StoredFolder",
    "admit",
    "digest_of",
    "handed_in",
    "read_manifest",
    "store_copy",
]
