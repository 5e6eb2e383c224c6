"""`arena doctor`: what of the sandbox works on this machine."""

import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from arena.cli.options import csv_option, environment, json_option, settings_in
from arena.cli.output import Column, Form, Row, Sheet, form_of, messages, print_sheet, show
from arena.cli.words import count_text
from arena.config import default_settings
from arena.errors import ExitCode
from arena.games import DEFAULT_GAME, parse_rules
from arena.league.assurance import asked_of
from arena.league.rooms import run_directory
from arena.runner import run
from arena.sandbox import DEFAULT_URL
from arena.sandbox.limit import Check, Status
from arena.sandbox.probe import examine_docker, examine_processes
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
    "--runtime",
    help="What is to run containers, as in runsc for gVisor; by default the engine's own choice.",
)
@click.option("--image", help="An image with python3 in it, by default python:3.11-slim.")
@click.option(
    "--league",
    "directory",
    envvar="ARENA_LEAGUE",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A league's directory: its limits, engine, runtime and image are then what is looked at.",
)
@click.option("--engine", help=f"The socket of the Docker engine, by default {DEFAULT_URL}.")
@json_option
@csv_option
@click.pass_context
def command(  # noqa: PLR0913  # one parameter for each option
    ctx: click.Context,
    sandbox: str,
    runtime: str | None,
    image: str | None,
    *,
    directory: Path | None,
    engine: str | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Check each limit of the sandbox from inside probes that try to break it.

    Ends with 4 if a limit does not hold on this machine, or could not be verified. Processes are
    for bots that you trust: some limits never hold there.
    """
    form = form_of(as_json=as_json, as_csv=as_csv)
    checks = _examined(SandboxKind(sandbox), directory, engine, image, runtime)
    wide = form is not Form.TABLE
    columns = (
        Column("name", "limit", is_lead=True),
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


def _examined(
    kind: SandboxKind,
    directory: Path | None,
    engine: str | None,
    image: str | None,
    runtime: str | None,
) -> list[Check]:
    if directory is None:
        settings = default_settings("doctor", parse_rules(DEFAULT_GAME, {}), environment())
    else:
        settings = settings_in(directory)
    asked, play = asked_of(settings, directory or Path()), settings.play

    async def examined() -> list[Check]:
        if kind is SandboxKind.PROCESS:
            return await examine_processes(rooms, asked)
        return await examine_docker(
            rooms,
            asked,
            url=play.engine if engine is None else engine,
            image=play.probe_image if image is None else image,
            runtime=play.runtime if runtime is None else runtime,
        )

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
        return ["", f"All {count_text(len(checks), 'limit')} hold."]
    lacking = [check for check in failed if not check.cause]
    what = {
        check.advice: [each.name for each in lacking if each.advice == check.advice]
        for check in lacking
    }
    said = [check.status for check in failed]
    broken, unseen = said.count(Status.DOES_NOT_HOLD), said.count(Status.NOT_VERIFIED)
    counted = f"Of {count_text(len(checks), 'limit')} {broken} NOT holding here"
    lines = ["", f"{counted}, {unseen} not verified; what to do:"]
    return [*lines, *(f"  {', '.join(names)}: {text}" for text, names in what.items())]
