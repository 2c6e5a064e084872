"""The tables of mails that come in, and of what the judge signs with."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

incoming = sa.Table(
    "incoming",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(64), nullable=False, unique=True),
    sa.Column("received", Moment, nullable=False, index=True),
    sa.Column("came_from", sa.Text),
    sa.Column("recipients", sa.JSON, nullable=False),
    sa.Column("raw", sa.LargeBinary, nullable=False),
    sa.Column("due", Moment, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("outcome", sa.String(32), nullable=False),
)
"""Mails as they came. ``key`` is what two deliveries of one mail share; ``came_from`` the sender
that the server was told, empty for a report of the post itself. ``due`` is when one is answered,
or when whoever is at it now is taken for dead; empty where that is done, and then what it said is
forgotten."""

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
)
"""What the judge signs with, made at its first use."""
