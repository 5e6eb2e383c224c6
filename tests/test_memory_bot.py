"""No bot ever meets cards that it has been shown before, though it remembers all it ever saw.

The bot of tests/bots/memory_bot.py looks for them over sittings, after a resumed league and after
annulled matches. That it finds them where they are is tested as well.
"""

import asyncio
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from arena.deals import Dice
from arena.games.cards import Card
from arena.record import Verdict
from arena.runner import INTERRUPTED, Halt, Played
from arena.sandbox import Exit, Launch, Life, Streams
from arena.sandbox.process import ProcessSandbox
from arena.schedule import Fixture, fixtures, full, sittings
from tests.bots.memory_bot import Key, Memory, Notes
from tests.bots.sittings import SECRET, Stage
from tests.doubles import MemoryJournal

BOTS = ("a", "b", "c", "d")
LEAGUE = [fixture for meeting in full(BOTS, seed=5) for fixture in fixtures(meeting)]
OUTSIDE = "someone ended it from outside"
Hands = tuple[int, ...]


# --- what the bot finds, and what it does not ----------------------------------------------------


def _dealt(dice: random.Random, *, played: int = 16) -> tuple[Hands, list[Hands]]:
    """Returns a deal as bits by seat, and what each seat knows of it after `played` tricks."""
    pack = dice.sample(range(2, 53), 51)
    hands = [pack[seat::3] for seat in range(3)]
    whole = tuple(sum(1 << card for card in hand) for hand in hands)
    known = []
    for own in range(3):
        shown = [hand if seat == own else hand[:played] for seat, hand in enumerate(hands)]
        known.append(tuple(sum(1 << card for card in hand) for hand in shown))
    return whole, known


@pytest.mark.parametrize(
    ("first", "then", "played"),
    [
        (0, 1, 16),  # the next rotation of a deal that was played to its end
        (0, 2, 16),
        (0, 0, 0),  # the same hand once more, before a card is played
        (1, 0, 15),
    ],
)
def test_the_same_deal_is_recognised(first: int, then: int, played: int) -> None:
    _, known = _dealt(random.Random(1), played=played)
    _, later = _dealt(random.Random(1), played=0)
    memory = Memory()

    assert memory.add(Key("life", 1, 1), known[first]) == ""
    assert "has the cards of" in memory.add(Key("life", 2, 1), later[then])


def test_the_same_deal_turned_to_other_seats_is_recognised() -> None:
    _, (known, *_) = _dealt(random.Random(1))
    memory = Memory({Key("life", 1, 1): known})

    assert "has the cards of" in memory.add(Key("life", 2, 1), (known[1], known[2], known[0]))


def test_a_deal_that_begins_again_in_one_process_is_recognised() -> None:
    _, (before, *_) = _dealt(random.Random(1), played=9)
    _, (after, *_) = _dealt(random.Random(1), played=2)
    memory = Memory()
    memory.add(Key("life", 1, 1), before)

    assert "dealt again" in memory.add(Key("life", 1, 1), after)


def test_different_deals_are_not_mistaken_for_one() -> None:
    dice, memory = random.Random(1), Memory()

    for number in range(150):
        for played in (0, 8, 16):
            state = dice.getstate()
            _, known = _dealt(dice, played=played)
            assert memory.add(Key("life", number, 1), known[number % 3]) == ""
            if played < 16:
                dice.setstate(state)


def test_notes_of_another_life_are_found(tmp_path: Path) -> None:
    _, known = _dealt(random.Random(1))
    Notes("first", [tmp_path]).write(Key("first", 1, 1), known[0])

    own, others = Notes("first", [tmp_path]).read(), Notes("second", [tmp_path]).read()

    assert own == {}
    assert "has the cards of" in Memory(others).add(Key("second", 2, 1), known[1])


# --- what it meets -------------------------------------------------------------------------------


def _stage(directory: Path, *, notes: bool = False) -> Stage:
    stage = Stage(directory, deals=2)
    for bot in BOTS:
        stage.add_memory(bot, notes=notes)
    return stage


def _play_missing(stage: Stage) -> None:
    """Plays what has no result yet, cut into sittings as a league cuts it."""
    missing = [fixture for fixture in LEAGUE if fixture.match not in stage.kept.played]
    for sitting in sittings(missing, meetings_per_sitting=3):
        stage.play(sitting.fixtures)


def _check_sealed(stage: Stage) -> None:
    """Checks that the league is complete and that no bot has seen a card twice.

    A bot that has prints LEAK and ends with an error.
    """
    for fixture in LEAGUE:
        played = stage.kept.played[fixture.match]
        assert played.evidence == ()
        assert set(played.record.verdicts) == {Verdict.OK}
    ends = [end for ends in stage.kept.lives.values() for end in ends]
    assert {line for end in ends for line in _own_words(end.stderr)} == set()
    assert stage.leftovers() == []


def _own_words(printed: str) -> list[str]:
    """Returns what a bot has printed but for gRPC's word on a stream that was cut short."""
    return [line for line in printed.splitlines() if "Got goaway" not in line]


def test_a_leak_is_found_by_a_real_bot(tmp_path: Path) -> None:
    """Two rotations of a board under two names in one sitting: what must never happen."""
    stage = _stage(tmp_path)
    first, second = LEAGUE[0], replace(LEAGUE[1], board="m9.b1")
    stage.terms = replace(stage.terms, tables=1)

    stage.play([first, second])

    assert set(stage.kept.played[first.match].record.verdicts) == {Verdict.OK}
    assert stage.kept.played[second.match].evidence
    leaks = [end.stderr for ends in stage.kept.lives.values() for end in ends]
    assert any("LEAK" in text and "has the cards of" in text for text in leaks)


