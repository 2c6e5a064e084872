"""What answers about games that are over look like, for the OpenAPI document."""

from __future__ import annotations

from datetime import datetime

from dragoman.extras import extra
from dragoman.web.shapes import Shape

with extra("judge"):
    from pydantic import Field


class SeatResult(Shape):
    power: str
    user: int | None
    """Who had it in the end."""
    sharers: int
    """How many shared the game with it, itself among them: 1 for a victory, 0 for nothing."""
    survived: bool
    centers: int
    points: str | None
    """By the game's scoring system, as a fraction."""
    rated: int | None
    """Whose rating it counts for."""
    place: int | None


class ArchivedGame(Shape):
    game: int
    title: str
    variant: str
    rules: str
    ended: datetime
    how: str
    powers: list[str]
    """Those that won or shared it."""
    rated: bool
    scoring: str
    last: str
    """The last phase that was judged."""
    years: int
    seats: list[SeatResult]


class ArchivePage(Shape):
    items: list[ArchivedGame]
    next: str | None
    """The `cursor` of the next page."""


class RatingShape(Shape):
    mu: float
    """What is thought of the player's strength."""
    sigma: float
    """How far off that may be."""


class RatedSeat(Shape):
    user: int
    place: int
    after: RatingShape | None
    """The rating after this game; not there until it has been counted."""


class ResultShape(ArchivedGame):
    ratings: list[RatedSeat]


class Fared(Shape):
    """How powers fared in games that were played to their end."""

    games: int
    victories: int
    draws: int
    losses: int
    survived: int
    centers: float
    """In the end, on average."""
    years: float
    """That the games took, on average."""
    share: str
    """In victories and draws together, as a fraction: a draw of three is a third of a game."""


class FaredBy(Fared):
    """The same by kinds of thing; those that were not asked for are left out."""

    player: int | None = None
    power: str | None = None
    variant: str | None = None
    rules: str | None = None


class StatisticsPage(Shape):
    items: list[FaredBy]
    next: int | None


class PoolRating(RatingShape):
    pool: str
    games: int
    least: float
    """The strength that the player has all but certainly; lists go by it."""


class PersonStatistics(Shape):
    user: int
    all_: Fared = Field(alias="all")
    by_variant: list[FaredBy]
    """The hundred with the most games; `statistics` has them all."""
    by_power: list[FaredBy]
    by_rules: list[FaredBy]
    ratings: list[PoolRating]
    reliability: int
    """Of a hundred deadlines so many kept; for others than oneself, in games that are over."""


class RatingAfter(RatingShape):
    game: int
    ended: datetime
    least: float


class RatingCourse(Shape):
    items: list[RatingAfter]
    next: int | None


class Leader(RatingShape):
    place: int
    user: int
    games: int
    least: float


class LeaderPage(Shape):
    items: list[Leader]
    next: int | None


class PoolShape(Shape):
    pool: str
    games: int
    players: int


class PoolPage(Shape):
    items: list[PoolShape]
    next: str | None
