"""Clocks and faults in a sitting: what costs a seat, what costs nobody, and what is told."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import grpc
import pytest
from grpc import aio

from arena.clock import Clock
from arena.record import Verdict, replay
from arena.runner import Halt, Played, play_sitting, run
from arena.sandbox import Launch
from arena.v1 import arena_pb2, arena_pb2_grpc, cards_pb2
from tests.doubles import (
    Bot,
    LoopLife,
    LoopSandbox,
    MemoryJournal,
    Stream,
    answer_until,
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

HASTY = Clock(start=0.8, per_decision=0.02, bank=0.1, grace=0.1)
OK = Verdict.OK


async def stalls(stream: Stream) -> None:
    """Answers its bid and one card, then never again."""
    await greet(stream)
    await answer_until(stream, 2)
    await asyncio.Event().wait()


@pytest.mark.parametrize("entrant", ["e1", "e2", "e3"])
def test_a_bot_that_hangs_forfeits_and_the_match_goes_on(run_directory: Path, entrant: str) -> None:
    journal, _ = play(new_terms(run_directory, HASTY), {entrant: stalls})

    seat = int(entrant[1]) - 1
    (played,) = journal.played.values()
    assert [word for word in played.record.verdicts if word is not OK] == [Verdict.TIMEOUT]
    assert played.record.verdicts[seat] is Verdict.TIMEOUT
    assert played.record.places[seat] == 3
    assert played.record.faults[0].decision in {5, 6, 7, 8, 9}
    assert "the decision limit gives 0.020 s" in played.evidence[0].text


def test_a_bank_is_a_matchs_own_and_an_overrun_costs_all_in_the_turn(
    run_directory: Path,
) -> None:
    """Two tables in each turn: twice the budget is free, then both banks pay in full."""
    banks: dict[int, float] = {}
    slow: list[int] = []

    async def slow_once(stream: Stream) -> None:
        await greet(stream, tables=2)
        while (message := await receive(stream)).WhichOneof("message") == "turn":
            turn = message.turn
            if not slow:
                slow.extend(decision.match for decision in turn.decisions)
                free = turn.budget.ToTimedelta().total_seconds()
                assert free == pytest.approx(0.1 * len(slow))
                await asyncio.sleep(free + 0.2)  # it thinks for too long
            for decision in turn.decisions:
                banks[decision.match] = decision.bank.ToTimedelta().total_seconds()
            await stream.write(first_legal(turn))

    clock = Clock(start=5.0, per_decision=0.1, bank=30.0, grace=0.1)
    journal, _ = play(new_terms(run_directory, clock), {"e2": slow_once}, count=2)

    assert set(verdicts(journal).values()) == {(OK, OK, OK)}
    assert all(29.0 < banks[number] < 29.9 for number in slow)
    assert all(banks[number] == 30.0 for number in banks.keys() - slow)


def test_a_late_answer_costs_only_the_match_that_could_not_pay(run_directory: Path) -> None:
    """The first turn is over time and answered late; the bot plays its next match as ever."""

    async def late_once(stream: Stream) -> None:
        await greet(stream, tables=1)
        is_first = True
        while (message := await receive(stream)).WhichOneof("message") == "turn":
            if is_first:
                await asyncio.sleep(0.3)
                is_first = False
            await stream.write(first_legal(message.turn))

    clock = Clock(start=5.0, per_decision=0.02, bank=0.2, grace=5.0)
    journal, sandbox = play(new_terms(run_directory, clock), {"e3": late_once}, count=2)

    assert verdicts(journal) == {
        "m1.b1.r1": (OK, OK, Verdict.TIMEOUT),
        "m2.b1.r1": (OK, OK, OK),
    }
    assert sandbox.lives == 3


def test_the_arenas_own_work_is_not_charged(run_directory: Path) -> None:
    """A journal that is busy for longer than any bank, while a bot has a turn outstanding."""

    class BusyJournal(MemoryJournal):
        def finish(self, played: Played) -> None:
            super().finish(played)
            end = time.monotonic() + 0.3
            while time.monotonic() < end:
                pass

    journal, sandbox = BusyJournal(), LoopSandbox({"honest": honest})
    names = contestants(e1="honest", e2="honest", e3="honest")
    terms = new_terms(run_directory, HASTY)

    async def main() -> None:
        await play_sitting(one_board_each(6), names, sandbox, terms, journal, Halt())

    run(main)

    assert len(journal.played) == 6
    assert set(verdicts(journal).values()) == {(OK, OK, OK)}


async def never_greets(stream: Stream) -> None:
    del stream
    await asyncio.Event().wait()


async def resigns(stream: Stream) -> None:
    await greet(stream)
    await answer_until(stream, 3)
    await stream.write(arena_pb2.PlayRequest(bye=arena_pb2.Bye(reason="enough\x1b[31m")))
    await receive(stream)


async def answers_twice(stream: Stream) -> None:
    await greet(stream)
    turn = await answer_until(stream, 2)
    await stream.write(first_legal(turn))
    await stream.write(first_legal(turn))
    await receive(stream)
    await asyncio.Event().wait()


async def stays_silent_after_closing(stream: Stream) -> None:
    await greet(stream)
    await answer_until(stream, 2)
    await stream.done_writing()
    await asyncio.Event().wait()


async def illegal_for_ever(stream: Stream) -> None:
    await greet(stream)
    while (message := await receive(stream)).WhichOneof("message") == "turn":
        request = first_legal(message.turn)
        for move in request.moves.moves:
            move.spades.bid = 18
        await stream.write(request)


async def illegal_once(stream: Stream) -> None:
    await greet(stream)
    while (message := await receive(stream)).WhichOneof("message") == "turn":
        request = first_legal(message.turn)
        for decision, move in zip(message.turn.decisions, request.moves.moves, strict=True):
            if decision.spades.legal_bids and not decision.refusal:
                move.spades.card = cards_pb2.CARD_AS
        await stream.write(request)


@pytest.mark.parametrize("entrant", ["e1", "e2", "e3"])
@pytest.mark.parametrize(
    ("bot", "verdict", "words"),
    [
        (never_greets, Verdict.NO_CONNECT, "did not say hello within the start limit of 0.8 s"),
        (ends_at_once, Verdict.CRASHED, "exit code 1"),
        (resigns, Verdict.RESIGNED, "it said bye: enough"),
        (answers_twice, Verdict.PROTOCOL, "moves came when no turn was outstanding"),
        (stays_silent_after_closing, Verdict.PROTOCOL, "closed its stream without bye"),
        (illegal_for_ever, Verdict.ILLEGAL, "bid 18 is not legal here, expected one of: bid 0"),
    ],
)
def test_a_fault_costs_its_own_seat_alone(
    run_directory: Path, entrant: str, bot: Bot, verdict: Verdict, words: str
) -> None:
    clock = replace(HASTY, per_decision=5.0)
    journal, _ = play(new_terms(run_directory, clock), {entrant: bot})

    seat = int(entrant[1]) - 1
    (played,) = journal.played.values()
    expected = [OK, OK, OK]
    expected[seat] = verdict
    assert list(played.record.verdicts) == expected
    assert played.record.places[seat] == 3
    assert words in played.evidence[-1].text
    assert played.evidence[-1].forfeited
    assert not any(char in evidence.text for evidence in played.evidence for char in "\x1b\n")


@pytest.mark.parametrize(
    ("hello", "turns", "reason", "words"),
    [
        ("arena.v0", 0, "REASON_PROTOCOL", "hello.protocol was 'arena.v0', expected 'arena.v1'"),
        ("arena.v1", 2, "REASON_PROTOCOL", "moves.turn was 99, expected 3"),
    ],
)
def test_a_bot_at_fault_is_told_why(
    run_directory: Path, hello: str, turns: int, reason: str, words: str
) -> None:
    told: list[tuple[str, str]] = []

    async def at_fault(stream: Stream) -> None:
        greeting = arena_pb2.Hello(protocol=hello, games=["spades"])
        await stream.write(arena_pb2.PlayRequest(hello=greeting))
        message = await receive(stream)
        if message.WhichOneof("message") == "welcome":
            turn = await answer_until(stream, turns)
            turn.number = 99
            await stream.write(first_legal(turn))
            message = await receive(stream)
        goodbye = message.goodbye
        told.append((arena_pb2.Goodbye.Reason.Name(goodbye.reason), goodbye.text))

    play(new_terms(run_directory), {"e2": at_fault})

    assert told == [(reason, words)]


def test_an_illegal_answer_is_asked_again_with_its_reason(run_directory: Path) -> None:
    journal, _ = play(new_terms(run_directory), {"e2": illegal_once})

    (played,) = journal.played.values()
    assert played.record.verdicts == (OK, OK, OK)
    (evidence,) = played.evidence
    assert (evidence.seat, evidence.verdict, evidence.forfeited) == (1, Verdict.ILLEGAL, False)
    assert evidence.text.startswith("AS is not legal here, expected one of: bid 0 bid 1")


def test_what_a_lost_bot_had_not_begun_waits_for_a_later_sitting(run_directory: Path) -> None:
    journal, _ = play(new_terms(run_directory), {"e2": ends_at_once}, count=3)

    assert verdicts(journal) == {"m1.b1.r1": (OK, Verdict.CRASHED, OK)}
    assert journal.begun == ["m1.b1.r1"]


def test_a_bot_that_does_not_start_forfeits_its_first_meeting_alone(run_directory: Path) -> None:
    journal, _ = play(
        new_terms(run_directory, HASTY), {"e1": never_greets, "e3": never_greets}, count=3
    )

    assert verdicts(journal) == {"m1.b1.r1": (Verdict.NO_CONNECT, OK, Verdict.NO_CONNECT)}
    assert journal.played["m1.b1.r1"].record.places == (2, 1, 2)


def test_a_bot_that_greets_and_goes_forfeits_one_meeting(run_directory: Path) -> None:
    """It is gone before it has a seat, while the others are still starting."""
    has_gone = asyncio.Event()

    async def greets_and_goes(stream: Stream) -> None:
        await greet(stream)
        has_gone.set()

    async def starts_late(stream: Stream) -> None:
        await has_gone.wait()
        await honest(stream)

    bots = {"e1": greets_and_goes, "e2": starts_late, "e3": starts_late}
    journal, _ = play(new_terms(run_directory), bots, count=3)

    (words,) = verdicts(journal).values()
    assert words[1:] == (OK, OK)
    assert words[0] in {Verdict.CRASHED, Verdict.PROTOCOL}


def test_forfeits_of_an_absent_bot_do_not_crowd_the_others(run_directory: Path) -> None:
    """Two boards of a meeting are forfeited, to bots that play one table at a time."""
    first, second = one_board_each(2)
    fixtures = [first, replace(second, meeting=first.meeting, board=f"{first.meeting}.b2")]
    sizes: list[int] = []

    async def one_at_a_time(stream: Stream) -> None:
        await greet(stream, tables=1)
        while (message := await receive(stream)).WhichOneof("message") == "turn":
            sizes.append(len(message.turn.decisions))
            await stream.write(first_legal(message.turn))

    sandbox = LoopSandbox({"never": never_greets, "one": one_at_a_time})
    names, journal = contestants(e1="one", e2="never", e3="one"), MemoryJournal()

    async def main() -> None:
        terms = new_terms(run_directory, HASTY)
        await play_sitting(fixtures, names, sandbox, terms, journal, Halt())

    run(main)

    assert len(journal.played) == 2
    assert set(sizes) == {1}


def test_three_forfeits_award_no_places(run_directory: Path) -> None:
    bots = dict.fromkeys(("e1", "e2", "e3"), never_greets)
    journal, _ = play(new_terms(run_directory, HASTY), bots)

    (played,) = journal.played.values()
    assert played.record.places == (None, None, None)
    assert len(replay(played.record).deals) == 1


def test_the_others_are_told_who_was_replaced(run_directory: Path) -> None:
    replaced: list[int] = []

    async def listening(stream: Stream) -> None:
        await greet(stream)
        while (message := await receive(stream)).WhichOneof("message") == "turn":
            replaced.extend(
                notice.seat
                for notice in message.turn.notices
                if notice.kind == arena_pb2.Notice.KIND_SEAT_REPLACED
            )
            await stream.write(first_legal(message.turn))

    play(new_terms(run_directory), {"e1": listening, "e2": ends_at_once})

    assert replaced == [2]


def test_a_second_play_is_refused(run_directory: Path) -> None:
    refusals: list[str] = []

    async def comes_twice(stream: Stream) -> None:
        await greet(stream)
        turn = (await receive(stream)).turn
        own = (("grpc.use_local_subchannel_pool", 1),)  # or it would share the first connection
        async with aio.insecure_channel(f"unix:{sockets[0]}/bot.sock", own) as channel:
            second = arena_pb2_grpc.ArenaServiceStub(channel).Play()
            try:
                await second.read()
            except grpc.RpcError as error:
                refusals.append(str(error))
        await stream.write(first_legal(turn))
        while (message := await receive(stream)).WhichOneof("message") == "turn":
            await stream.write(first_legal(message.turn))

    sockets: list[Path] = []

    class Noting(LoopSandbox):
        async def start(self, launch: Launch) -> LoopLife:
            if launch.command[0] == "twice" and launch.socket_directory is not None:
                sockets.append(launch.socket_directory)
            return await super().start(launch)

    sandbox, journal = Noting({"twice": comes_twice, "honest": honest}), MemoryJournal()
    names = contestants(e1="twice", e2="honest", e3="honest")

    async def main() -> None:
        terms = new_terms(run_directory)
        await play_sitting(one_board_each(1), names, sandbox, terms, journal, Halt())

    run(main)

    assert set(verdicts(journal).values()) == {(OK, OK, OK)}
    assert "has called Play before" in refusals[0]
