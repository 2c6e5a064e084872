"""The tables of the judge's database; ``metadata`` has every one of them, those of
``moderation_tables`` included."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from dragoman.extras import extra

with extra("judge"):
    import sqlalchemy as sa


class Moment(sa.TypeDecorator[datetime]):
    """An aware moment, in UTC: SQLite forgets zones, and compares texts."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        return value.astimezone(UTC) if value is not None else None

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = sa.MetaData()

# Games and their logs

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("stage", sa.String(16), nullable=False, index=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("due", Moment, index=True),
)
"""One row for each game: what lists of games show, ``version``, the number of the last event of
its log, and ``due``, when the clock has to look at it again. All of it follows from the log."""

log = sa.Table(
    "log",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("by", sa.Integer, nullable=False, index=True),
    sa.Column("kind", sa.String(32), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
)
"""What happened in each game. No row is ever changed or removed."""

REPORTED: Final = "MessageReported"
"""The kind of events that say what readers told the masters of messages."""

sa.Index(
    "ix_log_reported",
    log.c.at,
    sqlite_where=log.c.kind == REPORTED,
    postgresql_where=log.c.kind == REPORTED,
)

aside = sa.Table(
    "games_set_aside",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("since", Moment, nullable=False),
    sa.Column("again", Moment, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
)
"""Games whose phase could not be judged: since when, when that is tried again, how often it was
tried, and the kind and places of the last error."""


# Accounts

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
    sa.Column("look_key", sa.Text, index=True, unique=True),
    sa.Column("created", Moment, nullable=False, index=True),
    sa.Column("password", sa.Text),
    sa.Column("is_admin", sa.Boolean, nullable=False),
    sa.Column("blocked", sa.Text),
    sa.Column("deleted", Moment),
    sa.Column("owner", sa.Integer, index=True),
    sa.Column("about", sa.Text),
    sa.Column("is_guest", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("is_moderator", sa.Boolean, nullable=False, server_default=sa.false()),
)
"""``name_key`` is what two names may not share, ``look_key`` what they look like; that is empty
where somebody had such a name before it was looked at. ``password`` is an argon2 hash;
``blocked`` says why somebody may not sign in. Who had himself deleted leaves a row without a
name. A program's account has an ``owner``, and says what it is (``about``). A guest has no
address, and is known by his session alone."""

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

known_devices = sa.Table(
    "known_devices",
    metadata,
    sa.Column("hash", _HASH, primary_key=True),
    _of_a_person(),
    sa.Column("seen", Moment, nullable=False),
)
"""Browsers in which somebody has signed in: what others guess elsewhere keeps nobody out there."""

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
    sa.Column("letters", sa.Boolean, nullable=False, server_default=sa.false()),
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


# What people are to each other, and their clubs

relations = sa.Table(
    "relations",
    metadata,
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("other", sa.Integer, primary_key=True, autoincrement=False, index=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("since", Moment, nullable=False),
)
"""Somebody ``follows`` another, or ``shuns`` him."""

clubs = sa.Table(
    "clubs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(40), nullable=False, unique=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False),
    sa.Column("founded", Moment, nullable=False),
)
"""Clubs by the names that addresses have; into one that is not open a head lets people in."""


def _of_a_club() -> sa.Column[int]:
    club = sa.ForeignKey("clubs.id")
    return sa.Column("club", sa.Integer, club, primary_key=True, autoincrement=False)


club_members = sa.Table(
    "club_members",
    metadata,
    _of_a_club(),
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False, index=True),
    sa.Column("role", sa.String(8), nullable=False),
    sa.Column("since", Moment, nullable=False),
)
"""Who is ``head`` or ``member`` of a club, or is ``asking`` to be let in."""

club_games = sa.Table(
    "club_games",
    metadata,
    _of_a_club(),
    sa.Column(
        "game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False,
        index=True,
    ),
)  # fmt: skip
"""The games of clubs."""

club_dates = sa.Table(
    "club_dates",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("club", sa.Integer, sa.ForeignKey("clubs.id"), nullable=False, index=True),
    sa.Column("at", Moment, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
)
"""What a club's heads put into its calendar: rounds, evenings."""


# Variants, read marks and webhooks of people

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
    sa.Column("is_listed", sa.Boolean, nullable=False, server_default=sa.true()),
)
"""Variants, as they were brought. No row is ever changed. Those that are only tried are in no list,
and go when nothing is played on them any more."""

designs = sa.Table(
    "designs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("person", sa.Integer, nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("files", sa.JSON, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("changed", Moment, nullable=False),
)
"""Variants that people are working on: their files by name. ``version`` counts how often they were
saved."""

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


# Lists of games, which follow from the logs

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


links = sa.Table(
    "links",
    metadata,
    sa.Column("code", sa.String(16), primary_key=True),
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), nullable=False, index=True),
)
"""The links that were made to invite people to games, also those that lead nowhere any more."""

rematches = sa.Table(
    "rematches",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("following", sa.Integer, sa.ForeignKey("games.id"), nullable=False),
)
"""For a game that is over the one in which its players meet again."""


