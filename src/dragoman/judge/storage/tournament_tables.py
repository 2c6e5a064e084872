"""The table of tournaments that are shown to everybody."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("name", sa.String(60), primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("published", Moment, nullable=False),
    sa.Column("by", sa.Integer, nullable=False),
    sa.Column("shown", sa.JSON, nullable=False),
    sa.Column("games", sa.JSON, nullable=False),
)
"""Tournaments by the names that addresses have: what everybody may see of each, and nothing else,
as ``tournament.publishing`` makes it, and the games of the judge that are its boards."""
