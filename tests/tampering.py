"""Changes a single character of an export or of a store, and sees whether `arena verify` finds it.

python -m tests.tampering EXPORT [--every N] [--rehashed]

tries every Nth character of an export (by default each), or with --rehashed writes the hash of the
last line anew after the change, as a forger would; prints what is not found.
"""

import argparse
import hashlib
import io
import json
import random
import re
import string
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ConfigError
from arena.verify import Finding, verify_export

KEY = re.compile(r'"([a-z_.0-9]+)":')
ALPHABET = string.digits + string.ascii_letters + ' ,:"[]{}.-\\\n\r\té'


@dataclass(frozen=True, slots=True)
class Change:
    """A character that is replaced by another."""

    at: int
    to: str
    kind: tuple[str, str, str]
    """The format of its line, the key that it stands behind, and what kind of character it is."""

    def made_in(self, text: str) -> str:
        return text[: self.at] + self.to + text[self.at + 1 :]


def kinds_of(text: str) -> Iterator[tuple[int, tuple[str, str, str]]]:
    """Yields every position of an export with its kind."""
    start = 0
    for line in text.splitlines(keepends=True):
        form = str(json.loads(line)["format"])
        keys = [(found.start(), found[1]) for found in KEY.finditer(line)]
        key, after = "", iter(keys)
        upcoming = next(after, None)
        for column, character in enumerate(line):
            if upcoming is not None and column == upcoming[0]:
                key, upcoming = upcoming[1], next(after, None)
            yield start + column, (form, key, class_of(character))
        start += len(line)


def class_of(character: str) -> str:
    if character.isdigit():
        return "digit"
    if character.isalpha():
        return "letter"
    return repr(character)


def replacement(character: str, dice: random.Random) -> str:
    """Returns another character: often one of the same kind, which is the hardest to see."""
    same = string.digits if character.isdigit() else string.ascii_letters
    pool = same if character.isalnum() and dice.random() < 0.7 else ALPHABET
    return dice.choice([each for each in pool if each != character])


def sampled(text: str, of_each: int, seed: int) -> list[Change]:
    """Returns `of_each` changes of each kind, in order."""
    by_kind: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for at, kind in kinds_of(text):
        by_kind[kind].append(at)
    dice = random.Random(seed)
    return [
        Change(at, replacement(text[at], dice), kind)
        for kind, places in sorted(by_kind.items())
        for at in sorted(dice.sample(places, min(of_each, len(places))))
    ]


def rehashed(text: str) -> str:
    """Returns an export with the hash that its other lines have now."""
    body, _, _ = text.rstrip("\n").rpartition("\n")
    sha256 = hashlib.sha256(f"{body}\n".encode()).hexdigest()
    end = {"format": "arena-end/1", "lines": body.count("\n") + 1, "sha256": sha256}
    return f"{body}\n{json.dumps(end, separators=(',', ':'))}\n"


def findings_in(text: str) -> list[str]:
    """Returns what verify has against an export; a refusal is one sentence."""
    found: list[Finding] = []
    try:
        verify_export(io.BytesIO(text.encode()), "it", None, found.append, jobs=1)
    except ConfigError as error:
        return [str(error)]
    return [str(finding) for finding in found]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tampering")
    parser.add_argument("export", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rehashed", action="store_true")
    chosen = parser.parse_args(arguments)
    text = chosen.export.read_text(encoding="utf-8")
    dice = random.Random(chosen.seed)
    tried = missed = 0
    for at, kind in kinds_of(text):
        if at % chosen.every:
            continue
        change = Change(at, replacement(text[at], dice), kind)
        changed = change.made_in(text)
        tried += 1
        if not findings_in(rehashed(changed) if chosen.rehashed else changed):
            missed += 1
            sys.stdout.write(f"not found: {change}\n")
    sys.stdout.write(f"{tried} changes, {missed} not found\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
