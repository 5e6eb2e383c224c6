"""`arena new`: a bot to start from."""

from pathlib import Path
from shlex import quote

import click

from arena.cli.output import show
from arena.submissions.beginning import README, begin_bot, find_language, first_commands, folder_for


@click.command("new")
@click.argument("name")
@click.option(
    "--lang",
    "language",
    required=True,
    metavar="LANG",
    help="The language, as in python; for any that there is not, all are listed.",
)
@click.option(
    "--directory",
    type=click.Path(file_okay=False, path_type=Path),
    help="The bot's folder, new or empty; by default one of its name, here.",
)
def command(name: str, language: str, directory: Path | None) -> None:
    """Write a bot called NAME that plays every game, for you to change.

    It has a first strategy, a test of it, a README, and all that a league needs. Nothing is ever
    written over.
    """
    folder = begin_bot(name, find_language(language), directory or folder_for(name))
    readme = (folder / README).read_text(encoding="utf-8")
    place = quote(str(folder))
    show(
        f"{folder} is a bot that plays; its {README} says what is in which file. Next:",
        *([] if place == "." else [f"  cd {place}"]),
        *(f"  {line}" for line in first_commands(readme)),
    )
