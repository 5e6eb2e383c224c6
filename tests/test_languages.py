import secrets
import shutil
from pathlib import Path

import pytest
from google.protobuf.message import Message

from arena.config import default_settings
from arena.games import parse_rules
from arena.runner import Contestant, Said, Transcript, run
from arena.sandbox.process import ProcessSandbox
from arena.v1.arena_pb2 import PlayResponse
from arena.v1.euchre_pb2 import EuchreView
from arena.v1.spades_pb2 import SpadesView
from tests.languages.boards import PLANS, Plan, Sheet, Table, differences, play
from tests.languages.sample import SAMPLES, find_samples, make_spoiler, source_lines

COMMAND = ("python3", "kit", "bot.py")
SMALL = Plan("small", "spades", {"length": "deals:1"}, matches=2, tables=2)


@pytest.fixture
def bot(run_directory: Path) -> Path:
    """Returns a stored copy of Python's plumb, with its kit in it."""
    return stored(SAMPLES / "python" / "plumb", run_directory / "stored")


def stored(folder: Path, target: Path) -> Path:
    shutil.copytree(folder, target)
    shutil.copytree(folder.parent / "kit", target / "kit")
    return target


def played(plan: Plan, folder: Path, place: Path, transcript: Transcript | None = None) -> Sheet:
    settings = default_settings("test", parse_rules("spades", {}), {})
    spoiled = stored(make_spoiler(place / secrets.token_hex(4)), place / secrets.token_hex(4))
    bot, spoiler = (Contestant("", COMMAND, each, None) for each in (folder, spoiled))

    async def main() -> Sheet:
        sandbox = ProcessSandbox(place / "bots")
        try:
            return await play(plan, Table(bot, spoiler, sandbox, place), settings, transcript)
        finally:
            await sandbox.close()

    return run(main)


def test_the_same_bot_leaves_the_same_records(bot: Path, run_directory: Path) -> None:
    one, other = played(SMALL, bot, run_directory), played(SMALL, bot, run_directory)
    assert differences(other, one) == []
    assert other.equal_to(one) == SMALL.matches


def test_a_bot_that_loses_one_field_is_found_out(bot: Path, run_directory: Path) -> None:
    expected = played(SMALL, bot, run_directory)
    source = bot / "bot.py"
    source.write_text(source.read_text().replace("[1, seat.bid]", "[1, 0]"))
    found = differences(played(SMALL, bot, run_directory), expected)
    assert len(found) == SMALL.matches
    assert found[0].startswith("m1.b1.r1: deals 1 bids "), found[0]


def test_a_bot_that_breaks_off_is_found_out(bot: Path, run_directory: Path) -> None:
    expected = played(SMALL, bot, run_directory)
    (bot / "bot.py").write_text("def choose(view, seed): raise SystemExit(1)")
    found = differences(played(SMALL, bot, run_directory), expected)
    assert any("ended with crashed" in line for line in found), found


def fields_of(message: Message, prefix: str = "") -> set[str]:
    """Returns the names of the fields that are set, those of parts too."""
    found = set()
    for field, value in message.ListFields():
        found.add(f"{prefix}{field.name}")
        if field.message_type is not None:
            for part in value if field.is_repeated else [value]:
                found |= fields_of(part, f"{prefix}{field.name}.")
    return found


def all_fields(view: type[Message]) -> set[str]:
    names = {field.name for field in view.DESCRIPTOR.fields}
    seat = view.DESCRIPTOR.fields_by_name["seats"].message_type
    assert seat is not None, "a seat is a message"
    return names | {f"seats.{field.name}" for field in seat.fields}


def test_every_field_of_a_view_occurs_on_the_boards_that_all_samples_play(
    bot: Path, run_directory: Path
) -> None:
    seen: dict[str, set[str]] = {"spades": set(), "euchre": set()}

    def hear(said: Said) -> None:
        if isinstance(said.what, PlayResponse):
            for decision in said.what.turn.decisions:
                game = decision.WhichOneof("view")
                assert game is not None
                seen[game] |= fields_of(getattr(decision, game))

    for plan in PLANS:
        assert played(plan, bot, run_directory, hear).problems == []
    assert all_fields(SpadesView) - seen["spades"] == set()
    assert all_fields(EuchreView) - seen["euchre"] == set()


def test_python_is_the_reference_and_its_own_lines_are_counted() -> None:
    reference, *_ = find_samples()
    assert reference.language == "python"
    assert 40 < source_lines(reference.folder) < 60  # bot.py without its blank lines
