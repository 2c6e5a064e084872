"""Passwords that people gave for one game."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "game_passwords",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("person", "game"),
    )
