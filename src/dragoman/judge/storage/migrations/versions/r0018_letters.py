"""Units with letters on maps, for whoever likes them."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
needs_stop = ""


def upgrade() -> None:
    letters = sa.Column("letters", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("looks", letters)
