"""The fourth format: entrants that were withdrawn, among what was done by hand."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_CHECKS = {
    "kind": "kind IN ('annul', 'disqualify', 'freeze', 'withdraw', 'undo')",
    "target": "(kind IN ('annul', 'disqualify', 'withdraw')) = (target IS NOT NULL)",
}


def upgrade() -> None:
    with op.batch_alter_table("interventions", recreate="always") as interventions:
        for name, condition in _CHECKS.items():
            interventions.drop_constraint(op.f(f"ck_interventions_{name}"), type_="check")
            interventions.create_check_constraint(op.f(f"ck_interventions_{name}"), condition)
