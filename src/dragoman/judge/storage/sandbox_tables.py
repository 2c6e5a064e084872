"""The tables of private boards."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

sandboxes = sa.Table(
    "sandboxes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("owner", sa.Integer, nullable=False, index=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("link", sa.String(32), unique=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("changed", Moment, nullable=False),
)
"""One row for each board; ``version`` is the number of the last event of its log."""

sandbox_log = sa.Table(
    "sandbox_log",
    metadata,
    sa.Column("sandbox", sa.Integer, sa.ForeignKey("sandboxes.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
)
"""What was done on each board. Its owner may remove the whole of it, and no part."""
