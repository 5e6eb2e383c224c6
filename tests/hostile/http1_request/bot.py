"""Speaks HTTP/1: a plain request, or one that asks to go on in HTTP/2."""

import sys

from hostile import LOST, PLAY, did, leave
from raw import connect
from rawplay import hung_up_on

_REQUESTS = {
    "plain": f"GET {PLAY} HTTP/1.1\r\nHost: arena\r\n\r\n",
    "endless": f"POST {PLAY} HTTP/1.1\r\nHost: arena\r\n" + "X-More: more\r\n" * 10_000,
    "upgrade": (
        f"POST {PLAY} HTTP/1.1\r\nHost: arena\r\nConnection: Upgrade, HTTP2-Settings\r\n"
        "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
    ),
}

if __name__ == "__main__":
    is_over = hung_up_on(connect(), _REQUESTS[sys.argv[1]].encode())
    did("hung up on" if is_over else "left open")
    leave(LOST)
