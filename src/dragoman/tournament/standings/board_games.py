"""The board-games competition beside the tournament (NZ1999, rule 27)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from types import MappingProxyType

from dragoman.diagnostics import Diagnostic
from dragoman.nearest import close_matches
from dragoman.quick_dataclass import dataclass

POINTS: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {
        2: (6, 2),
        3: (7, 4, 1),
        4: (8, 5, 3, 1),
        5: (8, 6, 4, 2, 1),
        6: (8, 6, 4, 3, 2, 1),
        7: (8, 6, 5, 4, 3, 2, 1),
        8: (8, 7, 6, 5, 4, 3, 2, 1),
    }
)
"""Points for the places, by the number of players (NZ1999, rule 27)."""

MINUTES: Mapping[str, int] = MappingProxyType(
    {
        "Lost Cities": 20,
        "Family Business": 30,
        "Take It Easy": 30,
        "Drunter & Drüber": 45,
        "Freemarket": 60,
        "Shark": 90,
        "Settlers of Catan": 90,
        "Seafarers of Catan": 90,
        "Modern Art": 90,
        "Empire Builder": 120,
        "Tigris and Euphrates": 120,
    }
)
"""The length of the games (NZ1999, rule 27)."""


@dataclass(frozen=True, slots=True)
class BoardGameRules:
    """The table of points, the games and their minutes, and how a tie is counted.

    A game weighs one for each ``unit`` of its minutes. Equals get the average of their places,
    or the lower one where ``lower_ties``.
    """

    points: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: POINTS)
    minutes: Mapping[str, int] = field(default_factory=lambda: MINUTES)
    unit: int = 20
    lower_ties: bool = False

    def weight(self, game: str) -> Fraction:
        return Fraction(self.minutes[game], self.unit)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """One game that was played: who came first, second and so on; equals stand together."""

    game: str
    places: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class BoardGamePlace:
    """A place in the competition; ``equals`` is how many share it."""

    place: int
    equals: int
    player: str
    total: Fraction
    games: int


def check_sheet(sheet: ScoreSheet, rules: BoardGameRules) -> tuple[Diagnostic, ...]:
    """Faults that keep a sheet from counting."""
    faults: list[Diagnostic] = []
    players = [player for group in sheet.places for player in group]
    if sheet.game not in rules.minutes:
        faults.append(
            Diagnostic(
                "unknown-board-game",
                f"{sheet.game} is not in the list of games",
                "add it to [board_games.minutes] of the preset, or leave the sheet out",
                candidates=tuple(close_matches(sheet.game, rules.minutes)),
            )
        )
    if len(players) not in rules.points:
        faults.append(
            Diagnostic(
                "board-game-players",
                f"there are no points for a game of {len(players)}",
                "add a row to [board_games.points] of the preset, or leave the sheet out",
            )
        )
    for player in sorted({player for player in players if players.count(player) > 1}):
        faults.append(
            Diagnostic("two-places", f"{player} is on the sheet twice", "leave one place out")
        )
    return tuple(faults)


def sheet_points(sheet: ScoreSheet, rules: BoardGameRules) -> Mapping[str, Fraction]:
    """The points that each player takes from a game. ``check_sheet`` must have found nothing."""
    worth = rules.points[sum(map(len, sheet.places))]
    points: dict[str, Fraction] = {}
    first = 0
    for group in sheet.places:
        own = worth[first : first + len(group)]
        share = Fraction(own[-1]) if rules.lower_ties else Fraction(sum(own), len(own))
        points.update(dict.fromkeys(group, share * rules.weight(sheet.game)))
        first += len(group)
    return points


def board_game_standings(
    sheets: Iterable[ScoreSheet], rules: BoardGameRules
) -> tuple[BoardGamePlace, ...]:
    """The places of the competition; equal totals share one."""
    totals: dict[str, Fraction] = {}
    games: dict[str, int] = {}
    for sheet in sheets:
        for player, points in sheet_points(sheet, rules).items():
            totals[player] = totals.get(player, Fraction(0)) + points
            games[player] = games.get(player, 0) + 1
    scores: Sequence[Fraction] = list(totals.values())
    return tuple(
        BoardGamePlace(
            1 + sum(other > total for other in scores),
            scores.count(total),
            player,
            total,
            games[player],
        )
        for player, total in sorted(totals.items(), key=lambda item: (-item[1], item[0]))
    )
