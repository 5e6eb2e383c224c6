"""The turn that a bot has not answered yet."""

from collections.abc import Callable
from dataclasses import dataclass

from arena.runner.ending import Ending, ending_of_hanging, ending_of_timeout
from arena.runner.seated import Seated


@dataclass(eq=False, slots=True)
class Turn:
    """What was asked, and until when; times are seconds of charged time."""

    number: int
    asked: dict[int, Seated]
    budget: float
    sent_at: float
    longest: float
    """The seconds after which every match of the turn has run out of bank."""
    find_snag: Callable[[], str]
    """Returns what may be why nothing is heard of the bot, to go on with; empty if unknown."""
    dead_since: float | None = None
    """When the last match in the turn was lost or over, with the answer still to come."""

    @property
    def last_limit(self) -> float:
        """The seconds until which the bot may be silent although nothing is left to lose.

        A match may also be annulled while the bot thinks, which must not shorten its time.
        """
        return max(self.longest, self.dead_since or 0.0)

    def limit(self) -> float | None:
        """Returns the seconds after which the next match of the turn runs out of bank.

        None when no match of the turn is still played by the bot.
        """
        banks = [
            seated.match.table.bank(seated.seat)
            for seated in self.asked.values()
            if seated.is_in_time
        ]
        return self.budget + min(banks) if banks else None

    def expired(self, elapsed: float) -> list[Seated]:
        """Returns the seats whose bank does not pay for `elapsed` seconds."""
        return [
            seated
            for seated in self.asked.values()
            if seated.is_in_time and elapsed > self.budget + seated.match.table.bank(seated.seat)
        ]

    def timeout(self, seated: Seated) -> Ending:
        """Returns what to tell of a match whose bank could not pay for this turn."""
        bank = seated.match.table.bank(seated.seat)
        return ending_of_timeout(self.number, len(self.asked), self.budget, bank, self.find_snag())

    def hanging(self, grace: float) -> Ending:
        """Returns what it means that the bot goes on with it when all that it cost is lost."""
        return ending_of_hanging(self.number, grace, self.find_snag())
