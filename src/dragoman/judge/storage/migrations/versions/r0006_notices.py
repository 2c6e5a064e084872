"""Mails about games, and accounts of programs."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
needs_stop = ""


def upgrade() -> None:
    op.add_column("people", sa.Column("owner", sa.Integer(), nullable=True))
    op.add_column("people", sa.Column("about", sa.Text(), nullable=True))
    op.create_index(op.f("ix_people_owner"), "people", ["owner"], unique=False)
    op.create_table(
        "wishes",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("results", sa.Boolean(), nullable=False),
        sa.Column("course", sa.Boolean(), nullable=False),
        sa.Column("votes", sa.Boolean(), nullable=False),
        sa.Column("seats", sa.Boolean(), nullable=False),
        sa.Column("press", sa.String(length=8), nullable=False),
        sa.Column("digest_hour", sa.Integer(), nullable=False),
        sa.Column("hours", sa.JSON(), nullable=False),
        sa.Column("stop", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("person"),
        sa.UniqueConstraint("stop"),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_notices_due"), "notices", ["due"], unique=False)
    op.create_table(
        "reminders",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("game", "person", "due"),
    )
    op.create_index(op.f("ix_reminders_due"), "reminders", ["due"], unique=False)
    op.create_table(
        "kept_press",
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "number"),
    )
    op.create_index(op.f("ix_kept_press_due"), "kept_press", ["due"], unique=False)
