"""Results of games that are over, ratings, private boards."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("how", sa.String(length=16), nullable=False),
        sa.Column("played", sa.Boolean(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("scoring", sa.Text(), nullable=False),
        sa.Column("last", sa.String(length=16), nullable=False),
        sa.Column("years", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game"),
    )
    op.create_index("ix_results_order", "results", ["ended", "game"], unique=False)
    op.create_index("ix_results_variant", "results", ["variant", "ended", "game"], unique=False)
    op.create_table(
        "result_seats",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("power", sa.Text(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=True),
        sa.Column("sharers", sa.Integer(), nullable=False),
        sa.Column("survived", sa.Boolean(), nullable=False),
        sa.Column("centers", sa.Integer(), nullable=False),
        sa.Column("points", sa.Text(), nullable=True),
        sa.Column("rated", sa.Integer(), nullable=True),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["results.game"]),
        sa.PrimaryKeyConstraint("game", "power"),
    )
    op.create_index(op.f("ix_result_seats_person"), "result_seats", ["person"], unique=False)
    op.create_table(
        "conduct",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("due", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.Column("departures", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "person"),
    )
    op.create_index(op.f("ix_conduct_person"), "conduct", ["person"], unique=False)
    op.create_table(
        "pools",
        sa.Column("pool", sa.String(length=200), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("behind", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("pool"),
    )
    op.create_index(op.f("ix_pools_behind"), "pools", ["behind"], unique=False)
    op.create_table(
        "ratings",
        sa.Column("game", sa.Integer(), nullable=False),
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("pool", sa.String(length=200), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("mu", sa.Float(precision=53), nullable=False),
        sa.Column("sigma", sa.Float(precision=53), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"]),
        sa.PrimaryKeyConstraint("game", "person"),
    )
    op.create_index(
        "ix_ratings_order", "ratings", ["pool", "person", "ended", "game"], unique=False
    )
    op.create_table(
        "sandboxes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("link", sa.String(length=32), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("link"),
    )
    op.create_index(op.f("ix_sandboxes_owner"), "sandboxes", ["owner"], unique=False)
    op.create_table(
        "sandbox_log",
        sa.Column("sandbox", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["sandbox"], ["sandboxes.id"]),
        sa.PrimaryKeyConstraint("sandbox", "number"),
    )
