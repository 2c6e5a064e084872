"""The table of devices on which people are told by push."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

push_devices = sa.Table(
    "push_devices",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("endpoint", sa.Text, nullable=False, unique=True),
    sa.Column("key", sa.String(128), nullable=False),
    sa.Column("auth", sa.String(64), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("kinds", sa.JSON, nullable=False),
    sa.Column("created", Moment, nullable=False),
)
"""``endpoint`` is where its browser takes messages, ``key`` and ``auth`` what they are sealed with,
``kinds`` what they are about."""
