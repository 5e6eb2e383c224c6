"""What lies where in the directory of a league, and the secret that its cards come from.

Only its owner may look into it: it holds the cards of boards that are still played, and the
programs of all entrants, and bots that run as processes have users of their own.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from arena.deals import SECRET_BYTES
from arena.errors import ConfigError, HostError
from arena.moments import Moment, reached
from arena.store import DATABASE, find_drafts

SETTINGS_FILE = "league.toml"
_PRIVATE = 0o700


@dataclass(frozen=True, slots=True)
class Directory:
    """The directory of a league."""

    path: Path

    @property
    def settings(self) -> Path:
        return self.path / SETTINGS_FILE

    @property
    def secret(self) -> Path:
        return self.path / "secret"

    @property
    def submissions(self) -> Path:
        return self.path / "submissions"

    @property
    def logs(self) -> Path:
        """Where earlier arenas wrote what now only the database holds."""
        return self.path / "logs"

    def make(self) -> None:
        """Makes the directories; raises ConfigError where there is a league.

        What an `arena init` that was killed has left is no league: only its database makes it one.
        """
        is_begun = bool(find_drafts(self.database))
        beside = () if is_begun else (self.settings, self.secret)
        for file in (*beside, self.database):
            if file.exists():
                raise ConfigError(
                    f"{self.path} holds a league already ({file.name}): name another directory"
                )
        try:
            self.path.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
            self.submissions.mkdir(mode=_PRIVATE, exist_ok=True)
        except OSError as error:
            raise self._not_made(error) from None

    def write(self, settings_text: str, secret: bytes) -> None:
        """Writes secret and settings, in place of what an `arena init` that was killed has left."""
        try:
            _write(self.secret, secret.hex() + "\n", 0o600)
            reached(Moment.SECRET_WRITTEN)
            _write(self.settings, settings_text, 0o666)
            reached(Moment.SETTINGS_WRITTEN)
        except OSError as error:
            raise self._not_made(error) from None

    def _not_made(self, error: OSError) -> HostError:
        return HostError(
            f"cannot make a league in {self.path}: {error.strerror}; name a directory that can be "
            "written"
        )

    @property
    def database(self) -> Path:
        return self.path / DATABASE

    def read_secret(self) -> bytes:
        """Returns the secret; raises HostError if it is gone or not what it was made as."""
        try:
            secret = bytes.fromhex(self.secret.read_text(encoding="ascii"))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no hexadecimal number"
            raise HostError(
                f"cannot read the secret of the league, {self.secret} ({reason}): without it no "
                "card can be dealt, so bring it back from a copy"
            ) from None
        if len(secret) != SECRET_BYTES:
            raise HostError(f"{self.secret} is not the secret of a league: bring back a copy")
        return secret


def _write(path: Path, text: str, mode: int) -> None:
    """Writes a new file that has its mode, less the umask, from its first byte on."""
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
