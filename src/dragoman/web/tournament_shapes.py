"""What answers about tournaments look like, for the OpenAPI document."""

from __future__ import annotations

from datetime import datetime

from dragoman.web.shapes import Shape


class TournamentItem(Shape):
    tournament: str
    """What addresses call it."""
    title: str
    place: str
    rounds: int
    published: datetime


class TournamentList(Shape):
    items: list[TournamentItem]


class BoardSeat(Shape):
    power: str
    letter: str
    player: str
    centers: int | None = None
    """In the last year that is public."""


class TournamentBoard(Shape):
    board: str
    letter: str
    state: str
    ending: str | None = None
    """How the game ended: solo, concession, voted-draw, time-draw, abandoned; empty while it is
    played."""
    winner: str | None = None
    """Of a solo or a concession; empty without one."""
    seats: list[BoardSeat]
    year: int | None = None


class TournamentRound(Shape):
    number: int
    over: bool
    boards: list[TournamentBoard]


class PlayerPlace(Shape):
    place: int
    equals: int
    """How many share the place."""
    player: str
    points: str
    games: int | None = None


class TeamPlace(Shape):
    place: int
    equals: int
    team: str
    points: str


class AwardShape(Shape):
    title: str
    names: list[str]
    why: str
    kind: str | None = None
    """place, country, team, board-games; empty for one of the director's own."""
    power: str | None = None
    """Whose best result it is for."""
    centers: int | None = None
    board: str | None = None
    """Where that was, with so many centres, unless the director gave the award to others."""


class GamePoints(Shape):
    player: str
    round: int
    board: str
    power: str
    centers: int
    points: str


class TournamentResults(Shape):
    standings: list[PlayerPlace]
    teams: list[TeamPlace]
    board_games: list[PlayerPlace]
    awards: list[AwardShape]
    games: list[GamePoints] | None = None
    """The points of each game, where they are released."""


class TournamentShape(Shape):
    tournament: str
    title: str
    place: str
    rounds: list[TournamentRound]
    """Those that are published."""
    results: TournamentResults | None = None
    """After the ceremony, or all along where nothing is secret."""
    revealed: list[AwardShape] | None = None
    """Awards that were told before that."""
    games: dict[str, int]
    """The games of this judge by board."""
    revision: int
    published: datetime
