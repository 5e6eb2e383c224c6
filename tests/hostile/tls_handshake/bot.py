"""Asks for TLS, by a handshake of its own or as a channel of gRPC."""

import ssl
import sys

import grpc
from hostile import LOST, PLAY, address, did, leave
from raw import connect, greeting


def _shake() -> None:
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    try:
        context.wrap_socket(connect())
    except OSError as error:
        did(f"no handshake: {type(error).__name__}")


def _call() -> None:
    channel = grpc.secure_channel(address(), grpc.ssl_channel_credentials())
    play = channel.stream_stream(PLAY, request_serializer=bytes, response_deserializer=bytes)
    try:
        for _ in play(iter([greeting().SerializeToString()]), timeout=3):
            did("answered")
    except grpc.RpcError as error:
        did(f"no channel: {error}"[:60])


if __name__ == "__main__":
    {"handshake": _shake, "channel": _call}[sys.argv[1]]()
    leave(LOST)
