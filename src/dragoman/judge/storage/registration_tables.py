"""The tables of registration: its rules, invitations to have an account, how people came. They are
of the same ``metadata`` as all others."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

registration_rules = sa.Table(
    "registration_rules",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("value", sa.JSON, nullable=False),
    sa.Column("since", Moment, nullable=False),
    sa.Column("by", sa.Integer, nullable=False),
)
"""What admins have set about registration, and since when; what they never set is not here."""

account_invitations = sa.Table(
    "account_invitations",
    metadata,
    sa.Column("code", sa.String(32), primary_key=True),
    sa.Column("person", sa.Integer, nullable=False, index=True),
    sa.Column("by_admin", sa.Boolean, nullable=False),
    sa.Column("note", sa.Text, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("until", Moment, nullable=False),
    sa.Column("most", sa.Integer, nullable=False),
)
"""Links with which somebody may register, ``most`` people at most; ``person`` made it, 0 whoever
runs the machine. The ``note`` is for him alone."""

registrations = sa.Table(
    "registrations",
    metadata,
    sa.Column(
        "person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True, autoincrement=False
    ),
    sa.Column("at", Moment, nullable=False, index=True),
    sa.Column("invitation", sa.String(32), index=True),
    sa.Column("words", sa.Text, nullable=False),
    sa.Column("waits", sa.Boolean, nullable=False),
    sa.Column("notice", sa.String(16)),
)
"""Who registered himself: by which invitation, with which ``words`` to the admins, whether he
``waits`` for their approval, and the version of the notice that he accepted."""

accepted_texts = sa.Table(
    "accepted_texts",
    metadata,
    sa.Column("version", sa.String(16), primary_key=True),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("since", Moment, nullable=False),
)
"""Notices that somebody accepted, word for word, by their versions."""

spent_puzzles = sa.Table(
    "spent_puzzles",
    metadata,
    sa.Column("signature", sa.String(64), primary_key=True),
    sa.Column("until", Moment, nullable=False),
)
"""Puzzles that were solved and used, until they would be over anyway."""
