"""The checks, one after the other, on one life of a bot."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256

from arena.checking.advice import failure_of_answer, failure_of_end, failure_of_shutting_down
from arena.checking.desk import Answer, Desk, Question
from arena.checking.positions import Position, Positions, hard_positions
from arena.checking.report import Check, Failure, Outcome, Report
from arena.checking.times import bank, free_time
from arena.deals import Dice
from arena.games.game import Action, Json
from arena.record import Ender, Verdict
from arena.runner import Contestant, Terms
from arena.runner.meter import charged_time
from arena.sandbox import Sandbox

DECISIONS = 1_000
"""How many hard decisions are asked."""
_ALONE = 150
"""How many of them by themselves, as at one table."""
_AGAIN = 32
"""How many are asked twice."""
_REFUSED = 4
"""How many answers are refused, each once,"""
_MOST_REFUSED = 60
"""among so many decisions at the most."""
_MOST_LATE = 3
_MOST_BANKS = 2
"""After so many late answers, or so many banks used up, no more decisions are asked."""
_TOO_SLOW = "left out: the bot is too slow"
_SHOWN = 5
"""How much of what is wrong in a check is told in full."""
_AT_START = (Verdict.PROTOCOL, Verdict.FLOOD)
"""Endings of a bot that has started and does not greet as it should."""
NAMES = (
    "start",
    "handshake",
    "answers",
    "batch",
    "free-time",
    "bank",
    "refusal",
    "repetition",
    "goodbye",
)
"""Every check, in order."""

STARTING = NAMES[:2]
"""The checks of whether it comes to anything at all."""

Progress = Callable[[int, int], None]
"""Told how many decisions of how many are asked."""


async def examine(
    contestant: Contestant, sandbox: Sandbox, terms: Terms, progress: Progress = lambda *_: None
) -> Report:
    """Starts a bot, asks it all that it has to stand, and lets it go.

    Raises what is no fault of the bot's: a sandbox that failed, a machine that disturbed it.
    """
    positions = hard_positions(terms.rules, DECISIONS)
    examination = _Examination(terms, positions, progress)
    time = charged_time()
    begun = time()
    desk = Desk(contestant, terms, sandbox)
    async with desk:
        examination.note_start(desk, time() - begun)
        await examination.ask(desk)
    examination.note_goodbye(desk)
    return Report(
        checks=[*examination.told()],
        printed=desk.end.stderr if desk.end else "",
        client=desk.greeting.client if desk.greeting else "",
        seconds=time() - begun,
    )


def not_reached(why: str) -> Iterator[Check]:
    """Yields every check as one that nobody came to."""
    for name in NAMES:
        yield Check(name=name, outcome=Outcome.SKIPPED, text=f"not reached: {why}")


@dataclass(slots=True)
class _Examination:
    """What was found so far."""

    terms: Terms
    positions: Positions
    progress: Progress
    _checks: dict[str, Check] = field(default_factory=dict)
    _is_broken_off: bool = False
    """Whether not all decisions were asked, since it is so slow."""
    _first: Sequence[Answer] = ()
    """What the first batch was answered with."""

    def told(self) -> Iterator[Check]:
        """Yields every check in order, those that nobody came to as skipped."""
        for unreached in not_reached("the bot was out by then"):
            yield self._checks.get(unreached.name, unreached)

    def note_start(self, desk: Desk, seconds: float) -> None:
        limit, ending = self.terms.clock.start, desk.ending
        if ending is not None:
            name = "handshake" if ending.verdict in _AT_START else "start"
            if name == "handshake":
                self._pass("start", f"it called within the start limit of {limit:g} s")
            self._fail(name, [failure_of_end(ending, desk.last_exchange())], ending.text)
            return
        assert desk.greeting is not None, "a bot that is in has greeted"
        self._pass(
            "start", f"it said hello after {seconds:.2f} s of {limit:g} s", {"seconds": seconds}
        )
        rules, tables = self.terms.rules, desk.greeting.tables
        text = f"{rules.game}, {tables} {'table' if tables == 1 else 'tables'} at once"
        self._pass("handshake", text, {"tables": tables, "game": rules.game})

    async def ask(self, desk: Desk) -> None:
        """Asks for everything, until all is asked or the bot is out."""
        if desk.ending is None:
            await self._answers(desk)
        for name, step in (("refusal", self._refusal), ("repetition", self._repetition)):
            if desk.ending is not None:
                return
            if self._is_broken_off:
                self._note(Check(name=name, outcome=Outcome.SKIPPED, text=_TOO_SLOW))
            else:
                await step(desk)

    async def _answers(self, desk: Desk) -> None:
        """Asks some decisions one by one, then the first batch, then all others in batches."""
        answers: list[Answer] = []
        total = len(self.positions.chosen)
        while len(answers) < total and not self._is_enough(desk, answers):
            at = len(answers)
            is_first_batch = at == _ALONE
            size = min(1 if at < _ALONE else desk.tables, total - at)
            batch = await desk.ask([self._question(at + more) for more in range(size)])
            if self._is_out(desk, "batch" if is_first_batch and size > 1 else "answers"):
                return
            if is_first_batch:
                self._judge_batch(desk, batch)
            answers += batch
            self.progress(len(answers), total)
        self._first = answers[:_AGAIN]
        self._is_broken_off = len(answers) < total
        if "batch" not in self._checks:
            self._note(Check(name="batch", outcome=Outcome.SKIPPED, text=_TOO_SLOW))
        self._judge_answers(answers)
        self._note(free_time(desk.turns, self.terms.clock))
        self._note(bank(desk.turns, self.terms.clock, self.positions.decisions))

    def _judge_batch(self, desk: Desk, answers: Sequence[Answer]) -> None:
        name, size = "batch", len(answers)
        late = [answer for answer in answers if answer.action is None]
        if size == 1:
            is_its_own = desk.greeting is not None and desk.greeting.tables == 1
            said = "it serves one table at once, by its hello"
            given = (
                "it is given one table at once, by play.tables of league.toml or ARENA_PLAY_TABLES"
            )
            text = f"{said if is_its_own else given}: a batch has one decision"
            self._note(Check(name=name, outcome=Outcome.SKIPPED, text=text))
        elif late:
            text = f"{len(late)} of {size} decisions of one turn were not answered in time"
            self._fail(name, self._failures(late), text, len(late))
        else:
            took = desk.turns[-1].elapsed
            text = f"{size} decisions in one turn, all answered in {took:.3f} s"
            self._pass(name, text, {"decisions": size, "seconds": took})

    def _is_enough(self, desk: Desk, answers: Sequence[Answer]) -> bool:
        """Says whether the bot is so slow that the rest of the decisions would only cost time."""
        late = sum(answer.action is None for answer in answers)
        clock = self.terms.clock
        overrun = sum(turn.overrun for turn in desk.turns)
        is_slow = bank(desk.turns, clock, self.positions.decisions).outcome is Outcome.FAILED
        return late >= _MOST_LATE or (is_slow and overrun > _MOST_BANKS * clock.bank)

    def _judge_answers(self, answers: Sequence[Answer]) -> None:
        wrong = [answer for answer in answers if answer.fault]
        counts, total = self.positions.counts, len(answers)
        figures: Json = {"decisions": total, "legal": total - len(wrong), "traits": counts}
        if wrong:
            text = f"{len(wrong):,} of {total:,} decisions are not answered as they should be"
            self._fail("answers", self._failures(wrong), text, len(wrong))
        else:
            met = sum(count > 0 for count in counts.values())
            text = f"{total:,} hard decisions of {met} kinds, every answer legal"
            self._pass("answers", text)
        self._checks["answers"] = replace(self._checks["answers"], figures=figures)

    async def _refusal(self, desk: Desk) -> None:
        """Refuses some answers that are right; decisions that are answered wrongly are left out."""
        name = "refusal"
        again: list[Answer] = []
        for question, illegal in self._refusable():
            answers = await desk.refuse(question, illegal)
            if self._is_out(desk, name):
                return
            again += answers[1:]
            if len(again) == _REFUSED:
                break
        wrong = [answer for answer in again if answer.fault]
        if wrong:
            text = f"{len(wrong)} of {len(again)} refused decisions were not answered legally"
            self._fail(name, self._failures(wrong), text, len(wrong))
        elif again:
            self._pass(name, f"{len(again)} answers were refused, the decisions answered again")
        else:
            text = "no decision was answered legally, and could be refused"
            self._note(Check(name=name, outcome=Outcome.SKIPPED, text=text))

    async def _repetition(self, desk: Desk) -> None:
        name = "repetition"
        first = self._first[:_AGAIN]
        again: list[Answer] = []
        begun = len(desk.turns)
        for answer in first:
            if sum(turn.overrun for turn in desk.turns[begun:]) > self.terms.clock.bank:
                break  # it has shown what it does, and takes its time
            again += await desk.ask([answer.question])
            if self._is_out(desk, name):
                return
        pairs = [*zip(first, again, strict=False)]
        other = [pair for pair in pairs if pair[0].action != pair[1].action]
        if not other:
            self._pass(name, f"{len(pairs)} decisions asked again, each answered as before")
            return
        once, then = other[0]
        text = (
            f"{len(other)} of {len(pairs)} decisions asked again were answered otherwise, as "
            f"{_words(once.action)} and then {_words(then.action)}: dice seeded with the seed of "
            "the decision make a league repeatable"
        )
        self._checks[name] = Check(
            name=name, outcome=Outcome.ADVICE, text=text, count=len(other),
            figures={"decisions": len(pairs), "otherwise": len(other)},
        )  # fmt: skip

    def note_goodbye(self, desk: Desk) -> None:
        end, grace = desk.end, self.terms.clock.grace
        if desk.ending is not None or end is None:
            return
        if end.ender is Ender.ARENA:
            text = f"it was still running {grace:g} s after goodbye, and was ended"
            self._fail("goodbye", [failure_of_shutting_down(text, desk.goodbye)], text)
        elif end.exit_code:
            text = f"it ended with exit code {end.exit_code}, where 0 is usual"
            self._note(Check(name="goodbye", outcome=Outcome.ADVICE, text=text))
        else:
            self._pass("goodbye", f"it ended by itself within {grace:g} s")

    # --- small things ----------------------------------------------------------------------------

    def _question(self, at: int) -> Question:
        position = self.positions.chosen[at]
        dice = Dice(sha256(b"arena check").digest(), "check")
        return Question(position.match, dice.bot_seed(f"check {at}", position.seat))

    def _refusable(self) -> Iterator[tuple[Question, Action]]:
        """Yields some decisions, each with an answer that is refused there."""
        for at, position in enumerate(self.positions.chosen[:_MOST_REFUSED]):
            illegal = self._illegal(position)
            if illegal is not None:
                yield self._question(at), illegal

    def _illegal(self, position: Position) -> Action | None:
        """Returns an answer of the kind that is due, that is refused and not charged."""
        match, legal = position.match, position.match.legal_actions()
        for answer in self.positions.answers:
            is_alike = type(answer) is type(legal[0])
            if is_alike and answer not in legal and match.breach(answer) is None:
                return answer
        return None

    def _is_out(self, desk: Desk, name: str) -> bool:
        """Says whether the bot is out, and notes that it was lost in check `name`."""
        if desk.ending is None:
            return False
        failure = failure_of_end(desk.ending, desk.last_exchange())
        self._fail(name, [failure], desk.ending.text)
        return True

    def _failures(self, answers: Sequence[Answer]) -> Sequence[Failure]:
        """Returns the first failures, those first that break a rule which none before them does."""
        failures = [failure_of_answer(self.terms.rules, answer) for answer in answers]
        first: dict[str, Failure] = {}
        for failure in failures:
            first.setdefault(failure.rule, failure)
        new = [*first.values()]
        more = [each for each in failures if all(each is not other for other in new)]
        return [*new, *more][:_SHOWN]

    def _fail(self, name: str, failures: Sequence[Failure], text: str, count: int = 1) -> None:
        self._note(
            Check(name=name, outcome=Outcome.FAILED, text=text, failures=failures, count=count)
        )

    def _pass(self, name: str, text: str, figures: Json | None = None) -> None:
        passed = Outcome.PASSED
        self._note(Check(name=name, outcome=passed, text=text, figures=figures or {}))

    def _note(self, check: Check) -> None:
        self._checks[check.name] = check


def _words(action: Action | None) -> str:
    return "nothing" if action is None else action.text
