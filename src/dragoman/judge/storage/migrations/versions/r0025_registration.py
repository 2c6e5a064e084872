"""Registration: its rules, invitations, how people came, puzzles that were used."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
needs_stop = ""


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "registration_rules",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("value", sa.JSON(), nullable=False),
        sa.Column("since", moment, nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "account_invitations",
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("by_admin", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created", moment, nullable=False),
        sa.Column("until", moment, nullable=False),
        sa.Column("most", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index("ix_account_invitations_person", "account_invitations", ["person"])
    op.create_table(
        "registrations",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", moment, nullable=False),
        sa.Column("invitation", sa.String(length=32), nullable=True),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("waits", sa.Boolean(), nullable=False),
        sa.Column("notice", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["person"], ["people.id"]),
        sa.PrimaryKeyConstraint("person"),
    )
    op.create_index("ix_registrations_at", "registrations", ["at"])
    op.create_index("ix_registrations_invitation", "registrations", ["invitation"])
    op.create_table(
        "accepted_texts",
        sa.Column("version", sa.String(length=16), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("since", moment, nullable=False),
        sa.PrimaryKeyConstraint("version"),
    )
    op.create_table(
        "spent_puzzles",
        sa.Column("signature", sa.String(length=64), nullable=False),
        sa.Column("until", moment, nullable=False),
        sa.PrimaryKeyConstraint("signature"),
    )
