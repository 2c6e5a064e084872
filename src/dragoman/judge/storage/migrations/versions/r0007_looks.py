"""Preferences for pages; complaints of all games, for admins."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "looks",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("scheme", sa.String(length=8), nullable=False),
        sa.Column("apart", sa.Boolean(), nullable=False),
        sa.Column("is_still", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_index(
        "ix_log_reported",
        "log",
        ["at"],
        unique=False,
        sqlite_where=sa.text("kind = 'MessageReported'"),
        postgresql_where=sa.text("kind = 'MessageReported'"),
    )
