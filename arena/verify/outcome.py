"""What a verification comes to."""

from dataclasses import dataclass, field

from arena.verify.findings import Finding
from arena.verify.matches import Judged


@dataclass(slots=True)
class Outcome:
    """How much was verified, and what could not be."""

    matches: int = 0
    """Those that were played again, right or not; without those that were annulled."""
    faulty: int = 0
    """How many of them have a finding."""
    annulled: int = 0
    """Results that were annulled by hand, played again like the others."""
    scheduled: int = 0
    """All matches of the schedule."""
    deals: int = 0
    ratings: int = 0
    findings: int = 0
    missing: int = 0
    """Matches that would count and are not there yet; of a closed league that is a finding."""
    unverified: list[str] = field(default_factory=list)
    """What could not be verified, each with the reason."""
    digest: str = ""
    """The hash in the last line of an export, as it comes out."""
    blamed: set[str] = field(default_factory=set)
    """Where there were findings."""

    def note(self, finding: Finding) -> None:
        self.findings += 1
        self.blamed.add(finding.where)

    def take(self, judged: Judged) -> None:
        """Counts a match whose findings have been noted."""
        self.deals += judged.deals
        if judged.is_annulled:
            self.annulled += 1
            return
        self.matches += 1
        self.faulty += judged.where in self.blamed


def missing_text(count: int, first: str) -> str:
    """Returns what is wrong where matches of a closed league are missing."""
    if count == 1:
        told, left_out = f"1 match is not there, {first}", "that was"
    else:
        told, left_out = f"{count:,} matches are not there, from {first} on", "they were"
    return f"{told}, though the league is closed: it was closed unfinished, or {left_out} left out"
