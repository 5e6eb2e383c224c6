"""The tables of a league's database.

A change here needs a migration beside it, and a new entry at the end of FORMATS.
Integrity is the database's job: what must be unique is unique by constraint.
"""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

FORMATS = ("0001", "0002", "0003", "0004")
"""The revisions of the database, oldest first; the last is the one that this arena writes.
"""
SEALED_AS = "0003"
"""The last format that changed what tables hold, and not only what they allow.

A closed league is sealed in it (`closing.py`): a step that changes what tables hold has to check
the seal first, and to make it anew; any other leaves it as it is.
"""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

league = Table(
    "league",
    metadata,
    Column("only", Integer, primary_key=True),
    Column("id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("arena", Text, nullable=False),
    Column("created_at", Float, nullable=False),
    CheckConstraint("only = 1", name="single"),
)

entrants = Table(
    "entrants",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("author", Text),
    Column("sandbox", Text, nullable=False),
    Column("image", Text),
    Column("digest", Text, nullable=False),
    Column("command", Text, nullable=False),
    Column("manifest", Text, nullable=False),
    Column("admitted_at", Float, nullable=False),
    UniqueConstraint("name_key", "revision"),
    UniqueConstraint("name_key", "digest", "sandbox"),
    CheckConstraint("sandbox IN ('docker', 'process')", name="sandbox"),
    CheckConstraint("revision >= 1", name="revision"),
)

meetings = Table(
    "meetings",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("first", Text, ForeignKey("entrants.id"), nullable=False),
    Column("second", Text, ForeignKey("entrants.id"), nullable=False),
    Column("third", Text, ForeignKey("entrants.id")),
    Column("fourth", Text, ForeignKey("entrants.id")),
    CheckConstraint(
        "first <> second AND third NOT IN (first, second) AND fourth NOT IN (first, second, third)",
        name="distinct",
    ),
    CheckConstraint("third IS NOT NULL OR fourth IS NULL", name="in_order"),
)

sittings = Table(
    "sittings",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("sandbox", Text, nullable=False),
    Column("arena", Text, nullable=False),
    Column("started_at", Float, nullable=False),
    Column("ended_at", Float),
    Column("cause", Text),
    CheckConstraint("sandbox IN ('docker', 'process')", name="sandbox"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("match", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("sitting", Text, ForeignKey("sittings.id"), nullable=False, index=True),
    Column("state", Text, nullable=False),
    Column("cause", Text),
    Column("begun_at", Float, nullable=False),
    Column("ended_at", Float),
    CheckConstraint("state IN ('begun', 'finished', 'annulled', 'interrupted')", name="state"),
    CheckConstraint("number >= 1", name="number"),
    sqlite_with_rowid=False,
)
Index(
    "uq_attempts_live",
    attempts.c.match,
    unique=True,
    sqlite_where=text("state IN ('begun', 'finished')"),
)

results = Table(
    "results",
    metadata,
    Column("meeting", Integer, ForeignKey("meetings.seq"), primary_key=True),
    Column("board_number", Integer, primary_key=True),
    Column("rotation", Integer, primary_key=True),
    Column("match", Text, nullable=False, unique=True),
    Column("attempt", Integer, nullable=False),
    Column("board", Text, nullable=False, index=True),
    Column("seating", Text, nullable=False),
    Column("places", Text, nullable=False),
    Column("scores", Text, nullable=False),
    Column("verdicts", Text, nullable=False),
    Column("deals", Integer, nullable=False),
    ForeignKeyConstraint(["match", "attempt"], ["attempts.match", "attempts.number"]),
    sqlite_with_rowid=False,
)

records = Table(
    "records",
    metadata,
    Column("match", Text, ForeignKey("results.match"), primary_key=True),
    Column("record", Text, nullable=False),
    Column("evidence", Text, nullable=False),
)

annulled_results = Table(
    "annulled_results",
    metadata,
    Column("match", Text, primary_key=True),
    Column("attempt", Integer, primary_key=True),
    Column("meeting", Integer, ForeignKey("meetings.seq"), nullable=False),
    Column("board_number", Integer, nullable=False),
    Column("rotation", Integer, nullable=False),
    Column("board", Text, nullable=False),
    Column("seating", Text, nullable=False),
    Column("places", Text, nullable=False),
    Column("scores", Text, nullable=False),
    Column("verdicts", Text, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("record", Text, nullable=False),
    Column("evidence", Text, nullable=False),
    ForeignKeyConstraint(["match", "attempt"], ["attempts.match", "attempts.number"]),
)

lives = Table(
    "lives",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("sitting", Text, ForeignKey("sittings.id"), nullable=False),
    Column("entrant", Text, ForeignKey("entrants.id"), nullable=False, index=True),
    Column("started_at", Float),
    Column("ended_at", Float, nullable=False),
    Column("ender", Text, nullable=False),
    Column("verdict", Text),
    Column("text", Text, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("exit_code", Integer),
    Column("oom", Integer, nullable=False),
    Column("cause", Text),
    Column("stderr", Text, nullable=False),
    UniqueConstraint("sitting", "entrant"),
    CheckConstraint("ender IN ('itself', 'arena', 'memory', 'outside', 'unknown')", name="ender"),
    CheckConstraint("oom IN (0, 1)", name="oom"),
)

interventions = Table(
    "interventions",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("target", Text),
    Column("attempt", Integer),
    Column("reason", Text),
    Column("made_at", Float, nullable=False),
    Column("undoes", Integer, ForeignKey("interventions.seq"), unique=True),
    CheckConstraint("kind IN ('annul', 'disqualify', 'freeze', 'withdraw', 'undo')", name="kind"),
    CheckConstraint("(kind = 'undo') = (undoes IS NOT NULL)", name="undoes"),
    CheckConstraint(
        "(kind IN ('annul', 'disqualify', 'withdraw')) = (target IS NOT NULL)", name="target"
    ),
    CheckConstraint("(kind = 'annul') = (attempt IS NOT NULL)", name="attempt"),
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("fold", Text, primary_key=True),
    Column("prefix", Integer, nullable=False),
    Column("state", Text, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("seq", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("noted_at", Float, nullable=False),
)
