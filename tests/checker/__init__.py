"""An independent checker of exported records, written from the rules alone.

It shares no line with the arena: it imports nothing of it, so that the engine and the checker can
only agree by both being right. `python -m tests.checker < export` prints what is wrong.
"""

from tests.checker.leagues import check_league
from tests.checker.matches import check_record
from tests.checker.shape import record_lines

__all__ = ["check_league", "check_record", "record_lines"]
