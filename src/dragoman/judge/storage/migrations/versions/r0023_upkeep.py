"""Announcements, clocks that stand still, a judge that is only read, shifts of deadlines."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "upkeep",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("oldest", sa.String(length=8), nullable=False),
        sa.Column("announced", sa.Text()),
        sa.Column("begins", sa.DateTime(timezone=True)),
        sa.Column("ends", sa.DateTime(timezone=True)),
        sa.Column("mode", sa.String(length=16)),
        sa.Column("since", sa.DateTime(timezone=True)),
        sa.Column("why", sa.Text()),
        sa.Column("back", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "shifts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seconds", sa.Integer()),
        sa.Column("stood", sa.DateTime(timezone=True)),
        sa.Column("taken_back", sa.Integer()),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "shifted_games",
        sa.Column("shift", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("before", sa.DateTime(timezone=True)),
        sa.Column("after", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(["shift"], ["shifts.id"]),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("shift", "game"),
    )
