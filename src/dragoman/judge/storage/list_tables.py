"""The tables that lists of games are made from. All of it follows from the logs."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import metadata

with extra("judge"):
    import sqlalchemy as sa

listings = sa.Table(
    "listings",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("variant", sa.Text, nullable=False, index=True),
    sa.Column("stage", sa.String(16), nullable=False, index=True),
    sa.Column("is_listed", sa.Boolean, nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False, index=True),
    sa.Column("summary", sa.JSON, nullable=False),
)
"""What everybody may know of a game; ``is_open``: somebody more may play, ``is_listed``: it stands
in the lists of all."""

parts = sa.Table(
    "parts",
    metadata,
    sa.Column("person", sa.Integer, primary_key=True),
    sa.Column("part", sa.String(16), primary_key=True),
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True, index=True),
)
"""Who is ``master``, ``player`` or ``observer`` of a game, is ``waiting`` for a seat, or
``invited``."""
