"""A day of metrics, and people by when they registered."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "metrics_history",
        sa.Column("process", sa.String(length=100), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("process", "at"),
    )
    op.create_index("ix_metrics_history_at", "metrics_history", ["at"])
    op.create_index("ix_people_created", "people", ["created"])
