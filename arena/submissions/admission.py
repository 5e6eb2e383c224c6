"""Whether a bot may join a league: everything that is checked, in order, and what comes of it."""

import os
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.errors import SubmissionError
from arena.moments import Moment, reached
from arena.store import Entrant, NewEntrant, SandboxKind, is_for_another, name_key
from arena.submissions.dockerfile import DOCKERFILE, IGNORED, check_dockerfile, check_ignored
from arena.submissions.folder import StoredFolder, store_copy
from arena.submissions.handed_in import handed_in
from arena.submissions.manifest import MANIFEST, Manifest, read_manifest

_MOST_NAMED = 8
_LONGEST_NAMED = 40
_OTHERWISE = (
    f"name a ready image in {MANIFEST}, or submit it to a league of plain processes with "
    "--sandbox process"
)

Build = Callable[[Path], Awaitable[str]]
"""Builds the image of a stored folder and returns its id.

Raises SubmissionError for a fault of the author's. It is `arena.sandbox.images.build` with the
operator's limits.
"""

Pin = Callable[[str], Awaitable[str]]
"""Returns the id of a ready image of that name, which the engine has and may be played with.

Raises SubmissionError if it is not there or cannot be. It is `arena.sandbox.ready.pin` with the
operator's limits.
"""

Discard = Callable[[str], Awaitable[None]]
"""Removes the image of a bot that is not admitted, unless an entrant has the same."""

Check = Callable[[NewEntrant, Path], Awaitable[None]]
"""Starts the bot once, out of the stored folder or its image, and hears its Hello.

Raises SubmissionError if the bot does not come.
"""


@dataclass(frozen=True, slots=True)
class Admission:
    """How a league admits bots."""

    game: str
    sandbox: SandboxKind
    submissions: Path
    """Where stored copies are kept."""
    earlier: Callable[[str], Sequence[Entrant]]
    """Returns the revisions of a name that there are already."""
    build: Build
    """Not used for plain processes."""
    pin: Pin
    """Used for bots that are ready images."""
    discard: Discard
    check: Check
    entrants_of: Callable[[str], Sequence[Entrant]] | None = None
    """Returns the entrants of an author; None where an author may have several names in."""


async def admit(path: Path, admission: Admission) -> NewEntrant:
    """Returns the bot at `path` as an entrant that may be added; the caller holds the lock.

    It is a folder, a tar file of one, or a lone bot.toml of a ready image. Raises SubmissionError
    with the first reason against it; then nothing is left behind, but for a copy that an entrant
    with the same content had lost.
    """
    with handed_in(path, admission.submissions) as folder:
        manifest = read_manifest(folder)
        _check_game(manifest, admission.game)
        earlier = admission.earlier(manifest.name)
        _check_name(manifest, earlier)
        if admission.entrants_of is not None:
            _check_author(manifest, earlier, admission.entrants_of)
        image = await _pinned(manifest, folder, admission)
        stored = store_copy(
            folder, admission.submissions, manifest.include, manifest.exclude, image
        )
    try:
        return await _admit_stored(manifest, stored, earlier, image, admission)
    except BaseException:
        if stored.is_new and all(known.digest != stored.digest for known in earlier):
            shutil.rmtree(stored.path, ignore_errors=True)
        raise


async def _admit_stored(
    manifest: Manifest,
    stored: StoredFolder,
    earlier: Sequence[Entrant],
    pinned: str | None,
    admission: Admission,
) -> NewEntrant:
    if read_manifest(stored.path) != manifest:
        raise SubmissionError(f"{MANIFEST} changed while the bot was copied: submit it again")
    _check_content(stored, earlier, admission.sandbox)
    image = pinned
    if admission.sandbox is SandboxKind.DOCKER and pinned is None:
        check_dockerfile(stored.path / DOCKERFILE, _OTHERWISE)
        check_ignored(stored.path / IGNORED)
        image = await admission.build(stored.path)
        reached(Moment.IMAGE_BUILT, image)
    entrant = NewEntrant(
        name=manifest.name,
        author=manifest.author,
        sandbox=admission.sandbox,
        image=image,
        digest=stored.digest,
        command=manifest.command,
        manifest=manifest.to_json(),
    )
    try:
        await admission.check(entrant, stored.path)
    except BaseException:
        if image is not None and image != pinned:
            await admission.discard(image)
        raise
    reached(Moment.TRIAL_PASSED)
    return entrant


