"""The lines of an export, as strict values: what may stand in each, and in which form.

The JSON Schema is made from these, with what each game says of its own deals and rules.
"""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from arena.errors import ConfigError
from arena.games.game import LEAST_SEATS, MOST_SEATS
from arena.league import ID_BYTES, ScheduleKind
from arena.league.export import END, LEAGUE, MEETING, RECORD, STANDINGS
from arena.record import Verdict
from arena.store import LONGEST_NAME, parse_name

MOST_BOARDS = 1_000_000


def _real(text: str) -> str:
    """Returns a moment as it stands; raises ValueError if there never was one of that name."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"there is no such moment ({error})") from None
    if moment < datetime.fromtimestamp(0, UTC):
        raise ValueError("no arena was there before 1970")
    return text


def _name(text: str) -> str:
    """Returns a name as it stands; raises ValueError, in clean words, for one that may be none."""
    try:
        is_name = parse_name(text) == text
    except ConfigError as error:
        raise ValueError(str(error)) from None
    if not is_name:
        raise ValueError("it is not in NFC")
    return text


Moment = Annotated[
    str,
    Field(
        pattern=r"^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\+00:00$",
        description="UTC, to the second.",
    ),
    AfterValidator(_real),
]
Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256, in hexadecimal.")]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_name)]
EntrantId = Annotated[str, Field(pattern=r"^e[1-9][0-9]{0,8}$")]
MeetingId = Annotated[str, Field(pattern=r"^m[1-9][0-9]{0,8}$")]
BoardId = Annotated[str, Field(pattern=r"^m[1-9][0-9]{0,8}\.b[1-9][0-9]{0,8}$")]
MatchId = Annotated[str, Field(pattern=r"^m[1-9][0-9]{0,8}\.b[1-9][0-9]{0,8}\.r[1-9]$")]
Place = Annotated[int, Field(ge=1)]
Word = Annotated[Verdict, Field(strict=False)]
Share = Annotated[float, Field(ge=0, le=1)]


class Form(BaseModel):
    """A value that has exactly its fields, in their order, each of exactly its kind."""

    # In the library's own engine `$` is the very end: Python's lets a newline stand after it.
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


class ClosedForm(Form):
    """When the league was closed, and its secret."""

    at: Moment
    secret: Hash = Field(description="What all cards come from; 256 bits, in hexadecimal.")


class EntrantForm(Form):
    """An entrant: its id in the league, its name, and which revision under that name."""

    id: EntrantId
    entrant: Name
    revision: Annotated[int, Field(ge=1)]


class SettingsForm(Form):
    """What of the settings is fixed when a league is made, besides its rules."""

    kind: Annotated[ScheduleKind, Field(strict=False, alias="schedule.kind")]
    boards: Annotated[
        int,
        Field(ge=1, le=MOST_BOARDS, alias="schedule.boards", description="Boards of a meeting."),
    ]


class LeagueForm(Form):
    """The first line: what the league is made of."""

    format: Literal["arena-league/1"] = Field(description=f"Always {LEAGUE}.")
    id: str = Field(pattern=rf"^[0-9a-f]{{{2 * ID_BYTES}}}$")
    name: Name
    arena: str = Field(
        pattern=r"^[0-9A-Za-z][0-9A-Za-z.+!_-]{0,63}$",
        description="The version of the arena that made the league.",
    )
    game: str = Field(min_length=1, max_length=40)
    rules: dict[str, object] = Field(
        max_length=64, description="Every option of the rules by its name."
    )
    settings: SettingsForm
    commitment: Hash = Field(description="The SHA-256 of the secret, known from the beginning.")
    closed: ClosedForm | None
    entrants: list[EntrantForm] = Field(description="In the order in which they came.")
    disqualified: list[EntrantId] = Field(description="Of whom nothing counts.")
    withdrawn: list[EntrantId] = Field(
        default=[], description="Of whom nothing more is played; not there in earlier exports."
    )


class MeetingForm(Form):
    """A meeting of the schedule; its matches stand below it."""

    format: Literal["arena-meeting/1"] = Field(description=f"Always {MEETING}.")
    meeting: MeetingId
    entrants: list[EntrantId] = Field(
        min_length=LEAST_SEATS,
        max_length=MOST_SEATS,
        description="In the order in which the first rotation of the first board seats them.",
    )


class FaultForm(Form):
    """A forfeit, and where in the match it fell."""

    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)]
    verdict: Word
    deal: Annotated[int, Field(ge=1, description="The deal in play, from 1.")]
    decision: Annotated[int, Field(ge=0, description="How many actions that deal had seen.")]


class RecordForm(Form):
    """A match that counts and whose board is complete; lists go by seat unless they say else."""

    format: Literal["arena-record/1"] = Field(description=f"Always {RECORD}.")
    match: MatchId
    meeting: MeetingId
    board: BoardId
    rotation: Annotated[int, Field(ge=1, le=MOST_SEATS)]
    game: str
    rules: dict[str, object]
    commitment: Hash
    seats: list[EntrantForm] = Field(min_length=LEAST_SEATS, max_length=MOST_SEATS)
    first_dealer: Annotated[int, Field(ge=0, lt=MOST_SEATS)]
    deals: list[dict[str, object]] = Field(min_length=1, description="As the game writes them.")
    scores: list[int]
    places: list[Place | None] = Field(
        description="1 and the number strictly better; null for all where all have forfeited."
    )
    verdicts: list[Word]
    faults: list[FaultForm] = Field(description="In the order in which they fell.")


class StoredForm(Form):
    """A record as the store has it: what of a match a line of an export says, and no more."""

    game: str
    rules: dict[str, object]
    first_dealer: int
    deals: list[dict[str, object]] = Field(min_length=1)
    scores: list[int]
    places: list[Place | None]
    verdicts: list[Word]
    faults: list[FaultForm]


class StandingForm(EntrantForm):
    """A row of the table; its numbers are to their last digit."""

    place: Place
    mu: float
    sigma: float
    conservative: float = Field(description="mu − 3 sigma.")
    points_per_deal: float | None
    half_width: float | None = Field(description="Of the 95 % interval of points_per_deal.")
    shares: list[Share] = Field(description="Of matches in first place, in second place, …")
    matches: Annotated[int, Field(ge=0)]
    faults: Annotated[int, Field(ge=0, description="Forfeited matches.")]
    benched_from: MeetingId | None


class StandingsForm(Form):
    """The line of the table, best first."""

    format: Literal["arena-standings/1"] = Field(description=f"Always {STANDINGS}.")
    boards: Annotated[int, Field(ge=0, description="How many boards count.")]
    rows: list[StandingForm]


class EndForm(Form):
    """The last line: it binds all before it."""

    format: Literal["arena-end/1"] = Field(description=f"Always {END}.")
    lines: Annotated[int, Field(ge=0, description="How many lines stand before this one.")]
    sha256: Hash = Field(description="Of all bytes before this line.")


LINES: dict[str, type[Form]] = {
    LEAGUE: LeagueForm,
    MEETING: MeetingForm,
    RECORD: RecordForm,
    STANDINGS: StandingsForm,
    END: EndForm,
}
"""The form of a line by its format."""
