"""Calls what there is not, or what there is in the wrong way, and then plays as it should."""

import sys

import grpc
from hostile import PLAY, Player, address, breach, did
from raw import CONTENT, GRPC, data, greeting, open_stream, opening
from rawplay import attack

_NAMES = {
    "unknown": ("/arena.v1.ArenaService/Cheat", "/", "//", "/arena.v1.ArenaService/", "/x/y/z"),
    "many": tuple(f"/arena.v1.ArenaService/Method{number}" for number in range(40)),
    "reflection": (
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo",
        "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
        "/grpc.health.v1.Health/Check",
        "/grpc.channelz.v1.Channelz/GetServers",
    ),
}
_HEADERS = {
    "a wrong type": {**GRPC, CONTENT: "application/json"},
    "no type": {name: value for name, value in GRPC.items() if name != CONTENT},
    "GET": {**GRPC, ":method": "GET"},
    "no path": {name: value for name, value in GRPC.items() if name != ":path"},
    "a path of 4 KiB": {**GRPC, ":path": "/" + "x" * 4096},
    "no pseudo-headers": {CONTENT: "application/grpc"},
    "no time at all": {**GRPC, "grpc-timeout": "0n"},
    "a deadline that is no time": {**GRPC, "grpc-timeout": "soon"},
    "an unknown compression": {**GRPC, "grpc-encoding": "zip" * 100},
    "a wrong scheme": {**GRPC, ":scheme": "\N{BLACK SPADE SUIT}"},
}


class Odd(Player):
    def deed(self) -> None:
        own = [("grpc.use_local_subchannel_pool", 1)]
        with grpc.insecure_channel(address(), options=own) as channel:
            for name in _NAMES.get(sys.argv[1], ()):
                _call(channel, name)
        if sys.argv[1] == "headers":
            for what, headers in _HEADERS.items():
                attack(what, opening() + open_stream(1, headers) + data(greeting()))


class Unary(Player):
    """Calls Play as if it took one message, while it plays."""

    def deed(self) -> None:
        with grpc.insecure_channel(address(), [("grpc.use_local_subchannel_pool", 1)]) as channel:
            _call(channel, PLAY)


def _call(channel: grpc.Channel, name: str) -> None:
    call = channel.unary_unary(name, request_serializer=bytes, response_deserializer=bytes)
    try:
        breach(f"{name} answered {call(greeting().SerializeToString(), timeout=2)!r}")
    except grpc.RpcError as error:
        did(f"{name[-40:]}: {error}".replace("\n", " ")[:200])


if __name__ == "__main__":
    (Unary if sys.argv[1] == "unary" else Odd)().run()
