"""Checks a league without trusting who ran it: every deal, answer, score, place and rating.

What was exported, or stored, is worked out again from the cards and the answers, and from the
secret once it is published; whatever is not as it comes out is a finding.
"""

from arena.verify.export import verify_export
from arena.verify.findings import Finding, Report
from arena.verify.outcome import Outcome
from arena.verify.stored import verify_league

__all__ = ["Finding", "Outcome", "Report", "verify_export", "verify_league"]
