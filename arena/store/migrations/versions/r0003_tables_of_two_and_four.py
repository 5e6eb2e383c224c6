"""The third format: meetings of two and of four entrants beside those of three."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_DISTINCT = (
    "first <> second AND third NOT IN (first, second) AND fourth NOT IN (first, second, third)"
)


def upgrade() -> None:
    with op.batch_alter_table("meetings", recreate="always") as meetings:
        meetings.alter_column("third", existing_type=sa.Text(), nullable=True)
        meetings.add_column(sa.Column("fourth", sa.Text(), nullable=True))
        meetings.create_foreign_key(op.f("fk_meetings_fourth"), "entrants", ["fourth"], ["id"])
        meetings.drop_constraint(op.f("ck_meetings_distinct"), type_="check")
        meetings.create_check_constraint(op.f("ck_meetings_distinct"), _DISTINCT)
        meetings.create_check_constraint(
            op.f("ck_meetings_in_order"), "third IS NOT NULL OR fourth IS NULL"
        )
