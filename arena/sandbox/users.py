"""Users of the machine that exist only by number, one for each life of a bot.

What the system grants to a user at most (inotify instances, waiting signals, memory of pipes) is so
each bot's own: none takes it from others, or tells them something by it.
A number is held for as long as a socket is bound to its name, by the arena or by the bot's
keeper; so two arenas on one machine never share one, and none outlives its holder.
"""

import errno
import socket
from dataclasses import dataclass

from arena.errors import HostError, SandboxError
from arena.sandbox.keeper import users_processes

FIRST_USER = 64_000
USERS = 1_000


@dataclass(frozen=True, slots=True)
class User:
    """A user and group number, held until `release`."""

    number: int
    held: socket.socket

    def release(self) -> None:
        self.held.close()


def reserve_user(first: int = FIRST_USER, count: int = USERS) -> User:
    """Returns a user that nobody else holds and that runs nothing."""
    for number in range(first, first + count):
        user = find_user(number)
        if user is None:
            continue
        if not users_processes(number):
            return user
        user.release()
    raise HostError(f"all users from {first} to {first + count - 1} are taken; stop other arenas")


def find_user(number: int) -> User | None:
    """Returns the user of that number, None while somebody holds it."""
    held = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        held.bind(f"\0arena-user-{number}")
    except OSError as error:
        held.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise SandboxError(f"cannot reserve user {number}: {error.strerror}") from None
    return User(number, held)
