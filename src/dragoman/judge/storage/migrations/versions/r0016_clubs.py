"""Relations between people, and their clubs."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
needs_stop = ""

_MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "relations",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("other", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("person", "other"),
    )
    op.create_index("ix_relations_other", "relations", ["other"])
    op.create_table(
        "clubs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("founded", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "club_members",
        sa.Column("club", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("role", sa.String(length=8), nullable=False),
        sa.Column("since", _MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"]),
        sa.PrimaryKeyConstraint("club", "person"),
    )
    op.create_index("ix_club_members_person", "club_members", ["person"])
    op.create_table(
        "club_games",
        sa.Column("club", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"]),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("club", "game"),
    )
    op.create_index("ix_club_games_game", "club_games", ["game"])
    op.create_table(
        "club_dates",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club", sa.Integer(), nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_club_dates_club", "club_dates", ["club"])
