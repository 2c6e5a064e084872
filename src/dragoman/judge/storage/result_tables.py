"""The tables of results and ratings. All that is in them follows from the logs of the games."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

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
