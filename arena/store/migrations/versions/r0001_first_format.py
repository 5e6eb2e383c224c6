"""The first format: a league, its entrants, schedule, sittings, attempts and results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_league()
    _create_entrants()
    _create_meetings()
    _create_sittings()
    _create_attempts()
    _create_results()
    _create_records()
    _create_checkpoints()
    _create_notes()


def _create_league() -> None:
    op.create_table(
        "league",
        sa.Column("only", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("arena", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.CheckConstraint("only = 1", name=op.f("ck_league_single")),
        sa.PrimaryKeyConstraint("only", name=op.f("pk_league")),
    )


def _create_entrants() -> None:
    op.create_table(
        "entrants",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("author", sa.Text(), nullable=True),
        sa.Column("sandbox", sa.Text(), nullable=False),
        sa.Column("image", sa.Text(), nullable=True),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("command", sa.Text(), nullable=False),
        sa.Column("manifest", sa.Text(), nullable=False),
        sa.Column("admitted_at", sa.Float(), nullable=False),
        sa.CheckConstraint("sandbox IN ('docker', 'process')", name=op.f("ck_entrants_sandbox")),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_entrants_revision")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_entrants")),
        sa.UniqueConstraint("id", name=op.f("uq_entrants_id")),
        sa.UniqueConstraint(
            "name_key", "digest", "sandbox", name=op.f("uq_entrants_name_key_digest_sandbox")
        ),
        sa.UniqueConstraint("name_key", "revision", name=op.f("uq_entrants_name_key_revision")),
    )


def _create_meetings() -> None:
    op.create_table(
        "meetings",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("first", sa.Text(), nullable=False),
        sa.Column("second", sa.Text(), nullable=False),
        sa.Column("third", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "first <> second AND second <> third AND third <> first",
            name=op.f("ck_meetings_distinct"),
        ),
        sa.ForeignKeyConstraint(["first"], ["entrants.id"], name=op.f("fk_meetings_first")),
        sa.ForeignKeyConstraint(["second"], ["entrants.id"], name=op.f("fk_meetings_second")),
        sa.ForeignKeyConstraint(["third"], ["entrants.id"], name=op.f("fk_meetings_third")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_meetings")),
        sa.UniqueConstraint("id", name=op.f("uq_meetings_id")),
    )


def _create_sittings() -> None:
    op.create_table(
        "sittings",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("sandbox", sa.Text(), nullable=False),
        sa.Column("arena", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Float(), nullable=False),
        sa.Column("ended_at", sa.Float(), nullable=True),
        sa.Column("cause", sa.Text(), nullable=True),
        sa.CheckConstraint("sandbox IN ('docker', 'process')", name=op.f("ck_sittings_sandbox")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_sittings")),
        sa.UniqueConstraint("id", name=op.f("uq_sittings_id")),
    )


def _create_attempts() -> None:
    op.create_table(
        "attempts",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("sitting", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=True),
        sa.Column("begun_at", sa.Float(), nullable=False),
        sa.Column("ended_at", sa.Float(), nullable=True),
        sa.CheckConstraint(
            "state IN ('begun', 'finished', 'annulled', 'interrupted')",
            name=op.f("ck_attempts_state"),
        ),
        sa.CheckConstraint("number >= 1", name=op.f("ck_attempts_number")),
        sa.ForeignKeyConstraint(["sitting"], ["sittings.id"], name=op.f("fk_attempts_sitting")),
        sa.PrimaryKeyConstraint("match", "number", name=op.f("pk_attempts")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_attempts_sitting"), "attempts", ["sitting"], unique=False)
    op.create_index(
        "uq_attempts_live",
        "attempts",
        ["match"],
        unique=True,
        sqlite_where=sa.text("state IN ('begun', 'finished')"),
    )


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("meeting", sa.Integer(), nullable=False),
        sa.Column("board_number", sa.Integer(), nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("seating", sa.Text(), nullable=False),
        sa.Column("places", sa.Text(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.Column("verdicts", sa.Text(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "attempt"],
            ["attempts.match", "attempts.number"],
            name=op.f("fk_results_match_attempt"),
        ),
        sa.ForeignKeyConstraint(["meeting"], ["meetings.seq"], name=op.f("fk_results_meeting")),
        sa.PrimaryKeyConstraint("meeting", "board_number", "rotation", name=op.f("pk_results")),
        sa.UniqueConstraint("match", name=op.f("uq_results_match")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_results_board"), "results", ["board"], unique=False)


def _create_records() -> None:
    op.create_table(
        "records",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["results.match"], name=op.f("fk_records_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_records")),
    )


def _create_checkpoints() -> None:
    op.create_table(
        "checkpoints",
        sa.Column("fold", sa.Text(), nullable=False),
        sa.Column("prefix", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("fold", name=op.f("pk_checkpoints")),
    )


def _create_notes() -> None:
    op.create_table(
        "notes",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("noted_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_notes")),
    )
