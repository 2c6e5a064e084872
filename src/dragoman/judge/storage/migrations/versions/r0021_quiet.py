"""The quiet of a copy that was restored."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "quiet",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
