"""A sitting: turns in batches, one life of each bot, and what stops it."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from arena.clock import Clock
from arena.errors import BotError, SandboxError
from arena.games.cards import Seat
from arena.record import Ender, Verdict, replay
from arena.runner import INTERRUPTED, Halt, Played, play_sitting, run, try_start
from arena.sandbox import Exit, Launch
from arena.v1 import arena_pb2
from tests.doubles import (
    Bot,
    LoopLife,
    LoopSandbox,
    MemoryJournal,
    Stream,
    contestants,
    ends_at_once,
    first_legal,
    greet,
    honest,
    new_terms,
    one_board_each,
    play,
    receive,
    verdicts,
)

OK = Verdict.OK


def test_honest_bots_play_every_match_in_one_life_each(run_directory: Path) -> None:
    journal, sandbox = play(new_terms(run_directory), count=9)

    assert len(journal.played) == 9
    assert sandbox.lives == 3
    assert set(verdicts(journal).values()) == {(OK, OK, OK)}
    assert not any(played.evidence for played in journal.played.values())


def test_what_was_recorded_plays_again(run_directory: Path) -> None:
    journal, _ = play(new_terms(run_directory, target=100), count=2)

    for played in journal.played.values():
        assert tuple(replay(played.record).scores) == played.record.scores


@pytest.mark.parametrize(("jobs", "tables"), [(1, 1), (1, 32), (3, 2)])
def test_neither_jobs_nor_tables_change_a_record(
    run_directory: Path, jobs: int, tables: int
) -> None:
    terms = new_terms(run_directory)
    usual, _ = play(terms, count=4)
    other, _ = play(replace(terms, jobs=jobs, tables=tables), count=4)

    assert {match: played.record for match, played in usual.played.items()} == {
        match: played.record for match, played in other.played.items()
    }


def test_one_turn_is_outstanding_and_holds_all_that_waits(run_directory: Path) -> None:
    sizes: list[int] = []

    async def watching(stream: Stream) -> None:
        await greet(stream, tables=8)
        while (message := await receive(stream)).WhichOneof("message") == "turn":
            sizes.append(len(message.turn.decisions))
            numbers = [decision.match for decision in message.turn.decisions]
            assert len(set(numbers)) == len(numbers)
            await stream.write(first_legal(message.turn))

    journal, _ = play(new_terms(run_directory), {"e1": watching}, count=4)

    assert len(journal.played) == 4
    assert sum(sizes) == 4 * 18  # a bid and seventeen cards each
    assert max(sizes) > 1


def test_jobs_bound_the_bots_that_think_at_once(run_directory: Path) -> None:
    thinking: set[str] = set()
    most = 0

    def counting(name: str) -> Bot:
        async def bot(stream: Stream) -> None:
            nonlocal most
            await greet(stream, tables=4)
            while (message := await receive(stream)).WhichOneof("message") == "turn":
                thinking.add(name)
                most = max(most, len(thinking))
                for _ in range(5):  # lets the others come to think, if they may
                    await asyncio.sleep(0)
                thinking.discard(name)
                await stream.write(first_legal(message.turn))

        return bot

    bots = {name: counting(name) for name in ("e1", "e2", "e3")}
    play(replace(new_terms(run_directory), jobs=1), bots, count=4)

    assert most == 1


def test_evidence_from_outside_annuls_instead(run_directory: Path) -> None:
    """The same crash, but the sandbox knows that somebody else ended the bot."""

    class Killed(LoopSandbox):
        async def start(self, launch: Launch) -> LoopLife:
            life = await super().start(launch)
            if launch.command[0] == "crasher":
                exit_of = life.wait

                async def wait() -> object:
                    return replace(await exit_of(), external="the daemon was told to kill it")

                life.wait = wait  # type: ignore[assignment,method-assign]  # this life alone
            return life

    sandbox, journal = Killed({"crasher": ends_at_once, "honest": honest}), MemoryJournal()
    names = contestants(e1="honest", e2="crasher", e3="honest")

    async def main() -> None:
        terms = new_terms(run_directory)
        await play_sitting(one_board_each(2), names, sandbox, terms, journal, Halt())

    run(main)

    assert journal.annulled == [
        ("m1.b1.r1", "the bot of e2 was disturbed: the daemon was told to kill it")
    ]
    assert journal.played == {}
    (end,) = journal.lives["e2"]
    assert (end.ender, end.verdict) == (Ender.OUTSIDE, None)
    assert "the daemon was told to kill it" in (end.cause or "")


def test_a_bot_that_thinks_while_its_match_is_annulled_keeps_its_time(run_directory: Path) -> None:
    """The grace of a dead turn is far shorter than what the thinker may still take."""
    is_thinking, is_annulled = asyncio.Event(), asyncio.Event()

    class Annulling(MemoryJournal):
        def annul(self, match: str, cause: str) -> None:
            super().annul(match, cause)
            is_annulled.set()

    async def thinks(stream: Stream) -> None:
        await greet(stream)
        turn = (await receive(stream)).turn
        is_thinking.set()
        await is_annulled.wait()
        await asyncio.sleep(0.3)
        await stream.write(first_legal(turn))
        while (message := await receive(stream)).WhichOneof("message") == "turn":
            await stream.write(first_legal(message.turn))

    class Killed(LoopSandbox):
        async def start(self, launch: Launch) -> LoopLife:
            life = await super().start(launch)
            if launch.command[0] == "goes":
                exit_of = life.wait

                async def wait() -> Exit:
                    return replace(await exit_of(), external="somebody else killed it")

                life.wait = wait  # type: ignore[method-assign]  # this life alone
            return life

    async def goes(stream: Stream) -> None:
        await greet(stream)
        await is_thinking.wait()

    sandbox = Killed({"thinks": thinks, "goes": goes, "honest": honest})
    names = contestants(e1="thinks", e2="thinks", e3="goes", e4="honest")
    fixtures = [*one_board_each(1), *one_board_each(2, ("e1", "e2", "e4"))[1:]]
    journal = Annulling()

    async def main() -> None:
        clock = Clock(start=5.0, per_decision=5.0, bank=5.0, grace=0.05)
        terms = new_terms(run_directory, clock)
        await play_sitting(fixtures, names, sandbox, terms, journal, Halt())

    run(main)

    assert [match for match, _ in journal.annulled] == ["m1.b1.r1"]
    assert verdicts(journal) == {"m2.b1.r1": (OK, OK, OK)}


def test_a_start_that_is_our_fault_costs_nobody(run_directory: Path) -> None:
    class Failing(LoopSandbox):
        async def start(self, launch: Launch) -> LoopLife:
            if launch.command[0] == "unlucky":
                raise SandboxError("the daemon answered with an error")
            return await super().start(launch)

    sandbox, journal = Failing({"unlucky": honest, "honest": honest}), MemoryJournal()
    names = contestants(e1="honest", e2="honest", e3="unlucky", e4="honest")
    fixtures = [
        *one_board_each(1),
        *one_board_each(2, ("e1", "e2", "e4"))[1:],
    ]

    async def main() -> None:
        await play_sitting(fixtures, names, sandbox, new_terms(run_directory), journal, Halt())

    with pytest.raises(SandboxError, match="answered with an error"):
        run(main)

    assert verdicts(journal) == {"m2.b1.r1": (OK, OK, OK)}
    assert list(run_directory.iterdir()) == []


@pytest.mark.parametrize("requests", [1, 2])
def test_a_halt_finishes_what_is_in_play_or_stops_at_once(
    run_directory: Path, requests: int
) -> None:
    halt = Halt()

    async def interrupting(stream: Stream) -> None:
        await greet(stream)
        turns = 0
        while (message := await receive(stream)).WhichOneof("message") == "turn":
            turns += 1
            if turns == 4:
                for _ in range(requests):
                    halt.request()
            await stream.write(first_legal(message.turn))

    journal, _ = play(new_terms(run_directory), {"e1": interrupting}, count=3, halt=halt)

    if requests == 1:
        assert verdicts(journal) == {"m1.b1.r1": (OK, OK, OK)}
        assert journal.annulled == []
    else:
        assert journal.played == {}
        assert journal.annulled == [("m1.b1.r1", INTERRUPTED)]


def test_an_error_of_ours_stops_the_sitting_and_cleans_up(run_directory: Path) -> None:
    class FullDisk(MemoryJournal):
        def finish(self, played: Played) -> None:  # noqa: ARG002  # the disk is full for any
            raise OSError("no space left on device")

    names = contestants(e1="honest", e2="honest", e3="honest")

    async def main() -> None:
        sandbox, terms = LoopSandbox({"honest": honest}), new_terms(run_directory)
        await play_sitting(one_board_each(2), names, sandbox, terms, FullDisk(), Halt())

    with pytest.raises(OSError, match="no space left"):
        run(main)

    assert list(run_directory.iterdir()) == []


def test_two_rotations_of_a_board_are_never_in_one_sitting(run_directory: Path) -> None:
    (first,) = one_board_each(1)
    second = replace(first, match="m1.b1.r2", rotation=2, seating=("e2", "e3", "e1"))
    names = contestants(e1="honest", e2="honest", e3="honest")

    async def main() -> None:
        sandbox, terms = LoopSandbox({"honest": honest}), new_terms(run_directory)
        await play_sitting([first, second], names, sandbox, terms, MemoryJournal(), Halt())

    with pytest.raises(ValueError, match="twice"):
        run(main)


def test_a_trial_start_returns_what_the_program_calls_itself(run_directory: Path) -> None:
    async def polite(stream: Stream) -> None:
        hello = arena_pb2.Hello(protocol="arena.v1", games=["spades"], client="plumb 1.0")
        await stream.write(arena_pb2.PlayRequest(hello=hello))
        await receive(stream)
        await receive(stream)

    async def main() -> str:
        (contestant,) = contestants(e1="polite").values()
        sandbox = LoopSandbox({"polite": polite})
        return await try_start(contestant, sandbox, new_terms(run_directory))

    assert run(main) == "plumb 1.0"
    assert list(run_directory.iterdir()) == []


def test_a_trial_start_tells_the_author_what_was_wrong(run_directory: Path) -> None:
    async def stranger(stream: Stream) -> None:
        hello = arena_pb2.Hello(protocol="arena.v1", games=["euchre"])
        await stream.write(arena_pb2.PlayRequest(hello=hello))
        await receive(stream)

    async def main() -> str:
        (contestant,) = contestants(e1="stranger").values()
        sandbox = LoopSandbox({"stranger": stranger})
        return await try_start(contestant, sandbox, new_terms(run_directory))

    with pytest.raises(BotError, match=r"hello\.games was 'euchre', expected it to hold 'spades'"):
        run(main)


def test_seats_are_what_the_fixture_says(run_directory: Path) -> None:
    seats: dict[str, set[int]] = {"e1": set(), "e2": set(), "e3": set()}

    def noting(name: str) -> Bot:
        async def bot(stream: Stream) -> None:
            await greet(stream)
            while (message := await receive(stream)).WhichOneof("message") == "turn":
                seats[name] |= {each.spades.seat for each in message.turn.decisions}
                await stream.write(first_legal(message.turn))

        return bot

    play(new_terms(run_directory), {name: noting(name) for name in seats})

    assert seats == {"e1": {1}, "e2": {2}, "e3": {3}}
    assert Seat(0) == 0
