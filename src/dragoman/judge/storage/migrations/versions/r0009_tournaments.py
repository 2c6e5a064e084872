"""Tournaments that are shown to everybody."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("published", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("shown", sa.JSON(), nullable=False),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
