"""The codec of each game, by the name of the game and of its fields in the protocol."""

from collections.abc import Mapping

from arena.wire.codec import Codec
from arena.wire.euchre import EuchreCodec
from arena.wire.spades import SpadesCodec

CODECS: Mapping[str, Codec] = {
    "spades": SpadesCodec(),
    "euchre": EuchreCodec(),
}
