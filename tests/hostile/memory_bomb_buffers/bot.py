"""Fills pipes and sockets in many processes: memory of the kernel, which nobody reads."""

import contextlib
import os
import socket
import time

from hostile import Player, breach, did

CHILDREN = 60
PAIRS = 80
BUFFER = 1 << 20
MOST = 512 << 20


class BufferBomb(Player):
    def deed(self) -> None:
        did("children fill buffers")
        reading, writing = os.pipe()
        for _ in range(CHILDREN):
            if os.fork() == 0:
                _fill(writing)
                time.sleep(20)
                os._exit(0)
        os.close(writing)
        time.sleep(1.5)
        os.set_blocking(reading, False)
        with contextlib.suppress(BlockingIOError):
            total = sum(map(int, os.read(reading, 1 << 16).split()))
            if total > MOST:
                breach(f"the kernel holds {total >> 20} MiB for this bot")


def _fill(writing: int) -> None:
    held = []
    with contextlib.suppress(OSError):
        for _ in range(PAIRS):
            one, other = socket.socketpair()
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
            one.setblocking(False)
            held.append((one, other))
            size = one.send(bytes(BUFFER // 4))
            os.write(writing, b"%d " % size)


if __name__ == "__main__":
    BufferBomb().run()
