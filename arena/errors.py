"""The errors of the arena, by whose fault they are.

    ArenaError
    ├── ConfigError       the operator's: what was typed or set is wrong
    ├── SubmissionError   the author's: the bot as handed in cannot be admitted
    ├── BotError          the bot's: its seat pays for it
    ├── HostError         the machine's: something that the arena needs is not there
    └── SandboxError      ours: the match is annulled and nobody's rating moves
        └── DisturbedError    the same, and what is to be seen to is the machine's

A message is one sentence: what was wrong, where, and what to do.
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """What the `arena` command ends with."""

    FINE = 0
    OURS = 1
    USAGE = 2
    BOT = 3
    """Also where something that was handed in is not as it has to be: an export, to be verified."""
    HOST = 4
    INTERRUPTED = 130


class ArenaError(Exception):
    """Any error that is told to a person in one sentence."""

    exit_code = ExitCode.OURS


class ConfigError(ArenaError):
    """What the operator typed or set is wrong."""

    exit_code = ExitCode.USAGE


class SubmissionError(ArenaError):
    """A bot as handed in cannot be admitted."""

    exit_code = ExitCode.BOT


class BotError(ArenaError):
    """A running bot broke a rule; the text is written for its author."""

    exit_code = ExitCode.BOT


class HostError(ArenaError):
    """The machine lacks something that the arena needs."""

    exit_code = ExitCode.HOST


class SandboxError(ArenaError):
    """The arena, its daemon or its host failed a bot; never the bot's fault."""


class DisturbedError(SandboxError):
    """The engine, the machine, or somebody at it, disturbed what the arena does."""

    exit_code = ExitCode.HOST
