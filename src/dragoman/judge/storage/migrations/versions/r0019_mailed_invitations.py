"""Invitations that were mailed, and who wants none."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
needs_stop = ""

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "mailed_invitations",
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "key"),
    )
    op.create_index("ix_mailed_invitations_key", "mailed_invitations", ["key"])
    op.create_table(
        "uninvitable",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
