"""Tries to have the kernel compute for it by sockets, as CVE-2026-31431 did."""

import socket
from functools import partial

from calls import failing
from hostile import Player

KINDS = {
    "hash": ("hash", "sha256"),
    "cipher": ("skcipher", "cbc(aes)"),
    "sealed": ("aead", "gcm(aes)"),
    "random": ("rng", "stdrng"),
}


def _bind(kind: str, name: str) -> None:
    with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET) as user:
        user.bind((kind, name))


class Caller(Player):
    def deed(self) -> None:
        failing({word: partial(_bind, *kind) for word, kind in KINDS.items()})


if __name__ == "__main__":
    Caller().run()
