"""A report for other programs: as JSON, and as the XML of JUnit that systems of CI read."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree as ET  # written here, never read

from arena.checking.report import Check, Failure, Outcome, Report
from arena.games.cards import Card, Suit
from arena.games.game import Json
from arena.games.sheet import Line

FORMAT = "arena-check/1"
_CHECKED = "arena check"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
JUNIT_BEGIN = f'{_DECLARATION}<testsuites>\n  <testsuite name="{_CHECKED} '
"""How a report in JUnit's XML begins, and no other file does."""
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Subject:
    """What was checked, and under what."""

    bot: str
    """Its name; of one that has none yet, its folder's."""
    game: str
    rules: Json
    clock: Json
    sandbox: str
    build_seconds: float


def report_to_json(subject: Subject, report: Report) -> Json:
    """Returns a report for other programs; times are seconds."""
    return {
        "format": FORMAT,
        "bot": subject.bot,
        "client": report.client,
        "passed": report.has_passed,
        "game": subject.game,
        "rules": subject.rules,
        "clock": subject.clock,
        "sandbox": subject.sandbox,
        "build_seconds": round(subject.build_seconds, 3),
        "seconds": round(report.seconds, 3),
        "checks": [_check_to_json(check) for check in report.checks],
        "printed": report.printed,
    }


def _check_to_json(check: Check) -> Json:
    return {
        "name": check.name,
        "verdict": check.outcome.value,
        "text": check.text,
        "figures": check.figures,
        "wrong": check.count,
        "failures": [_failure_to_json(failure) for failure in check.failures],
    }


def _failure_to_json(failure: Failure) -> Json:
    return {
        "what": failure.what,
        "position": {str(line.title): phrase_words(line) for line in failure.position},
        "sent": failure.sent,
        "came": failure.came,
        "rule": failure.rule,
        "page": failure.page,
        "advice": failure.advice,
    }


def phrase_words(line: Line) -> str:
    """Returns the words of a line as plain text, with cards as in "TH"."""
    return " ".join(_word(piece) for piece in line.words)


def _word(piece: str | Card | Suit) -> str:
    if isinstance(piece, Card):
        return piece.text
    return piece.letter if isinstance(piece, Suit) else piece


def report_to_junit(subject: Subject, report: Report) -> str:
    """Returns a report as JUnit's XML: a test case for each check."""
    checks = report.checks
    suite = ET.Element(
        "testsuite",
        name=_clean(f"{_CHECKED} {subject.bot} ({subject.game})"),
        tests=str(len(checks)),
        failures=str(len(report.failed)),
        errors="0",
        skipped=str(sum(check.outcome is Outcome.SKIPPED for check in checks)),
        time=f"{report.seconds + subject.build_seconds:.3f}",
    )
    for check in checks:
        _add_case(suite, check)
    if report.printed:
        ET.SubElement(suite, "system-err").text = _clean(report.printed)
    suites = ET.Element("testsuites")
    suites.append(suite)
    ET.indent(suites)
    return f"{_DECLARATION}{ET.tostring(suites, encoding='unicode')}\n"


def _add_case(suite: ET.Element, check: Check) -> None:
    case = ET.SubElement(suite, "testcase", classname="arena.check", name=check.name)
    match check.outcome:
        case Outcome.FAILED:
            failure = ET.SubElement(case, "failure", message=_clean(check.text), type=check.name)
            failure.text = _clean("\n\n".join(map(failure_text, check.failures)))
        case Outcome.SKIPPED:
            ET.SubElement(case, "skipped", message=_clean(check.text))
        case Outcome.PASSED | Outcome.ADVICE:
            told = f"advice: {check.text}" if check.outcome is Outcome.ADVICE else check.text
            ET.SubElement(case, "system-out").text = _clean(told)


def failure_text(failure: Failure) -> str:
    """Returns a failure in plain lines."""
    position = [f"  {line.title}: {phrase_words(line)}" for line in failure.position]
    came = failure.came or "nothing"
    said = [f"sent:\n{failure.sent}", f"came back:\n{came}"] if failure.sent else []
    cited = [f"rule: {failure.rule} ({failure.page})", f"what to do: {failure.advice}"]
    return "\n".join([failure.what, *position, *said, *cited])


def _clean(text: str) -> str:
    """Returns text without the characters that XML cannot hold."""
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
