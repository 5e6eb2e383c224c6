"""Everything that a league keeps, by verb.

A store is opened for reading, or exclusively: only the holder of the lock writes, and there is one
at a time. Intents are recorded before anything is played; a result and the change of its attempt's
state are one transaction; a result is never replaced, and only the operator takes one out. Once a
league is closed, nothing of it changes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from arena.moments import Moment, reached
from arena.record import LifeEnd
from arena.schedule import Fixture, Meeting
from arena.store import closing, intervening, reading, soundness, writing
from arena.store.opened import Opened
from arena.store.value import (
    Attempt,
    AttemptState,
    Checkpoint,
    Closing,
    Counts,
    Entrant,
    Intervention,
    InterventionKind,
    League,
    NewEntrant,
    Note,
    Result,
    SandboxKind,
    StoredEvidence,
    StoredLife,
    StoredSitting,
)


class Store(Opened):
    """A league's store; made by `create`, `open` or `open_exclusive`, ended by `close`."""

    def league(self) -> League:
        with self._reading() as connection:
            return reading.the_league(connection)

    def add_entrant(
        self, entrant: NewEntrant, schedule: Callable[[Entrant], Iterable[Meeting]] | None = None
    ) -> Entrant:
        """Admits `entrant`: as the next revision if its name is there already.

        `schedule` says which meetings are appended for it; both come about, or neither. Raises
        ConfigError if the same content has that name already, or if the name differs from
        another's only in ways that nobody sees.
        """
        with self._changing() as connection:
            admitted = writing.add_entrant(connection, entrant, self._clock())
            if schedule:
                writing.add_meetings(connection, schedule(admitted))
        reached(Moment.ENTRANT_STORED, admitted.id)
        return admitted

    def replace_image(self, entrant: str, image: str) -> None:
        """Notes that the image of an entrant was built again from its stored copy."""
        with self._changing() as connection:
            writing.replace_image(connection, entrant, image, self._clock())

    def entrants(self) -> tuple[Entrant, ...]:
        """Returns all entrants in order of admission."""
        with self._reading() as connection:
            return reading.all_entrants(connection)

    def entrant(self, entrant: str) -> Entrant:
        """Returns the entrant whose id is `entrant`; raises ConfigError if there is none."""
        with self._reading() as connection:
            return reading.entrant(connection, entrant)

    def revisions(self, name: str) -> tuple[Entrant, ...]:
        """Returns the entrants whose name counts as `name`, first revision first."""
        with self._reading() as connection:
            return reading.revisions(connection, name)

    def add_meetings(self, meetings: Iterable[Meeting]) -> None:
        """Appends to the schedule; the ids must continue it."""
        with self._changing() as connection:
            writing.add_meetings(connection, meetings)
        reached(Moment.SCHEDULE_STORED)

    def meetings(self, after: int = 0) -> Iterator[Meeting]:
        """Yields the schedule in order, without its first `after` meetings."""
        with self._reading() as connection:
            yield from reading.meetings_after(connection, after)

    def begin_sitting(self, sandbox: SandboxKind, arena: str) -> str:
        """Records a sitting that starts now, under the arena's version, and returns its id."""
        with self._changing() as connection:
            sitting = writing.begin_sitting(connection, sandbox, arena, self._clock())
        reached(Moment.SITTING_BEGUN, sitting)
        return sitting

    def end_sitting(self, sitting: str, cause: str | None = None) -> None:
        """Ends a sitting; its attempts that are still begun become interrupted by `cause`."""
        with self._changing() as connection:
            writing.end_sitting(connection, sitting, cause, self._clock())
        reached(Moment.SITTING_CLOSED, sitting)

    def sittings(self) -> tuple[StoredSitting, ...]:
        with self._reading() as connection:
            return reading.all_sittings(connection)

    def results_of_ended_sittings(self) -> int:
        """Returns how many matches were finished in sittings whose length is known."""
        with self._reading() as connection:
            return reading.results_of_ended_sittings(connection)

    def begin_attempts(self, fixtures: Iterable[Fixture], sitting: str) -> None:
        """Records the intent to play `fixtures` in `sitting`, all or none.

        Raises ArenaError if one of them has a result or is being played.
        """
        with self._changing() as connection:
            writing.begin_attempts(connection, fixtures, sitting, self._clock())
        reached(Moment.INTENT_STORED, sitting)

    def annul_attempt(self, match: str, cause: str) -> None:
        """Says that the attempt in progress does not count; the match is to be played again."""
        self._end_attempt(match, AttemptState.ANNULLED, cause)
        reached(Moment.ATTEMPT_ANNULLED, match)

    def interrupt_attempt(self, match: str, cause: str) -> None:
        """Says that the attempt in progress was not played to its end, by nobody's fault."""
        self._end_attempt(match, AttemptState.INTERRUPTED, cause)
        reached(Moment.ATTEMPT_INTERRUPTED, match)

    def attempts(self, match: str) -> tuple[Attempt, ...]:
        """Returns all attempts at `match`, the first one first."""
        with self._reading() as connection:
            return reading.attempts_at(connection, match)

    def add_result(self, result: Result, record: str, evidence: str) -> None:
        """Stores how the attempt in progress ended, for good.

        `record` and `evidence` are JSON text; only the record is ever exported. Raises ArenaError,
        and changes nothing, if the match has a result or is not being played.
        """
        with self._changing() as connection:
            writing.add_result(connection, result, record, evidence, self._clock())
        reached(Moment.RESULT_STORED, result.fixture.match)

    def results(self, after: int = 0) -> Iterator[Result]:
        """Yields the results in schedule order, without those of the first `after` meetings."""
        with self._reading() as connection:
            yield from reading.results_after(connection, after)

    def records(self) -> Iterator[tuple[Result, str]]:
        """Yields each result with its record, in schedule order."""
        with self._reading() as connection:
            yield from reading.results_with_records(connection)

    def annulled_records(self) -> Iterator[tuple[Result, int, str]]:
        """Yields each result that was annulled by hand, its attempt and its record, likewise."""
        with self._reading() as connection:
            yield from reading.annulled_with_records(connection)

    def find_result(self, match: str) -> Result | None:
        with self._reading() as connection:
            return reading.find_result(connection, match)

    def board_results(self, board: str) -> tuple[Result, ...]:
        """Returns the results that there are of a board's rotations, in their order."""
        with self._reading() as connection:
            return reading.board_results(connection, board)

    def find_record(self, match: str) -> str | None:
        """Returns the record of a finished match as JSON text."""
        with self._reading() as connection:
            return reading.find_record(connection, match)

    def find_evidence(self, match: str) -> str | None:
        """Returns the evidence for a finished match's verdicts as JSON text."""
        with self._reading() as connection:
            return reading.find_evidence(connection, match)

    def missing(self, fixtures: Iterable[Fixture]) -> Iterator[Fixture]:
        """Yields those of `fixtures`, given in schedule order, that have no result."""
        with self._reading() as connection:
            finished = reading.finished_places(connection)
            latest = next(finished, None)
            for fixture in fixtures:
                place = (int(fixture.meeting[1:]), fixture.board_number, fixture.rotation)
                while latest is not None and latest < place:
                    latest = next(finished, None)
                if latest != place:
                    yield fixture

    def counts(self) -> Counts:
        with self._reading() as connection:
            return reading.counts(connection)

    def is_unsandboxed(self) -> bool:
        """Returns whether some result comes from bots that ran as plain processes."""
        with self._reading() as connection:
            return reading.is_unsandboxed(connection)

    def add_life(self, sitting: str, entrant: str, end: LifeEnd) -> None:
        """Keeps how a bot's life in `sitting` ended, which it has just done."""
        with self._changing() as connection:
            now = self._clock()
            started_at = None if end.seconds is None else now - end.seconds
            writing.add_life(connection, StoredLife(sitting, entrant, started_at, now, end))
        reached(Moment.LIFE_STORED, entrant)

    def lives_of(self, entrant: str) -> tuple[StoredLife, ...]:
        """Returns the lives of an entrant, in the order in which they ended."""
        with self._reading() as connection:
            return reading.lives_of(connection, entrant)

    def lives_in(self, sitting: str) -> tuple[StoredLife, ...]:
        with self._reading() as connection:
            return reading.lives_in(connection, sitting)

    def evidence_against(self, entrant: str) -> tuple[StoredEvidence, ...]:
        """Returns the evidence of all matches of an entrant in which something went wrong.

        It may be about others at the table; annulled results are in it too.
        """
        with self._reading() as connection:
            return reading.evidence_against(connection, entrant)

    def annul_result(self, match: str, reason: str) -> Intervention:
        """Takes a result out of those that count, so that the match is missing again.

        It is kept for the record. Raises ConfigError, and changes nothing, if there is none.
        """
        with self._changing() as connection:
            return intervening.annul(connection, match, reason, self._clock())

    def disqualify(self, entrant: str, reason: str) -> Intervention:
        """Has nothing of an entrant count; raises ConfigError if that is so already."""
        with self._changing() as connection:
            return intervening.disqualify(connection, entrant, reason, self._clock())

    def withdraw(self, entrants: Iterable[str], reason: str | None) -> None:
        """Has nothing more of `entrants` be played; raises ConfigError if that is so of one."""
        with self._changing() as connection:
            intervening.withdraw(connection, entrants, reason, self._clock())

    def freeze(self, reason: str | None) -> Intervention:
        """Lets nobody in any more; raises ConfigError if that is so already."""
        with self._changing() as connection:
            return intervening.freeze(connection, reason, self._clock())

    def undo(
        self, kind: InterventionKind, target: str | None = None, reason: str | None = None
    ) -> Intervention:
        """Takes back the last intervention of that kind; raises ConfigError if none stands.

        A result comes back as it was, unless its match has been played again since.
        """
        with self._changing() as connection:
            return intervening.undo(connection, kind, target, reason, self._clock())

    def interventions(self) -> tuple[Intervention, ...]:
        """Returns what the operator did by hand, the first one first, undone or not."""
        with self._reading() as connection:
            return reading.all_interventions(connection)

    def close_league(self, secret: str) -> Closing:
        """Closes the league for good and publishes its secret; once it is closed, says how.

        Both are one transaction, which seals all that is stored.
        """
        with self._writing() as connection:
            made = closing.close(connection, secret, self._clock())
        reached(Moment.LEAGUE_CLOSED)
        return made

    def closing(self) -> Closing | None:
        """Returns how the league was closed; None while it is open."""
        with self._reading() as connection:
            return closing.find_closing(connection)

    def check_open(self) -> None:
        """Raises ConfigError if the league is closed."""
        with self._reading() as connection:
            closing.check_open(connection)

    def seal(self) -> str:
        """Returns the seal of all that a closed league has stored, as it stands now."""
        with self._reading() as connection:
            return closing.seal_now(connection)

    def oddities(self) -> Sequence[str]:
        """Returns what the database has, or lacks, that no arena has put there, in words."""
        with self._reading() as connection:
            return tuple(soundness.oddities(connection))

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Keeps `checkpoint` in place of an earlier one of the same fold."""
        with self._changing() as connection:
            writing.save_checkpoint(connection, checkpoint)
        reached(Moment.CHECKPOINT_STORED)

    def find_checkpoint(self, fold: str) -> Checkpoint | None:
        with self._reading() as connection:
            return reading.find_checkpoint(connection, fold)

    def add_note(self, kind: str, text: str) -> None:
        """Keeps what the operator was told or has accepted, with the time."""
        with self._changing() as connection:
            writing.add_note(connection, Note(kind, text, self._clock()))

    def notes(self) -> tuple[Note, ...]:
        with self._reading() as connection:
            return reading.all_notes(connection)

    def _end_attempt(self, match: str, state: AttemptState, cause: str) -> None:
        with self._changing() as connection:
            writing.end_attempt(connection, match, state, cause, self._clock())
