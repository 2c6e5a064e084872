"""Guests: people who play without an account."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
needs_stop = ""


def upgrade() -> None:
    guest = sa.Column("is_guest", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("people", guest)
