"""The powers that players of tournaments wish."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "wish_calls",
        sa.Column("tournament", sa.String(length=60), nullable=False),
        sa.Column("by", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("bid_points", sa.Integer(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("tournament"),
    )
    op.create_table(
        "power_wishes",
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("tournament", sa.String(length=60), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("wished", sa.JSON(), nullable=False),
        sa.Column("bids", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("code"),
    )
    op.create_index("ix_power_wishes_tournament", "power_wishes", ["tournament"])
