"""Calls Play again: over another connection, over its own, again and again, or when it has left."""

import sys
import time

import grpc
from hostile import PLAY, Player, address, breach, did, sleep_for_ever
from raw import data, greeting, open_stream
from rawplay import RawPlayer

from arena.v1.arena_pb2 import Goodbye

_MANY = 40


def _play_again(times: int = 1) -> None:
    """Says how another call of Play ends; it is a breach if it is answered."""
    own = [("grpc.use_local_subchannel_pool", 1)]
    channel = grpc.insecure_channel(address(), options=own)
    play = channel.stream_stream(PLAY, request_serializer=bytes, response_deserializer=bytes)
    for _ in range(times):
        try:
            for response in play(iter([greeting().SerializeToString()]), timeout=2):
                breach(f"another call was answered: {response!r}")
            did("another call ended in silence")
        except grpc.RpcError as error:
            did(f"another call: {error}".replace("\n", " ")[:160])
            time.sleep(0.01)


class Beside(Player):
    def deed(self) -> None:
        _play_again()


class Many(Player):
    def deed(self) -> None:
        _play_again(_MANY)


class Over(RawPlayer):
    """Over its own connection, where the arena allows one stream at a time."""

    def deed(self) -> None:
        did("opened a second stream on the same connection")
        self.connection.sendall(open_stream(3) + data(greeting(), 3))


class Back(Player):
    """Leaves in the middle and comes back."""

    def deed(self) -> None:
        self.call.cancel()
        _play_again()
        sleep_for_ever()


class Late(Player):
    def on_goodbye(self, goodbye: Goodbye) -> None:
        del goodbye
        _play_again()


if __name__ == "__main__":
    forms = {"beside": Beside, "many": Many, "over": Over, "back": Back, "late": Late}
    forms[sys.argv[1]]().run()
