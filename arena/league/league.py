"""A league: its entrants, its schedule, and what of it is still to be played.

The schedule is made once there are entrants for a table and somebody plans or plays; whoever comes
later is appended. What is missing is always the schedule less the results, and less what a benched
entrant would still have to play.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.deals import SECRET_BYTES, Dice, commitment
from arena.errors import ConfigError, HostError
from arena.games.game import Json
from arena.league.directory import Directory
from arena.league.settings import Settings, seat_mistakes
from arena.schedule import TRIO, Fixture, Kind, Meeting, extend, fixtures, full_limit
from arena.store import Entrant, InterventionKind, NewEntrant, NewLeague, Store, name_key
from arena.store import League as StoredLeague

ID_BYTES = 8


def version() -> str:
    """Returns the version of this arena."""
    try:
        return metadata.version("arena")
    except metadata.PackageNotFoundError:
        return "unknown"


@dataclass(frozen=True, slots=True)
class League:
    """An open league; made by `create`, `open` or `open_exclusive`, ended by `close`."""

    directory: Directory
    settings: Settings
    store: Store
    made: StoredLeague

    @classmethod
    def create(
        cls, path: Path, settings: Settings, settings_text: str, dice: Dice | None = None
    ) -> Self:
        """Makes a league in `path` and opens it exclusively.

        `dice` are for leagues whose cards may be known; else the secret is drawn here.
        """
        mistakes = seat_mistakes(settings.schedule, settings.rules.seats)
        if mistakes:
            told = (f"schedule.{key} {mistake}" for key, mistake in mistakes.items())
            raise ConfigError("; ".join(told))
        drawn = dice or Dice(secrets.token_bytes(SECRET_BYTES), secrets.token_hex(ID_BYTES))
        secret = drawn.secret
        directory = Directory(path)
        directory.make()
        new = NewLeague(
            id=drawn.league,
            name=settings.name,
            game=settings.rules.game,
            rules=settings.rules.to_json(),
            commitment=commitment(secret),
            settings=_fixed(settings),
            arena=version(),
        )
        store = Store.create(path, new, beside=lambda: directory.write(settings_text, secret))
        return cls(directory, settings, store, store.league())

    @classmethod
    def open(cls, path: Path, settings: Settings) -> Self:
        """Opens a league to look at it, while somebody else may play it."""
        return cls._opened(path, settings, Store.open(path))

    @classmethod
    def open_exclusive(cls, path: Path, settings: Settings, command: str) -> Self:
        """Opens a league to change it; raises HostError if another does."""
        return cls._opened(path, settings, Store.open_exclusive(path, command=command))

    @classmethod
    def _opened(cls, path: Path, settings: Settings, store: Store) -> Self:
        try:
            made = store.league()
            _check_fixed(path, made, settings)
        except BaseException:
            store.close()
            raise
        return cls(Directory(path), settings, store, made)

    def close(self) -> None:
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def seats(self) -> int:
        """How many sit at a table, and so how many rotations a board has."""
        return self.settings.rules.seats

    def dice(self) -> Dice:
        """Returns what deals the cards; raises HostError if the secret is not the committed one."""
        secret = self.directory.read_secret()
        if commitment(secret) != self.made.commitment:
            raise HostError(
                f"{self.directory.secret} is not the secret that this league was made with: "
                "bring it back from a copy"
            )
        return Dice(secret, self.made.id)

    def check_room(self) -> None:
        """Raises ConfigError if the league is closed, frozen, or can take nobody more."""
        self.store.check_open()
        frozen = [
            each
            for each in self.store.interventions()
            if (each.kind, each.undone_at) == (InterventionKind.FREEZE, None)
        ]
        if frozen:
            reason = f" ({frozen[-1].reason})" if frozen[-1].reason else ""
            raise ConfigError(
                f"this league is frozen{reason} and takes no more bots: "
                "`arena freeze --undo` opens it again"
            )
        entrants, seats = self.store.counts().entrants, self.seats
        if entrants >= full_limit(seats) and self._kind(entrants + 1) is Kind.FULL:
            other = (
                'with kind = "balanced" under [schedule] in its league.toml'
                if seats == TRIO
                else "for those who are still to come"
            )
            raise ConfigError(
                f"in this league every {seats} entrants meet, and it has {entrants} entrants, the "
                f"most for that: make another one, {other}"
            )

    def add_entrant(self, new: NewEntrant) -> Entrant:
        """Admits a bot; with it come its meetings, where there is a schedule already."""
        has_schedule = self.store.counts().meetings > 0
        return self.store.add_entrant(new, self._meetings_with if has_schedule else None)

    def newcomers(self) -> list[str]:
        """Returns the ids of the entrants that the schedule does not have."""
        scheduled = {entrant for meeting in self.store.meetings() for entrant in meeting.party}
        ids = (entrant.id for entrant in self.store.entrants())
        return [entrant for entrant in ids if entrant not in scheduled]

    def extend_schedule(self) -> tuple[Meeting, ...]:
        """Appends the meetings of those that it does not have yet, and returns them."""
        entrants = [entrant.id for entrant in self.store.entrants()]
        if len(entrants) < self.seats:
            raise ConfigError(
                f"{_count(len(entrants), 'entrant')} so far and a table needs {self.seats}: "
                "hand in more with `arena submit`"
            )
        added = self._missing_meetings(entrants)
        self.store.add_meetings(added)
        return added

    def _meetings_with(self, admitted: Entrant) -> tuple[Meeting, ...]:
        """Returns the meetings that are appended when `admitted` comes."""
        return self._missing_meetings([*(each.id for each in self.store.entrants()), admitted.id])

    def _missing_meetings(self, entrants: Sequence[str]) -> tuple[Meeting, ...]:
        """Returns the meetings of those of `entrants` that the schedule does not have yet."""
        meetings = tuple(self.store.meetings())
        scheduled = {entrant for meeting in meetings for entrant in meeting.party}
        newcomers = [entrant for entrant in entrants if entrant not in scheduled]
        so_far = [entrant for entrant in entrants if entrant in scheduled]
        kind, seed = self._kind(len(entrants)), int(self.made.id, 16)
        return extend(meetings, so_far, newcomers, kind, seed, self.seats)

    def _kind(self, entrants: int) -> Kind:
        return self.settings.schedule.kind.of(entrants, self.seats)

    def fixtures(self) -> Iterator[Fixture]:
        """Yields every match of the schedule in order."""
        boards = self.settings.schedule.boards
        for meeting in self.store.meetings():
            yield from fixtures(meeting, boards)

    def entrants_of(self, author: str) -> list[Entrant]:
        """Returns the entrants of an author, compared as names are."""
        key = name_key(author)
        entrants = self.store.entrants()
        return [
            each for each in entrants if each.author is not None and name_key(each.author) == key
        ]

    def names(self) -> Mapping[str, str]:
        """Returns what each entrant is called: with its revision where there are several."""
        entrants = self.store.entrants()
        return {entrant.id: _label(entrant, entrants) for entrant in entrants}


def _label(entrant: Entrant, entrants: tuple[Entrant, ...]) -> str:
    revisions = sum(other.name == entrant.name for other in entrants)
    return entrant.name if revisions == 1 else f"{entrant.name} (revision {entrant.revision})"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _fixed(settings: Settings) -> Json:
    """Returns what of the settings, besides game and rules, never changes."""
    schedule = settings.schedule
    return {"schedule.kind": schedule.kind.value, "schedule.boards": schedule.boards}


def _check_fixed(path: Path, made: StoredLeague, settings: Settings) -> None:
    """Raises ConfigError where league.toml says something else than the league was made with."""
    rules = settings.rules
    now = {"name": settings.name, "game": rules.game, **_rules(rules.to_json()), **_fixed(settings)}
    then = {"name": made.name, "game": made.game, **_rules(made.rules), **made.settings}
    changed = [
        f"{name} is {now.get(name)!r} there and was {then.get(name)!r}"
        for name in {**then, **now}
        if now.get(name) != then.get(name)
    ]
    if changed:
        raise ConfigError(
            f"{Directory(path).settings} was changed where it is fixed ({'; '.join(changed)}): "
            "put it back, or make another league with `arena init`"
        )


def _rules(rules: Json) -> Json:
    return {f"rules.{name}": value for name, value in rules.items()}
