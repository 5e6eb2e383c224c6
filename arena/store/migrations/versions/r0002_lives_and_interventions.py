"""The second format: how bots' lives ended, and what operators did by hand.

What the evidence of a fault said of a bot's end moves to the life that it belongs to.
"""

import json
from collections.abc import Mapping

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_MOVED = ("exit_code", "oom", "stopped_by_arena", "stderr")
_OLD_MATCHES = """
    SELECT records.match
    FROM records JOIN results ON results.match = records.match
    JOIN attempts ON attempts.match = results.match AND attempts.number = results.attempt
    WHERE records.evidence LIKE '%"exit_code"%'
    ORDER BY attempts.ended_at, results.meeting, results.board_number, results.rotation
"""
_OLD_RECORD = """
    SELECT records.match, records.evidence, results.seating, attempts.sitting,
           attempts.begun_at, attempts.ended_at
    FROM records JOIN results ON results.match = records.match
    JOIN attempts ON attempts.match = results.match AND attempts.number = results.attempt
    WHERE records.match = :match
"""
_NEW_LIFE = """
    INSERT INTO lives
        (sitting, entrant, started_at, ended_at, ender, verdict, text, turns, exit_code, oom,
         cause, stderr)
    VALUES
        (:sitting, :entrant, :started_at, :ended_at, :ender, :verdict, :text, :turns, :exit_code,
         :oom, NULL, :stderr)
    ON CONFLICT (sitting, entrant) DO NOTHING
"""


def upgrade() -> None:
    _create_annulled_results()
    _create_lives()
    _create_interventions()
    _move_evidence(op.get_bind())


def _create_annulled_results() -> None:
    op.create_table(
        "annulled_results",
        sa.Column("match", sa.Text(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("meeting", sa.Integer(), nullable=False),
        sa.Column("board_number", sa.Integer(), nullable=False),
        sa.Column("rotation", sa.Integer(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("seating", sa.Text(), nullable=False),
        sa.Column("places", sa.Text(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.Column("verdicts", sa.Text(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match", "attempt"],
            ["attempts.match", "attempts.number"],
            name=op.f("fk_annulled_results_match_attempt"),
        ),
        sa.ForeignKeyConstraint(
            ["meeting"], ["meetings.seq"], name=op.f("fk_annulled_results_meeting")
        ),
        sa.PrimaryKeyConstraint("match", "attempt", name=op.f("pk_annulled_results")),
    )


def _create_lives() -> None:
    op.create_table(
        "lives",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("sitting", sa.Text(), nullable=False),
        sa.Column("entrant", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Float(), nullable=True),
        sa.Column("ended_at", sa.Float(), nullable=False),
        sa.Column("ender", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("exit_code", sa.Integer(), nullable=True),
        sa.Column("oom", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=True),
        sa.Column("stderr", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "ender IN ('itself', 'arena', 'memory', 'outside', 'unknown')",
            name=op.f("ck_lives_ender"),
        ),
        sa.CheckConstraint("oom IN (0, 1)", name=op.f("ck_lives_oom")),
        sa.ForeignKeyConstraint(["entrant"], ["entrants.id"], name=op.f("fk_lives_entrant")),
        sa.ForeignKeyConstraint(["sitting"], ["sittings.id"], name=op.f("fk_lives_sitting")),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_lives")),
        sa.UniqueConstraint("sitting", "entrant", name=op.f("uq_lives_sitting_entrant")),
    )
    op.create_index(op.f("ix_lives_entrant"), "lives", ["entrant"], unique=False)


def _create_interventions() -> None:
    op.create_table(
        "interventions",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("made_at", sa.Float(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('annul', 'disqualify', 'freeze', 'undo')", name=op.f("ck_interventions_kind")
        ),
        sa.CheckConstraint(
            "(kind = 'undo') = (undoes IS NOT NULL)", name=op.f("ck_interventions_undoes")
        ),
        sa.CheckConstraint(
            "(kind IN ('annul', 'disqualify')) = (target IS NOT NULL)",
            name=op.f("ck_interventions_target"),
        ),
        sa.CheckConstraint(
            "(kind = 'annul') = (attempt IS NOT NULL)", name=op.f("ck_interventions_attempt")
        ),
        sa.ForeignKeyConstraint(
            ["undoes"], ["interventions.seq"], name=op.f("fk_interventions_undoes")
        ),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_interventions")),
        sa.UniqueConstraint("undoes", name=op.f("uq_interventions_undoes")),
    )


def _move_evidence(connection: sa.Connection) -> None:
    for match in connection.execute(sa.text(_OLD_MATCHES)).scalars().all():
        row = connection.execute(sa.text(_OLD_RECORD), {"match": match}).mappings().one()
        pieces = json.loads(row["evidence"])
        seating = json.loads(row["seating"])
        for piece in pieces:
            if _tells_an_end(piece):
                life = _life_of(piece, row, seating[piece["seat"]])
                connection.execute(sa.text(_NEW_LIFE), life)
            for key in _MOVED:
                piece.pop(key, None)
            piece["allowed"] = None
        text = json.dumps(pieces, ensure_ascii=False)
        change = sa.text("UPDATE records SET evidence = :text WHERE match = :match")
        connection.execute(change, {"text": text, "match": row["match"]})


def _tells_an_end(piece: Mapping[str, object]) -> bool:
    """Says whether the bot had ended when this was written: else nothing is known of its end."""
    ended = (piece["exit_code"] is not None, piece["oom"], piece["stopped_by_arena"])
    return any(ended) or piece["stderr"] != ""


def _life_of(piece: Mapping[str, object], row: sa.RowMapping, entrant: str) -> dict[str, object]:
    ender = "itself" if piece["exit_code"] is not None else "unknown"
    ender = "arena" if piece["stopped_by_arena"] else ender
    ender = "memory" if piece["oom"] else ender
    return {
        "sitting": row["sitting"],
        "entrant": entrant,
        "started_at": row["begun_at"],
        "ended_at": row["ended_at"] or row["begun_at"],
        "ender": ender,
        "verdict": piece["verdict"],
        "text": piece["text"],
        "turns": piece["turn"] or 0,
        "exit_code": piece["exit_code"],
        "oom": int(bool(piece["oom"])),
        "stderr": piece["stderr"],
    }
