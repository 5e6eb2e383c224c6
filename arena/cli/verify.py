"""`arena verify`: checks a league without trusting who ran it."""

import re
import sys
import time
from pathlib import Path
from typing import BinaryIO

import click

from arena.cli.options import league_option, open_league
from arena.cli.output import show
from arena.cli.words import count_text
from arena.deals import SECRET_BYTES
from arena.errors import ConfigError, ExitCode
from arena.verify import Finding, Outcome, verify_export, verify_league

_HEX_DIGITS = 2 * SECRET_BYTES
_SECRET = re.compile(f"[0-9a-fA-F]{{{_HEX_DIGITS}}}", re.ASCII)


@click.command("verify")
@click.argument("export", required=False, metavar="[EXPORT]", type=click.Path(path_type=Path))
@league_option
@click.option("--secret", metavar="HEX", help="The league's secret, before the one that it has.")
@click.pass_context
def command(ctx: click.Context, export: Path | None, directory: Path, secret: str | None) -> None:
    """Check every deal, answer, score, place and rating of a league.

    EXPORT is what `arena export` has written, - for the standard input; without it the league's own
    store is checked. With the secret every card is dealt again; without it the rest is checked.

    Ends with 3 if something is not as it comes out, and says on a line what that is.
    """
    given = None if secret is None else _secret(secret)
    started = time.perf_counter()
    if export is None:
        with open_league(directory) as league:
            outcome = verify_league(league, given, _report)
    elif export == Path("-"):
        if sys.stdin is None:
            raise ConfigError("the standard input is closed: name an export, or pipe one in")
        outcome = verify_export(sys.stdin.buffer, "the standard input", given, _report)
    else:
        with _opened(export) as file:
            outcome = verify_export(file, str(export), given, _report)
    show(_summary(outcome, time.perf_counter() - started))
    if outcome.findings:
        ctx.exit(ExitCode.BOT)


def _report(finding: Finding) -> None:
    show(str(finding))


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("rb")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(f"cannot read {str(path)!r} ({reason}): name an export") from None


def _secret(text: str) -> bytes:
    """Returns a secret that was typed; raises ConfigError if it is none."""
    if _SECRET.fullmatch(digits := text.strip()):
        return bytes.fromhex(digits)
    raise ConfigError(
        f"--secret is no secret of a league: it has {_HEX_DIGITS} hexadecimal digits, as "
        "`arena reveal` prints them"
    )


def _summary(outcome: Outcome, seconds: float) -> str:
    word = "all is right" if not outcome.findings else count_text(outcome.findings, "finding")
    deals, ratings = count_text(outcome.deals, "deal"), count_text(outcome.ratings, "rating")
    parts = [f"{word}: {_matches_text(outcome)}, {deals} and {ratings} in {seconds:.1f} s"]
    if outcome.missing:
        parts.append(f"{count_text(outcome.missing, 'match is', 'matches are')} not there yet")
    if outcome.unverified:
        parts.append(f"not verified: {'; '.join(outcome.unverified)}")
    if outcome.digest:
        parts.append(f"its hash is {outcome.digest}")
    return "; ".join(parts)


def _matches_text(outcome: Outcome) -> str:
    """Returns how many of the schedule's matches are there and right, and how many are not."""
    right = outcome.matches - outcome.faulty
    told = f"{right:,} of the schedule's {count_text(outcome.scheduled, 'match', 'matches')}"
    if outcome.faulty:
        told += f" {'is' if right == 1 else 'are'} right and {outcome.faulty:,} "
        told += "is not" if outcome.faulty == 1 else "are not"
    if outcome.annulled:
        told += f", {outcome.annulled:,} annulled by hand"
    return told
