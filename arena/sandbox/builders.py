"""Which Dockerfiles name another builder, to be fetched and run in place of the engine's own."""

import re

from arena.errors import SubmissionError

# The forms in which builders take a line as such a name; each byte is looked at once or twice.
_SYNTAX = re.compile(
    rb"^(?:\xef\xbb\xbf)?[^\S\n]*(?:#|//)[^\S\n]*syntax[^\S\n]*="
    rb"|\A(?:\xef\xbb\xbf)?(?:#![^\n]*\n)?\s*\{",
    re.IGNORECASE | re.MULTILINE,
)


def check_builder(dockerfile: bytes) -> None:
    """Raises SubmissionError if a Dockerfile of that content asks for another builder."""
    if _SYNTAX.search(dockerfile):
        raise SubmissionError(
            "the Dockerfile asks for another builder by a syntax line: remove that line"
        )
