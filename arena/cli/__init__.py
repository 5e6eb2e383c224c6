"""The command line: every command parses what was typed, calls the arena, and prints.

The commands live in modules of their own, which are imported only when they are asked for, so that
`arena --help` answers at once. All errors end here, as one sentence on standard error.
"""

import errno
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from arena.errors import ArenaError, ExitCode

COMMANDS = {
    "init": "Make a league in a directory.",
    "check": "Try all that a bot has to stand, before it is handed in.",
    "submit": "Hand in a bot: a folder, a tar file, a ready image.",
    "entrants": "List the bots of a league.",
    "plan": "Say what there is to play, and how long it may take.",
    "run": "Play what is missing.",
    "status": "Say how far a league is.",
    "ratings": "Print the ratings table.",
    "show": "Replay a match, or lay a board's rotations side by side.",
    "replay": "Ask a bot the decisions of a match again.",
    "export": "Print finished matches as JSON Lines.",
    "logs": "Say how a bot's lives ended, and what it did wrong.",
    "annul": "Have a match not count, and be played again.",
    "withdraw": "Have nothing more of an entrant be played.",
    "disqualify": "Have nothing of an entrant count.",
    "freeze": "Take no more entrants.",
    "reveal": "Publish the secret of the cards, and close the league.",
    "verify": "Check every deal, answer, score and rating of a league.",
    "gc": "Remove what a league no longer needs.",
    "new": "Write a bot to start from, in a language of your choice.",
    "play": "Play one match now, without a league.",
    "doctor": "Check what of the sandbox works on this machine.",
    "demo": "Play a small league of the sample bots.",
}
"""Every command, in the order of a league's life, with its line in the help."""

_FULL = (errno.ENOSPC, errno.EDQUOT)
_TOO_MANY = (errno.EMFILE, errno.ENFILE)


class _ReaderGoneError(Exception):
    """Whoever read the output has seen enough."""


class _Commands(click.Group):
    """The commands by name; each is `command` in the module of its name."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # click would make a failure of it
            raise _ReaderGoneError from None

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"arena.cli.{cmd_name}").command
        assert isinstance(command, click.Command), f"arena.cli.{cmd_name} has no command"
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's signature
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        names = [name for name in COMMANDS if name.startswith(incomplete)]
        found = [CompletionItem(name, help=COMMANDS[name]) for name in names]
        return found + click.Command.shell_complete(self, ctx, incomplete)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="arena", message="arena %(version)s")
def commands() -> None:
    """Run leagues of bot programs that play card games.

    A league is a directory: make one with `arena init`, hand in bots with `arena submit`, play with
    `arena run`, and look at it with `arena ratings` and `arena show`.
    """


def main() -> None:
    """Runs the command that was typed, and ends the process with its exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started it
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115  # for good
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run_command(sys.argv[1:]))


def run_command(arguments: Sequence[str]) -> int:
    """Runs one command; returns its exit code. What goes wrong is told on standard error."""
    try:
        ended = commands.main(list(arguments), prog_name="arena", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        return _fail(_usage(error), ExitCode.USAGE)
    except ArenaError as error:
        return _fail(str(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        return _fail("interrupted", ExitCode.INTERRUPTED)
    except (BrokenPipeError, _ReaderGoneError):
        return _reader_gone()
    except Exception as error:  # noqa: BLE001  # the last resort: a person never sees a traceback
        return _unexpected(error)
    return ended if isinstance(ended, int) else ExitCode.FINE


def _fail(sentence: str, code: ExitCode) -> int:
    click.echo(f"error: {sentence}", err=True)
    return code


def _usage(error: click.ClickException) -> str:
    sentence = error.format_message().rstrip(".")
    sentence = sentence[:1].lower() + sentence[1:]
    if not isinstance(error, click.UsageError) or error.ctx is None:
        return sentence
    return f"{sentence} (see {error.ctx.command_path} --help)"


def _reader_gone() -> int:
    """Ends quietly: whoever read the output, as in `arena export | head`, has seen enough."""
    _drop_output()
    return ExitCode.FINE


def _no_space(error: OSError) -> int:
    place = f" to {error.filename}" if error.filename else ""
    _drop_output()
    return _fail(
        f"nothing more can be written{place} ({error.strerror}): make room and try again",
        ExitCode.HOST,
    )


def _drop_output() -> None:
    """Sends what is still to be printed nowhere, so that the end of the process does not fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _unexpected(error: Exception) -> int:
    if isinstance(error, OSError) and error.errno in _FULL:
        return _no_space(error)
    if isinstance(error, OSError) and error.errno in _TOO_MANY:
        return _fail(
            f"no more files can be opened ({error.strerror}): allow more with `ulimit -n`",
            ExitCode.HOST,
        )
    kind = type(error).__name__
    return _fail(
        f"the arena itself failed ({kind}): please report it with {_kept_details(error)}",
        ExitCode.OURS,
    )


def _kept_details(error: Exception) -> str:
    """Writes the details of a mistake of ours to a file; returns where they are, in words."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="arena-error-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            traceback.print_exception(error, file=file)
    except OSError as failure:
        return f"what it says: {error!r:.200} (details cannot be written: {failure.strerror})"
    return f"the details in {file.name}"
