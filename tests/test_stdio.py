"""A slot of lines: what it hands over, when, and how much it reads meanwhile."""

import asyncio

from arena.bots import StdioSlot
from arena.v1 import arena_pb2
from arena.wire import MAX_MESSAGE_BYTES, Incoming, Reason, goodbye_to_message
from tests.test_bots import Heard

BYE = b'{"bye":{"reason":"tired"}}\n'
MESSAGE = Incoming(bye=arena_pb2.Bye(reason="tired"))


class Streams:
    """Streams in memory."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_paused = self.is_muted = self.is_input_ended = self.is_closed = False

    def attach(self, sink: StdioSlot) -> None: ...

    def pause(self) -> None:
        self.is_paused = True

    def resume(self) -> None:
        self.is_paused = False

    def mute(self) -> None:
        self.is_muted = True

    async def write(self, data: bytes) -> None:
        self.written.append(data)

    def end_input(self) -> None:
        self.is_input_ended = True

    def close(self) -> None:
        self.is_closed = True


class MutesAtOnce(Heard):
    """A listener that wants no second message, as one that has found a fault."""

    slot: StdioSlot

    def received(self, message: Incoming) -> None:
        super().received(message)
        self.slot.mute()


def attached(heard: Heard) -> tuple[StdioSlot, Streams]:
    slot, streams = StdioSlot(heard), Streams()
    slot.attach(streams)
    return slot, streams


async def rounds(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_a_message_is_one_line_each_way() -> None:
    heard = Heard()
    slot, streams = attached(heard)

    slot.fed(BYE)
    await slot.send(goodbye_to_message(Reason.FINISHED, "all tables\nare done"))
    slot.finish()

    assert heard.messages == [MESSAGE]
    assert streams.written == [
        b'{"goodbye":{"reason":"REASON_FINISHED","text":"all tables\\nare done","notices":[]}}\n'
    ]
    assert streams.is_input_ended
    await slot.close()
    await slot.close()
    assert streams.is_closed


async def test_lines_come_one_in_a_round_and_nothing_is_read_meanwhile() -> None:
    heard = Heard()
    slot, streams = attached(heard)

    slot.fed(BYE * 3)
    assert (len(heard.messages), streams.is_paused) == (1, True)
    await rounds(1)
    assert (len(heard.messages), streams.is_paused) == (2, True)
    await rounds(2)

    assert (len(heard.messages), streams.is_paused) == (3, False)


async def test_a_slot_that_is_muted_hands_nothing_over_of_what_it_has() -> None:
    heard = MutesAtOnce()
    heard.slot, streams = attached(heard)

    heard.slot.fed(BYE * 1000)
    heard.slot.fed(BYE)
    heard.slot.ended()
    await rounds(3)

    assert len(heard.messages) == 1
    assert streams.is_muted
    assert not heard.ended.is_set()


async def test_a_line_may_come_in_pieces() -> None:
    heard = Heard()
    slot, _ = attached(heard)

    for byte in BYE[:-1]:
        slot.fed(bytes([byte]))
        assert heard.messages == []
    assert slot.find_snag().startswith(f"; {len(BYE) - 1} bytes had come without the newline")
    slot.fed(b"\r\n")

    assert heard.messages == [MESSAGE]
    assert slot.find_snag() == ""


async def test_all_lines_come_before_the_end_and_half_a_line_does_not_count() -> None:
    heard = Heard()
    slot, _ = attached(heard)

    slot.fed(BYE * 2 + BYE[:-1])
    slot.ended()
    assert not heard.ended.is_set()
    await rounds(3)

    assert heard.messages == [MESSAGE, MESSAGE]
    assert heard.garbage == []
    assert heard.ended.is_set()


async def test_empty_lines_are_nothing_but_as_long_as_they_are() -> None:
    heard = Heard()
    slot, streams = attached(heard)
    half = b"\n" * (MAX_MESSAGE_BYTES // 2)

    slot.fed(half + BYE + half + BYE)
    await rounds(2)
    assert len(heard.messages) == 2
    slot.fed(half)
    assert not streams.is_paused
    slot.fed(half + b"\n")

    assert len(heard.garbage) == 1
    assert "more than 262144 bytes" in heard.garbage[0]
    assert streams.is_muted


async def test_a_line_without_end_is_read_no_further_than_a_message_may_be_long() -> None:
    heard = Heard()
    slot, streams = attached(heard)

    for _ in range(MAX_MESSAGE_BYTES // 4096):
        slot.fed(b"x" * 4096)
    assert heard.garbage == []
    slot.fed(b"x")
    slot.fed(b"x" * 4096)

    assert len(heard.garbage) == 1
    assert streams.is_muted


async def test_what_is_garbled_is_told_once_and_nothing_after_it() -> None:
    heard = Heard()
    slot, _ = attached(heard)

    slot.fed(b"Ready!\n" * 5 + BYE)
    await rounds(10)

    assert heard.messages == []
    assert len(heard.garbage) == 1
    assert "standard output is for messages; print to standard error" in heard.garbage[0]


async def test_a_bot_that_was_never_heard_may_not_flush() -> None:
    slot, _ = attached(Heard())

    assert "is it flushed after each message?" in slot.find_snag()


async def test_a_slot_without_streams_says_nothing_and_closes() -> None:
    """As when the bot could not be started."""
    slot = StdioSlot(Heard())

    await slot.open()
    await slot.send(goodbye_to_message(Reason.STOPPED, ""))
    slot.finish()
    await slot.close()
