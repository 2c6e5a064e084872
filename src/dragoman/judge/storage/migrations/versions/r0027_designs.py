"""Designs in the workshop, and variants that are in no list because they are only tried."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "designs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("files", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_designs_person", "designs", ["person"])
    op.add_column(
        "variants", sa.Column("is_listed", sa.Boolean(), nullable=False, server_default=sa.true())
    )
