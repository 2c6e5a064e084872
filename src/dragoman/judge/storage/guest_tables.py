"""The tables of what people bring to the judge beside games: variants, how far they have read,
and where they want to be told."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

variants = sa.Table(
    "variants",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("owner", sa.Integer, nullable=False, index=True),
    sa.Column("at", Moment, nullable=False),
    sa.Column("map", sa.Text, nullable=False),
    sa.Column("seed", sa.Text, nullable=False),
    sa.Column("toml", sa.Text, nullable=False),
    sa.Column("geometry", sa.Text, nullable=False),
    sa.Column("facts", sa.JSON, nullable=False),
)
"""Variants, as they were brought. No row is ever changed."""

marks = sa.Table(
    "marks",
    metadata,
    sa.Column("person", sa.Integer, primary_key=True),
    sa.Column("game", sa.Integer, primary_key=True),
    sa.Column("thread", sa.String(400), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
)
"""How far somebody has read a thread of press: the number of the last message."""

hooks = sa.Table(
    "hooks",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.Integer, nullable=False, index=True),
    sa.Column("game", sa.Integer, nullable=False, index=True),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("form", sa.String(16), nullable=False),
    sa.Column("kinds", sa.JSON, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("created", Moment, nullable=False),
)
"""Addresses that are called when something happens: in a game, or (0) in any of a person."""