def test_a_sitting_refuses_two_matches_of_a_board(tmp_path: Path) -> None:
    stage = _stage(tmp_path)

    with pytest.raises(ValueError, match="board"):
        stage.play(LEAGUE[:2])

    assert stage.kept.begun == []


@pytest.mark.slow
def test_over_the_sittings_of_a_league_nothing_leaks(tmp_path: Path) -> None:
    stage = _stage(tmp_path)

    _play_missing(stage)

    _check_sealed(stage)


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="a bot that is this user can write where it likes")
def test_notes_that_a_life_leaves_are_never_found(tmp_path: Path) -> None:
    """Under root a process has a /tmp of its own and may write nowhere else."""
    stage = _stage(tmp_path, notes=True)
    if not asyncio.run(stage.sandbox().footing()).has_mounts:
        pytest.skip("this machine gives processes no file system of their own")

    _play_missing(stage)

    _check_sealed(stage)


class Impatient(MemoryJournal):
    """A journal in whose sitting a person asks to stop once `count` matches are kept."""

    def __init__(self, count: int, requests: int) -> None:
        super().__init__()
        self.halt = Halt()
        self._count, self._requests = count, requests

    def finish(self, played: Played) -> None:
        super().finish(played)
        if len(self.played) == self._count:
            for _ in range(self._requests):
                self.halt.request()


@pytest.mark.slow
@pytest.mark.parametrize("requests", [1, 2])
def test_after_a_resumed_league_nothing_leaks(requests: int, tmp_path: Path) -> None:
    """Asked once, matches in play finish; asked twice, they are annulled and played again."""
    stage = _stage(tmp_path)
    stage.terms = replace(stage.terms, tables=2)
    journal = Impatient(1, requests)
    stage.kept = journal

    stage.play([fixture for fixture in LEAGUE if fixture.rotation == 1], journal.halt)

    interrupted = len(journal.annulled)
    assert interrupted == 0 if requests == 1 else interrupted > 0
    assert {cause for _, cause in journal.annulled} <= {INTERRUPTED}
    _play_missing(stage)
    _check_sealed(stage)


@dataclass
class Disturbed:
    """A life that something outside ends when told to."""

    life: Life
    ended: bool = False

    @property
    def started_at(self) -> float:
        return self.life.started_at

    @property
    def streams(self) -> Streams | None:
        return self.life.streams

    async def wait(self) -> Exit:
        return self._told(await self.life.wait())

    async def stop(self) -> Exit:
        return self._told(await self.life.stop())

    async def find_disturbance(self) -> str | None:
        return OUTSIDE if self.ended else None

    async def disturb(self) -> None:
        self.ended = True
        await self.life.stop()

    def _told(self, exit_state: Exit) -> Exit:
        return replace(exit_state, external=OUTSIDE) if self.ended else exit_state


class Unsafe(ProcessSandbox):
    """Processes of which the first can be ended from outside, as a daemon might."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self.lives: list[Disturbed] = []

    async def start(self, launch: Launch) -> Life:  # type: ignore[override]  # a life around another
        self.lives.append(Disturbed(await super().start(launch)))
        return self.lives[-1]

    def disturb(self) -> None:
        self._disturbing = asyncio.get_running_loop().create_task(self.lives[0].disturb())


@dataclass(frozen=True)
class Trap(Dice):
    """Dice that call `spring` when the second deal of a match is dealt: one has been shown."""

    spring: Callable[[], None]

    def deal(self, meeting: str, board: int, number: int, pack: Sequence[Card]) -> list[Card]:
        if number == 2:
            self.spring()
        return super().deal(meeting, board, number, pack)


class Trapped(Stage):
    """A stage on which one bot is ended from outside in the middle of a match, once."""

    def sandbox(self) -> ProcessSandbox:
        self.unsafe = Unsafe(self.directory / "lives")
        return self.unsafe

    def spring(self) -> None:
        self.terms = replace(self.terms, dice=Dice(SECRET, self.terms.league))
        if not self.kept.annulled and not any(life.ended for life in self.unsafe.lives):
            self.unsafe.disturb()


@pytest.mark.slow
def test_after_annulled_matches_nothing_leaks(tmp_path: Path) -> None:
    """The same cards are dealt again, to the same entrants, but never to the same processes."""
    stage = Trapped(tmp_path, deals=2)
    for bot in BOTS:
        stage.add_memory(bot)
    stage.terms = replace(stage.terms, dice=Trap(SECRET, stage.terms.league, stage.spring))
    first = [fixture for fixture in LEAGUE if fixture.rotation == 1]

    stage.play(first)

    annulled = {match for match, _ in stage.kept.annulled}
    assert annulled
    assert all(cause.endswith(OUTSIDE) for _, cause in stage.kept.annulled)
    assert not annulled & {*stage.kept.played}
    _play_missing(stage)
    _check_sealed(stage)


def test_no_board_comes_twice_in_a_sitting() -> None:
    for sitting in sittings(LEAGUE, meetings_per_sitting=3):
        boards = [fixture.board for fixture in sitting.fixtures]
        assert len(set(boards)) == len(boards)
        assert all(isinstance(fixture, Fixture) for fixture in sitting.fixtures)
