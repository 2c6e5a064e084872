"""Links that invite to games."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "links",
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index("ix_links_game", "links", ["game"])
