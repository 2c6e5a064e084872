"""Games in which the players of another meet again."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "rematches",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("following", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.ForeignKeyConstraint(["following"], ["games.id"]),
        sa.PrimaryKeyConstraint("game"),
    )
