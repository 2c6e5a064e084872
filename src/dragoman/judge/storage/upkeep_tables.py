"""The tables of what whoever runs the judge does with all of it at once; they are among those of
``tables.metadata``."""

from __future__ import annotations

from dragoman.extras import extra
from dragoman.judge.storage.tables import Moment, metadata

with extra("judge"):
    import sqlalchemy as sa

upkeep = sa.Table(
    "upkeep",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("oldest", sa.String(8), nullable=False),
    sa.Column("announced", sa.Text),
    sa.Column("begins", Moment),
    sa.Column("ends", Moment),
    sa.Column("mode", sa.String(16)),
    sa.Column("since", Moment),
    sa.Column("why", sa.Text),
    sa.Column("back", Moment),
)
"""One row at most, which every process heeds before it writes anything. ``oldest`` is the oldest
revision whose program may still write. What is ``announced`` begins and ends at moments. In
``mode`` clocks are ``paused``, or nothing is written (``read-only``), ``since`` when and ``why``;
``back`` is when that ends, in all likelihood."""

shifts = sa.Table(
    "shifts",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", Moment, nullable=False),
    sa.Column("seconds", sa.Integer),
    sa.Column("stood", Moment),
    sa.Column("taken_back", sa.Integer),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("finished", Moment),
)
"""Shifts of all deadlines: by so many ``seconds``; or, where clocks ``stood`` since a moment, by as
long as each game's did; or back, where it is the shift of a number that is ``taken_back``. While
one is not finished no clock runs."""

shifted_games = sa.Table(
    "shifted_games",
    metadata,
    sa.Column("shift", sa.Integer, sa.ForeignKey("shifts.id"), primary_key=True,
              autoincrement=False),
    sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True,
              autoincrement=False),
    sa.Column("before", Moment),
    sa.Column("after", Moment),
)  # fmt: skip
"""Games that a shift has come to, with what was due before and after; ``after`` is empty where a
game's clock was left as it is."""
