"""Checks exported records from a file or the standard input; ends with 1 on findings."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.checker.leagues import check_league
from tests.checker.matches import check_record
from tests.checker.shape import parse_line, record_lines


def findings_of(lines: Sequence[str]) -> list[str]:
    """Returns every finding about `lines`: of each record, then of all of them together."""
    found: list[str] = []
    for number, line in enumerate(lines, start=1):
        record = parse_line(line)
        if record is not None:  # check_league says which lines are no record at all
            name = record.get("match", f"line {number}")
            found += [f"{name}: {finding}" for finding in check_record(record)]
    return found + check_league(lines)


def main(arguments: Sequence[str]) -> int:
    if len(arguments) > 1:
        sys.stderr.write("give one file of exported records, or none for the standard input\n")
        return 2
    text = Path(arguments[0]).read_text(encoding="utf-8") if arguments else sys.stdin.read()
    lines = record_lines(text)
    found = findings_of(lines) if lines else ["there is no record to check"]
    sys.stdout.writelines(f"{finding}\n" for finding in found)
    sys.stderr.write(f"{len(lines)} records, {len(found)} findings\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
