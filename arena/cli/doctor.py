"""`arena doctor`: what of the sandbox works on this machine."""

import secrets
from collections.abc import Sequence

import click

from arena.cli.options import csv_option, environment, json_option, rules_of
from arena.cli.output import Column, Form, Row, Sheet, form_of, messages, print_sheet, show
from arena.cli.words import count_text
from arena.config import default_settings
from arena.errors import ExitCode
from arena.league.rooms import run_directory
from arena.runner import run
from arena.sandbox.probe import BASE_IMAGE, Check, Status, examine_docker, examine_processes
from arena.store import SandboxKind

_WORDS = {
    Status.HOLDS: "holds",
    Status.DOES_NOT_HOLD: "does NOT hold",
    Status.NOT_VERIFIED: "not verified",
}


@click.command("doctor")
@click.option(
    "--sandbox",
    type=click.Choice([kind.value for kind in SandboxKind]),
    default=SandboxKind.DOCKER.value,
    show_default=True,
    help="Which way of running bots to look at.",
)
@click.option(
    "--image",
    default=BASE_IMAGE,
    show_default=True,
    help="An image with python3 in it, for the probe in Docker.",
)
@json_option
@csv_option
@click.pass_context
def command(ctx: click.Context, sandbox: str, image: str, *, as_json: bool, as_csv: bool) -> None:
    """Check each limit of the sandbox from inside a probe that tries to break it.

    Ends with 4 if something does not hold on this machine. Processes are for bots that you trust:
    some limits never hold there.
    """
    form = form_of(as_json=as_json, as_csv=as_csv)
    checks = _examined(SandboxKind(sandbox), image)
    wide = form is not Form.TABLE
    columns = (
        Column("name", "what", is_lead=True),
        Column("status", "result", text=lambda row: _WORDS[Status(row["status"])]),
        Column("detail", "how it was seen"),
    )
    extra = ("advice",) if wide else ()
    print_sheet(Sheet(columns, [_row(check) for check in checks], extra), form)
    failed = [check for check in checks if check.status is not Status.HOLDS]
    if form is Form.TABLE:
        show(*_summary(checks, failed))
    if failed:
        ctx.exit(ExitCode.HOST)


def _examined(kind: SandboxKind, image: str) -> list[Check]:
    settings = default_settings("doctor", rules_of("spades", None, ()), environment())

    async def examined() -> list[Check]:
        if kind is SandboxKind.DOCKER:
            return await examine_docker(rooms, image=image)
        return await examine_processes(rooms)

    with (
        run_directory(settings, secrets.token_hex(8)) as rooms,
        messages().status("Trying to break out …"),
    ):
        return run(examined)


def _row(check: Check) -> Row:
    return {
        "name": check.name,
        "status": check.status.value,
        "detail": check.detail,
        "advice": check.advice,
    }


def _summary(checks: Sequence[Check], failed: Sequence[Check]) -> list[str]:
    if not failed:
        return ["", f"All {count_text(len(checks), 'check')} hold."]
    advice = dict.fromkeys(check.advice for check in failed if check.advice)
    lines = [f"{len(failed)} of {count_text(len(checks), 'check')} do not hold here; what to do:"]
    return ["", *lines, *(f"  {words}" for words in advice)]
