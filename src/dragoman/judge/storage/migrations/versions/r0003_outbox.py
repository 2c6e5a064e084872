"""Mails and calls that wait to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("to", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=True),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("once", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("once"),
    )
    op.create_index(op.f("ix_outbox_due"), "outbox", ["due"], unique=False)
    op.create_index(op.f("ix_outbox_person"), "outbox", ["person"], unique=False)