# Incoming mail, and the secrets that the judge signs with

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

metrics_history = sa.Table(
    "metrics_history",
    metadata,
    sa.Column("process", sa.String(100), primary_key=True),
    sa.Column("at", Moment, primary_key=True, index=True),
    sa.Column("data", sa.JSON, nullable=False),
)
"""What each process noted of its metrics, minute by minute, for a day; see
``judge.running.metrics_history``."""

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("secret", sa.String(64), nullable=False),
)
"""What the judge signs with, made at its first use."""


training = sa.Table(
    "training",
    metadata,
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("since", Moment, nullable=False),
)
"""Those who agreed that programs may learn from their games, and since when; see
``judge.accounts.training``."""


# Mails about games: people's wishes, and mails still to be written

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


# Outgoing letters

outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("to", sa.Text, nullable=False),
    sa.Column("person", sa.Integer, index=True),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("once", sa.Text, unique=True),
    sa.Column("created", Moment, nullable=False),
    sa.Column("due", Moment, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("sent", Moment),
    sa.Column("error", sa.Text, nullable=False),
)
"""Mails and calls. ``due`` is when the next try is, or when whoever holds it now is taken for dead;
empty where it was sent or given up. ``once`` keeps the same thing from being written twice."""


# Invitations that masters have the judge mail

mailed_invitations = sa.Table(
    "mailed_invitations",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
    sa.Column("key", sa.String(64), primary_key=True, index=True),
    sa.Column("at", Moment, nullable=False),
)
"""``key`` is what the judge makes of an address, and nobody else can."""

uninvitable = sa.Table(
    "uninvitable",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("since", Moment, nullable=False),
)
"""Addresses, by their keys, whose owners want no such mails."""


# Devices that take push messages

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


# Results and ratings, which follow from the logs

results = sa.Table(
    "results",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
    sa.Column("ended", Moment, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("how", sa.String(16), nullable=False),
    sa.Column("played", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("scoring", sa.Text, nullable=False),
    sa.Column("last", sa.String(16), nullable=False),
    sa.Column("years", sa.Integer, nullable=False),
    sa.Index("ix_results_order", "ended", "game"),
    sa.Index("ix_results_variant", "variant", "ended", "game"),
)
"""One row for each game that is over. ``played`` says whether it was played to its end, ``rules``
which preset (none: the variant's own), ``last`` its last phase, ``years`` how many it took."""

result_seats = sa.Table(
    "result_seats",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("results.game"), primary_key=True),
    sa.Column("power", sa.Text, primary_key=True),
    sa.Column("person", sa.Integer, index=True),
    sa.Column("sharers", sa.Integer, nullable=False),
    sa.Column("survived", sa.Boolean, nullable=False),
    sa.Column("centers", sa.Integer, nullable=False),
    sa.Column("points", sa.Text),
    sa.Column("rated", sa.Integer),
    sa.Column("place", sa.Integer),
)
"""One row for each power of such a game: who had it in the end, and with how many it shared the
game (1 for a victory, 0 for nothing); ``points`` as a fraction. ``rated`` is whose rating it counts
for, at which ``place``."""

conduct = sa.Table(
    "conduct",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False, index=True),
    sa.Column("due", sa.Integer, nullable=False),
    sa.Column("kept", sa.Integer, nullable=False),
    sa.Column("departures", sa.Integer, nullable=False),
)
"""What each player did in a game that goes on or is over; see ``judge.log.reliability``."""

pools = sa.Table(
    "pools",
    metadata,
    sa.Column("pool", sa.String(200), primary_key=True),
    sa.Column("ended", Moment),
    sa.Column("game", sa.Integer, nullable=False),
    sa.Column("behind", sa.Boolean, nullable=False, index=True),
)
"""How far the ratings of each pool are counted: up to the game that ended then, and whether games
wait that ended later."""

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("pool", sa.String(200), nullable=False),
    sa.Column("ended", Moment, nullable=False),
    sa.Column("mu", sa.Float(53), nullable=False),
    sa.Column("sigma", sa.Float(53), nullable=False),
    sa.Index("ix_ratings_order", "pool", "person", "ended", "game"),
)
"""The rating of each player after each rated game."""


# Private boards

sandboxes = sa.Table(
    "sandboxes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("owner", sa.Integer, nullable=False, index=True),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("variant", sa.Text, nullable=False),
    sa.Column("link", sa.String(32), unique=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("changed", Moment, nullable=False),
)
"""One row for each board; ``version`` is the number of the last event of its log."""

sandbox_log = sa.Table(
    "sandbox_log",
    metadata,
    sa.Column("sandbox", sa.Integer, sa.ForeignKey("sandboxes.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
)
"""What was done on each board. Its owner may remove the whole of it, and no part."""


# A copy that was restored

quiet = sa.Table(
    "quiet",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("since", Moment, nullable=False),
    sa.Column("made", Moment, nullable=False),
)
"""One row while the judge does nothing by itself: ``since`` when, and of what moment it is a
copy."""
