"""Whoever reads along hears every message once, both ways, and changes nothing by it."""

from dataclasses import replace
from pathlib import Path

from arena.runner import Said, Way
from arena.v1 import arena_pb2
from tests.doubles import Bot, Stream, greet, new_terms, play, receive


def transcript(run_directory: Path, bots: dict[str, Bot] | None = None) -> list[Said]:
    """Returns what was said in a match of e1, e2 and e3."""
    said: list[Said] = []
    play(replace(new_terms(run_directory), transcript=said.append), bots)
    return said


def test_every_message_is_told_once_with_who_which_way_and_when(run_directory: Path) -> None:
    said = transcript(run_directory)

    for entrant in ("e1", "e2", "e3"):
        own = [each for each in said if each.entrant == entrant]
        kinds = [each.text.partition(":")[0] for each in own]
        assert kinds == ["hello", "welcome", *["turn", "moves"] * 18, "goodbye"]
        ways = [each.way for each in own]
        assert ways == [Way.FROM_BOT, Way.TO_BOT, *[Way.TO_BOT, Way.FROM_BOT] * 18, Way.TO_BOT]
        moments = [each.at for each in own]
        assert moments == sorted(moments)


def test_reading_along_changes_no_record(run_directory: Path) -> None:
    silent, _ = play(new_terms(run_directory))
    heard, _ = play(replace(new_terms(run_directory), transcript=lambda _said: None))

    assert heard.played["m1.b1.r1"].record == silent.played["m1.b1.r1"].record


def test_a_bye_is_told(run_directory: Path) -> None:
    async def tired(stream: Stream) -> None:
        await greet(stream)
        await receive(stream)
        await stream.write(arena_pb2.PlayRequest(bye=arena_pb2.Bye(reason="tired")))
        await receive(stream)

    texts = [each.text for each in transcript(run_directory, {"e2": tired}) if each.entrant == "e2"]

    assert texts[-2:] == [
        'bye: reason "tired"',
        'goodbye: reason resigned, text "it said bye: tired"',
    ]


def test_what_is_no_message_is_told_in_words(run_directory: Path) -> None:
    async def garbles(stream: Stream) -> None:
        await greet(stream)
        await receive(stream)
        moves = arena_pb2.Moves(turn=1, moves=[arena_pb2.Move(match=1)] * 90_000)
        await stream.write(arena_pb2.PlayRequest(moves=moves))
        await receive(stream)

    said = transcript(run_directory, {"e3": garbles})
    from_bot = [each for each in said if (each.entrant, each.way) == ("e3", Way.FROM_BOT)]

    assert from_bot[-1].text == "a message of 360006 bytes came, expected at most 262144"


def test_a_first_message_that_is_wrong_is_told_too(run_directory: Path) -> None:
    async def wrong(stream: Stream) -> None:
        await stream.write(arena_pb2.PlayRequest())
        await receive(stream)

    said = [each for each in transcript(run_directory, {"e1": wrong}) if each.entrant == "e1"]

    assert said[0].text == "a message with nothing set"
    assert said[1].text.startswith("goodbye: reason protocol")