async def _pinned(manifest: Manifest, folder: Path, admission: Admission) -> str | None:
    """Returns the id of the ready image that the bot is; None if its image is to be built."""
    if manifest.image is None:
        return None
    if admission.sandbox is not SandboxKind.DOCKER:
        raise SubmissionError(
            f"the bot {manifest.name!r} is the image {manifest.image!r}, which no plain process "
            f"can be started from: take image out of its {MANIFEST}, or play in Docker"
        )
    _check_no_dockerfile(manifest, folder)
    return await admission.pin(manifest.image)


def _check_no_dockerfile(manifest: Manifest, folder: Path) -> None:
    if os.path.lexists(folder / DOCKERFILE):
        raise SubmissionError(
            f"the bot has a {DOCKERFILE}, and its {MANIFEST} names the ready image "
            f"{manifest.image!r}: take out one of them"
        )


def _check_game(manifest: Manifest, game: str) -> None:
    if game not in manifest.games:
        named = ", ".join(repr(name[:_LONGEST_NAMED]) for name in manifest.games[:_MOST_NAMED])
        raise SubmissionError(
            f"the bot {manifest.name!r} plays {named} by its {MANIFEST}, and here {game!r} is "
            "played: if it plays that too, say so there under games"
        )


def _check_name(manifest: Manifest, earlier: Sequence[Entrant]) -> None:
    if is_for_another(manifest.name):
        raise SubmissionError(
            f"the name {manifest.name!r} has the form in which a league names its entrants by id "
            f"or by revision: choose another in {MANIFEST}"
        )
    for known in earlier:
        if known.name != manifest.name and name_key(known.name) == name_key(manifest.name):
            raise SubmissionError(
                f"the name {manifest.name!r} cannot be told from {known.name!r}, which is taken: "
                f"choose another in {MANIFEST}"
            )


def _check_author(
    manifest: Manifest,
    earlier: Sequence[Entrant],
    entrants_of: Callable[[str], Sequence[Entrant]],
) -> None:
    """Raises unless the author is named, and has no entrant but revisions of this name."""
    if manifest.author is None:
        raise SubmissionError(
            f"the bot {manifest.name!r} names no author, and this league takes one entrant of each "
            f'author: say who wrote it in {MANIFEST}, as in author = "Ann"'
        )
    key = name_key(manifest.author)
    for known in earlier:
        if known.author is not None and name_key(known.author) != key:
            raise SubmissionError(
                f"the name {manifest.name!r} is that of an entrant of {known.author!r}, and this "
                f"league takes one entrant of each author: choose another in {MANIFEST}"
            )
    for known in entrants_of(manifest.author):
        if name_key(known.name) != name_key(manifest.name):
            raise SubmissionError(
                f"{known.author!r} has an entrant already, {known.name!r} ({known.id}), and this "
                "league takes one of each author: hand in a new revision under that name"
            )


def _check_content(stored: StoredFolder, earlier: Sequence[Entrant], sandbox: SandboxKind) -> None:
    for known in earlier:
        if (known.digest, known.sandbox) == (stored.digest, sandbox):
            advice = (
                "its stored copy had been lost and is there again"
                if stored.is_new
                else "change something before submitting it again"
            )
            raise SubmissionError(
                f"this very content is revision {known.revision} of {known.name!r} already "
                f"(entrant {known.id}): {advice}"
            )
