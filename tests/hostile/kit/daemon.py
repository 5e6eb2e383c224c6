"""Daemons: processes that leave their parent, its session and its terminal behind."""

import contextlib
import os
import signal


def daemon() -> bool:
    """Returns True in a new daemon that ignores signals, and False in the bot itself."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return False
    os.setsid()
    if os.fork():
        os._exit(0)
    os.chdir("/")
    for number in signal.valid_signals() - {signal.SIGCHLD}:
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)
    return True
