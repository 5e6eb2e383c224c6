"""A command that was run in this process, and what it printed."""

import re

import pytest

from arena.cli import run_command


class Printed:
    """What a command printed, and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], *arguments: object) -> None:
        capsys.readouterr()
        self.code = run_command([str(argument) for argument in arguments])
        self.out, self.err = capsys.readouterr()

    @property
    def text(self) -> str:
        """The output of a command that ended well; moments in it are all the same."""
        assert (self.code, self.err) == (0, "")
        return re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "MOMENT", self.out)
