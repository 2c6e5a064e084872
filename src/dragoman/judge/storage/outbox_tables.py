"""The table of what waits to be sent."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("to", sa.Text, nullable=False),
    sa.Column("person", sa.Integer, index=True),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("once", sa.Text, unique=True),
    sa.Column("created", Moment, nullable=False),
    sa.Column("due", Moment, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("sent", Moment),
    sa.Column("error", sa.Text, nullable=False),
)
"""Mails and calls. ``due`` is when the next try is, or when whoever holds it now is taken for dead;
empty where it was sent or given up. ``once`` keeps the same thing from being written twice."""
