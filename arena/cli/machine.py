"""Whether this machine may run strangers' bots, as `arena run` and `arena submit` ask."""

from collections.abc import Sequence

from arena.cli.output import messages
from arena.league import League
from arena.league.assurance import assure
from arena.league.rooms import run_directory
from arena.runner import run


def check_machine(league: League, accepted: Sequence[str]) -> None:
    """Raises HostError if a limit does not hold here that nobody accepted; says what was."""
    console = messages()

    async def assured() -> list[str]:
        return await assure(league, rooms, accepted)

    with (
        run_directory(league.settings, league.made.id) as rooms,
        console.status("Trying the limits of this machine …"),
    ):
        told = run(assured)
    for line in told:
        console.print(line, soft_wrap=True)
