"""The tables of mails about games: what people wish to be mailed, and what waits to be written."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

wishes = sa.Table(
    "wishes",
    metadata,
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("zone", sa.Text, nullable=False),
    sa.Column("results", sa.Boolean, nullable=False),
    sa.Column("course", sa.Boolean, nullable=False),
    sa.Column("votes", sa.Boolean, nullable=False),
    sa.Column("seats", sa.Boolean, nullable=False),
    sa.Column("press", sa.String(8), nullable=False),
    sa.Column("digest_hour", sa.Integer, nullable=False),
    sa.Column("hours", sa.JSON, nullable=False),
    sa.Column("stop", sa.String(64), nullable=False, unique=True),
)
"""What somebody is mailed, and in which language; who has no row wishes what all do at first.
``stop`` is the secret of the link in each mail that stops them."""

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("after", sa.Integer, nullable=False),
    sa.Column("last", sa.Integer, nullable=False),
    sa.Column("due", Moment, nullable=False, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
)
"""Events of a game, those numbered after one and up to another, of which nobody was mailed yet.
Where there are none between, deadlines alone are looked at."""

reminders = sa.Table(
    "reminders",
    metadata,
    sa.Column("game", sa.Integer, primary_key=True),
    sa.Column("person", sa.Integer, primary_key=True),
    sa.Column("due", Moment, primary_key=True, index=True),
    sa.Column("deadline", Moment, nullable=False),
)
"""When somebody is reminded of a deadline."""

kept_press = sa.Table(
    "kept_press",
    metadata,
    sa.Column("person", sa.Integer, primary_key=True),
    sa.Column("game", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("due", Moment, nullable=False, index=True),
)
"""Messages that wait for somebody's digest."""
