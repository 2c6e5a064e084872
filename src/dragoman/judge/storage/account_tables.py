"""The tables of people: who they are, and by what they are known again."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

_HASH = sa.String(64)
"""SHA-256 of something secret, which is kept nowhere."""


def _of_a_person() -> sa.Column[int]:
    return sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True)


people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("name_key", sa.Text, nullable=False, unique=True),
    sa.Column("created", Moment, nullable=False),
    sa.Column("password", sa.Text),
    sa.Column("is_admin", sa.Boolean, nullable=False),
    sa.Column("blocked", sa.Text),
    sa.Column("deleted", Moment),
    sa.Column("owner", sa.Integer, index=True),
    sa.Column("about", sa.Text),
)
"""``name_key`` is what two names may not share. ``password`` is an argon2 hash; ``blocked`` says
why somebody may not sign in. Who had himself deleted leaves a row without a name. A program's
account has an ``owner``, and says what it is (``about``)."""

addresses = sa.Table(
    "addresses",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _of_a_person(),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False, index=True),
    sa.Column("verified", Moment),
    sa.Column("is_first", sa.Boolean, nullable=False),
    sa.Column("bounces", sa.Integer, nullable=False, server_default="0"),
    sa.UniqueConstraint("person", "key", name="uq_addresses_person_key"),
)
"""Mail goes to the first one. An address that was not verified claims nothing. ``bounces`` is how
many mails came back from there for good since its owner was heard from."""

sa.Index(
    "ix_addresses_verified",
    addresses.c.key,
    unique=True,
    sqlite_where=addresses.c.verified.is_not(None),
    postgresql_where=addresses.c.verified.is_not(None),
)

codes = sa.Table(
    "codes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    _of_a_person(),
    sa.Column("purpose", sa.String(16), nullable=False),
    sa.Column("address_key", sa.Text, nullable=False, index=True),
    sa.Column("hash", _HASH, nullable=False),
    sa.Column("until", Moment, nullable=False),
)
"""Codes that were mailed: to ``verify`` an address, or to ``reset`` a password."""

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("hash", _HASH, nullable=False, unique=True),
    _of_a_person(),
    sa.Column("created", Moment, nullable=False),
    sa.Column("seen", Moment, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
)

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("credential", sa.Text, nullable=False, unique=True),
    _of_a_person(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("uses", sa.Integer, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("used", Moment),
)

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("challenge", sa.String(128), primary_key=True),
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), index=True),
    sa.Column("until", Moment, nullable=False),
)
"""What passkeys have to sign, once: for a person who adds one, or for whoever signs in."""

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("hash", _HASH, nullable=False, unique=True),
    sa.Column("prefix", sa.String(16), nullable=False),
    _of_a_person(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("scopes", sa.Text, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("used", Moment),
    sa.Column("until", Moment),
)
"""What programs show instead of a password; the prefix is what its owner sees of it."""

game_passwords = sa.Table(
    "game_passwords",
    metadata,
    sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True,
              autoincrement=False),
    sa.Column("game", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("password", sa.Text, nullable=False),
)  # fmt: skip
"""What somebody gave as his password for one game; ``password`` is an argon2 hash."""

looks = sa.Table(
    "looks",
    metadata,
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("zone", sa.Text, nullable=False),
    sa.Column("scheme", sa.String(8), nullable=False),
    sa.Column("apart", sa.Boolean, nullable=False),
    sa.Column("is_still", sa.Boolean, nullable=False),
    sa.Column("notation", sa.String(16), nullable=False),
)
"""How somebody likes pages; who has no row never said. A language and a zone are empty where his
browser says which, a notation where orders are written as pages do."""

attempts = sa.Table(
    "attempts",
    metadata,
    sa.Column("key", _HASH, primary_key=True),
    sa.Column("left", sa.Float, nullable=False),
    sa.Column("since", Moment, nullable=False, index=True),
)
"""How many attempts at something are left to somebody, and when that was counted."""
