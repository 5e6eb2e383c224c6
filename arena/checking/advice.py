"""What to tell an author of each kind of mistake: the sentence that was broken, and what to do."""

from typing import NamedTuple

from arena.checking.desk import Answer, Exchange
from arena.checking.report import Failure
from arena.games.game import Rules
from arena.record import Verdict
from arena.runner.ending import Ending

_PROTOCOL = "docs/protocol.md"


class _Broken(NamedTuple):
    """A sentence of the protocol, where it stands, and what to do."""

    rule: str
    place: str
    advice: str


_BY_VERDICT = {
    Verdict.NO_CONNECT: _Broken(
        "a bot says hello within the start limit, and reads its welcome",
        "hello-and-welcome",
        "start the command of bot.toml by hand, in the image or in the folder, and see why it "
        "ends, or waits for something that is not there: it has no network",
    ),
    Verdict.CRASHED: _Broken(
        "a bot goes on until goodbye",
        "giving-up",
        "see the end of what it wrote, below, and ask it for this decision in a test of your own",
    ),
    Verdict.RESIGNED: _Broken(
        "a bot that says bye forfeits what it has in play",
        "giving-up",
        "answer every decision; its own reason says why it gave up",
    ),
    Verdict.TIMEOUT: _Broken(
        "a turn of n new decisions may take n times per_decision, and the bank pays for more",
        "time",
        "think for less time, or look at the time left; a bot that hangs waits for something that "
        "never comes",
    ),
    Verdict.OOM: _Broken(
        "a bot has the memory that its league gives it",
        "giving-up",
        "use less memory; limits.memory in league.toml, or ARENA_LIMITS_MEMORY, is the limit",
    ),
    Verdict.LIMIT: _Broken(
        "a bot stays within the limits of its league",
        "giving-up",
        "write less to /tmp and use less of the processor",
    ),
    Verdict.FLOOD: _Broken(
        "a bot makes one call of Play, and needs no other",
        "breaking-the-protocol",
        "call Play once, and do not call again when it ends",
    ),
    Verdict.PROTOCOL: _Broken(
        "each turn is answered by one moves of the same number, that answers every decision once",
        "breaking-the-protocol",
        "compare what came with what was sent, field by field",
    ),
}
_UNKNOWN = _BY_VERDICT[Verdict.CRASHED]


def failure_of_end(ending: Ending, exchange: Exchange) -> Failure:
    """Returns what to tell of a bot that is out."""
    broken = _BY_VERDICT.get(ending.verdict, _UNKNOWN)
    return Failure(
        what=ending.text,
        rule=broken.rule,
        page=f"{_PROTOCOL}#{broken.place}",
        advice=broken.advice,
        sent=exchange.sent,
        came=exchange.came,
    )


def failure_of_answer(rules: Rules, answer: Answer) -> Failure:
    """Returns what to tell of a decision that was not answered as it should be."""
    view = answer.question.match.view(answer.question.seat)
    position = rules.position(view)
    if answer.action is None:
        late = _BY_VERDICT[Verdict.TIMEOUT]
        return Failure(
            what=answer.fault,
            rule=late.rule,
            page=f"{_PROTOCOL}#{late.place}",
            advice=late.advice,
            sent=answer.exchange.sent,
            came=answer.exchange.came,
            position=position,
        )
    cited = rules.rule_against(view, answer.action)
    return Failure(
        what=answer.fault,
        rule=f"{cited.number}: {cited.words}",
        page=f"docs/rules/{rules.game}.md#{cited.number.lower()}",
        advice="answer with one of the legal answers that the decision lists; if you do, compare "
        "how its fields are read with the message above",
        sent=answer.exchange.sent,
        came=answer.exchange.came,
        position=position,
    )


def failure_of_bank(text: str) -> Failure:
    """Returns what to tell of a bot whose bank does not last."""
    late = _BY_VERDICT[Verdict.TIMEOUT]
    return Failure(
        what=text,
        rule=late.rule,
        page=f"{_PROTOCOL}#{late.place}",
        advice="think for less time a decision; other work on this machine counts as well, so "
        "look at it on a calm one",
    )


def failure_of_shutting_down(text: str, exchange: Exchange) -> Failure:
    """Returns what to tell of a bot that does not end at goodbye."""
    return Failure(
        what=text,
        rule="a bot that reads goodbye should end, and has the grace of its league to do so",
        page=f"{_PROTOCOL}#goodbye",
        advice="leave the loop over the messages at goodbye, close the stream, and end the "
        "process; let no thread keep it alive",
        sent=exchange.sent,
        came=exchange.came,
    )
