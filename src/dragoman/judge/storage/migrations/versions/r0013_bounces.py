"""The number of mails that came back from an address."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
needs_stop = ""


def upgrade() -> None:
    bounces = sa.Column("bounces", sa.Integer(), nullable=False, server_default="0")
    op.add_column("addresses", bounces)
