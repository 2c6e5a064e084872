"""The tables of moderation: reports, sanctions, appeals, the audit log, and signals of several
accounts. They are of the same ``metadata`` as all others."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

misconduct_reports = sa.Table(
    "misconduct_reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", Moment, nullable=False),
    sa.Column("by", sa.Integer, nullable=False, index=True),
    sa.Column("subject", sa.String(40), nullable=False, index=True),
    sa.Column("about", sa.Integer, index=True),
    sa.Column("game", sa.Integer),
    sa.Column("letter", sa.Integer),
    sa.Column("ground", sa.String(16), nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("shown", sa.Text, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, index=True),
    sa.Column("decided", Moment),
    sa.Column("decided_by", sa.Integer),
    sa.Column("answer", sa.Text, nullable=False),
)
"""Reports to the moderators. ``subject`` is what all reports of the same thing share; ``about`` the
account that is complained of, ``shown`` the name or title as it was then. ``state`` is ``open``,
``acted`` or ``dismissed``; ``answer`` is told to whoever reported it."""

moderator_notes = sa.Table(
    "moderator_notes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", Moment, nullable=False),
    sa.Column("by", sa.Integer, nullable=False),
    sa.Column("about", sa.Integer, nullable=False, index=True),
    sa.Column("text", sa.Text, nullable=False),
)
"""Notes about people, which moderators alone read."""

sanctions = sa.Table(
    "sanctions",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.Integer, nullable=False, index=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("since", Moment, nullable=False),
    sa.Column("until", Moment),
    sa.Column("by", sa.Integer, nullable=False),
    sa.Column("lifted", Moment),
    sa.Column("lifted_by", sa.Integer),
    sa.Column("lifted_why", sa.Text, nullable=False),
)
"""Sanctions of moderators, for good where ``until`` is empty. None is ever removed."""

appeals = sa.Table(
    "appeals",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("sanction", sa.Integer, sa.ForeignKey("sanctions.id"), nullable=False, unique=True),
    sa.Column("at", Moment, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("state", sa.String(16), nullable=False, index=True),
    sa.Column("decided", Moment),
    sa.Column("decided_by", sa.Integer),
    sa.Column("answer", sa.Text, nullable=False),
)
"""One appeal against each sanction: ``open``, ``granted`` or ``refused``."""

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", Moment, nullable=False, index=True),
    sa.Column("actor", sa.Integer, nullable=False, index=True),
    sa.Column("role", sa.String(12), nullable=False),
    sa.Column("act", sa.String(40), nullable=False),
    sa.Column("game", sa.Integer, index=True),
    sa.Column("person", sa.Integer, index=True),
    sa.Column("detail", sa.Text, nullable=False),
)
"""What those with rights over others read and did. The database itself refuses to change a row or
to remove one. ``actor`` is 0 for whoever runs the machine."""

sightings = sa.Table(
    "sightings",
    metadata,
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(8), primary_key=True),
    sa.Column("key", sa.String(64), primary_key=True, index=True),
    sa.Column("first", Moment, nullable=False),
    sa.Column("last", Moment, nullable=False, index=True),
    sa.Column("days", sa.Integer, nullable=False),
)
"""The addresses and browsers from which somebody came, as keyed hashes: ``address`` or ``device``,
and on how many days. They are forgotten after a time that the configuration sets."""

households = sa.Table(
    "households",
    metadata,
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("other", sa.Integer, primary_key=True, autoincrement=False, index=True),
    sa.Column("since", Moment, nullable=False),
)
"""Who said that he lives with whom. It holds when both have said so."""
