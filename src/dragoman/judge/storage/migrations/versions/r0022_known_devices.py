"""Browsers in which people have signed in."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "known_devices",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("ix_known_devices_person", "known_devices", ["person"])
