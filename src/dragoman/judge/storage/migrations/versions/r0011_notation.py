"""The notation in which somebody likes to read and write orders."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
needs_stop = ""


def upgrade() -> None:
    notation = sa.Column("notation", sa.String(length=16), nullable=False, server_default="")
    op.add_column("looks", notation)
