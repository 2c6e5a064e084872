"""The tables of published tournaments and of what their players wish. They are of the same
``metadata`` as all others."""

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

wish_calls = sa.Table(
    "wish_calls",
    metadata,
    sa.Column("tournament", sa.String(60), primary_key=True),
    sa.Column("by", sa.Integer, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("bid_points", sa.Integer, nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False),
)
"""Tournaments whose players are asked which powers they wish; ``bid_points`` is what each may bid,
0 where powers go by lists."""

power_wishes = sa.Table(
    "power_wishes",
    metadata,
    sa.Column("code", sa.String(16), primary_key=True),
    sa.Column("tournament", sa.String(60), nullable=False, index=True),
    sa.Column("player", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("wished", sa.JSON, nullable=False),
    sa.Column("bids", sa.JSON, nullable=False),
)
"""One row for each player who is asked: the code of his link, and what he wishes."""
