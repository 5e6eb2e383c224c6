"""Recorded decisions, asked once more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arena.checking.desk import Answer, Desk, Question
from arena.record import Answered
from arena.runner import Contestant, Terms
from arena.runner.ending import Ending
from arena.sandbox import Sandbox


@dataclass(frozen=True, slots=True)
class Repeated:
    """A recorded decision, and what a bot answers now."""

    recorded: Answered
    answer: Answer

    @property
    def is_otherwise(self) -> bool:
        return bool(self.answer.fault) or self.answer.action != self.recorded.action


@dataclass(frozen=True, slots=True)
class Repetition:
    """What became of all decisions."""

    repeated: Sequence[Repeated]
    """In order, as far as the bot came."""
    ending: Ending | None
    """Why it came no further; None for a bot that came to the end."""
    printed: str
    """The end of what it wrote."""


async def ask_again(  # noqa: PLR0913, PLR0917  # what a bot is started with, and what it is asked
    contestant: Contestant,
    sandbox: Sandbox,
    terms: Terms,
    recorded: Sequence[Answered],
    seed: int,
    progress: Callable[[int, int], None],
) -> Repetition:
    """Starts a bot and asks it all that was recorded, as many at once as it says it can serve."""
    desk = Desk(contestant, terms, sandbox)
    answers: list[Answer] = []
    async with desk:
        while desk.ending is None and len(answers) < len(recorded):
            batch = recorded[len(answers) : len(answers) + desk.tables]
            asked = await desk.ask([Question(each.match, seed, each.replaced) for each in batch])
            answers += asked
            progress(len(answers), len(recorded))
            if len(asked) < len(batch):
                break
    pairs = zip(recorded, answers, strict=False)  # a bot that is out leaves some
    return Repetition(
        repeated=[Repeated(each, answer) for each, answer in pairs],
        ending=desk.ending,
        printed=desk.end.stderr if desk.end else "",
    )
