"""`arena gc`: removes what a league no longer needs."""

from collections.abc import AsyncIterator
from pathlib import Path

import click

from arena.cli.demo import DEMO_LEAGUE
from arena.cli.options import environment, league_option, open_league_exclusive
from arena.cli.output import messages, show
from arena.cli.words import bytes_text, count_text
from arena.config import default_settings
from arena.errors import HostError
from arena.games import DEFAULT_GAME, parse_rules
from arena.league import League
from arena.league.disposal import (
    Disposable,
    demo_disposables,
    disposables_of,
    entrants_images,
)
from arena.runner import run
from arena.sandbox.engine import Engine, find_engine_problem


@click.command("gc")
@league_option
@click.option("--dry-run", "is_dry", is_flag=True, help="Only say what would be removed.")
@click.option(
    "--images",
    "with_images",
    is_flag=True,
    help="Also the images of all entrants, once nothing is missing.",
)
@click.option(
    "--demo", "of_demos", is_flag=True, help="Instead, what demos and single matches have left."
)
def command(directory: Path, *, is_dry: bool, with_images: bool, of_demos: bool) -> None:
    """Remove what a league no longer needs.

    That is what killed arenas have left, images and stored copies that no entrant has, and log
    files of earlier arenas. Only what carries the league's label or lies in its directory is looked
    at. Images that were removed with --images are built again by `arena run --rebuild`.
    """
    if with_images and of_demos:
        raise click.UsageError("--images and --demo exclude each other: choose one")
    engine = _engine(is_needed=with_images)
    try:
        if of_demos:
            settings = default_settings("demo", parse_rules(DEFAULT_GAME, {}), environment())
            _dispose(demo_disposables(settings, engine, DEMO_LEAGUE), is_dry=is_dry)
            return
        with open_league_exclusive(directory, "arena gc") as league:
            _dispose(_of(league, engine, with_images=with_images), is_dry=is_dry)
    finally:
        if engine is not None:
            engine.close()


def _engine(*, is_needed: bool) -> Engine | None:
    """Returns the engine if one answers; raises HostError if one has to."""
    problem = find_engine_problem()
    if problem is None:
        return Engine()
    if is_needed:
        raise HostError(problem)
    messages().print(f"Only directories are looked at: {problem}.", soft_wrap=True)
    return None


async def _of(
    league: League, engine: Engine | None, *, with_images: bool
) -> AsyncIterator[Disposable]:
    # All demos have the same label, so none of them knows what the others need.
    is_alone = league.made.id != DEMO_LEAGUE
    async for disposable in disposables_of(league, engine if is_alone else None):
        yield disposable
    if with_images and engine is not None:
        async for disposable in entrants_images(league, engine):
            yield disposable


def _dispose(found: AsyncIterator[Disposable], *, is_dry: bool) -> None:
    """Removes what is found, a line for each thing, and says what that came to."""

    async def disposed() -> list[int]:
        sizes = []
        for each in [each async for each in found]:
            is_gone = not is_dry and await each.remove()
            if is_gone or is_dry:
                sizes.append(each.size)
            word = "would remove" if is_dry else "removed" if is_gone else "still in use"
            size = f" ({bytes_text(each.size)})" if each.size else ""
            show(f"{word}: {each.what}{size}")
        return sizes

    sizes = run(disposed)
    if not sizes:
        show("There is nothing to remove.")
        return
    things = count_text(len(sizes), "thing")
    verb = "would be removed" if is_dry else "removed"
    show(f"{things} {verb}, {bytes_text(sum(sizes))} in all.")
