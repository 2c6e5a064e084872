"""Those who agreed that programs may learn from their games."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
needs_stop = ""


def upgrade() -> None:
    op.create_table(
        "training",
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("person"),
    )
