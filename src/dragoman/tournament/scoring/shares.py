"""Systems that share a pot: by the size of the draw, or by centres."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dragoman.diagnostics import Diagnostic
from dragoman.tournament.scoring.finishing_places import shared
from dragoman.tournament.scoring.result import GameResult, MissingData
from dragoman.tournament.scoring.system import Points, system, winner_takes
from dragoman.tournament.settings import Setting

MAP_CENTERS = "centers"
"""The setting that a tournament takes from its variant, where a preset does not name it."""

_WDD = "World Diplomacy Database, scoring systems"


def solo_setting(title: str) -> Setting:
    """What a solo is worth in a system whose text does not say it."""
    return Setting(
        "solo",
        0,
        f"what the text of {title} leaves open, the points of a solo; 0 while it is open",
        most=1_000_000,
    )


def stated_solo(game: GameResult, title: str, solo: int) -> Points:
    """A solo scored as the director said.

    Raises:
        MissingData: if the director did not.
    """
    if not solo:
        raise MissingData(
            Diagnostic(
                "solo-not-stated",
                f"the text of {title} does not say what a solo is worth",
                "set solo to a number of points in the preset",
            )
        )
    return winner_takes(game, solo)


def sharing(game: GameResult) -> list[int]:
    """The numbers of the powers that share the draw."""
    return [game.powers.index(power) for power in game.sharers]


def by_draw_size(game: GameResult, worth: Sequence[int]) -> list[int]:
    """What a share is worth, by how many share it, from one alone up; 0 for the others.

    Raises:
        MissingData: if more share it than the system's text has a worth for: the texts are
            for the seven powers of the standard map.
    """
    powers = set(sharing(game))
    if len(powers) > len(worth):
        raise MissingData(
            Diagnostic(
                "draw-too-large",
                f"the text of this system ends with draws of {len(worth)}, and {len(powers)} "
                "share this one",
                "take a scoring system that is meant for so many powers",
            )
        )
    return [worth[len(powers) - 1] if i in powers else 0 for i in range(len(game.powers))]


@system("solo-or-bust", "Solo or bust", "the rulebook's own measure: only a win counts")
def solo_or_bust(game: GameResult) -> Points:
    """A solo is 100. Everything else is 0."""
    return winner_takes(game, 100) if game.soloist else [0] * len(game.powers)


@system("draw-size", "Draw-size (DSS)", "webDiplomacy and PlayDiplomacy, draw-size scoring")
def draw_size(game: GameResult) -> Points:
    """A solo is 100. A draw is 100 shared evenly by those in it."""
    if game.soloist:
        return winner_takes(game, 100)
    return shared(sharing(game), 100, len(game.powers))


@system("calhamer", "Calhamer points", "A. Calhamer: a game is worth one point")
def calhamer(game: GameResult) -> Points:
    """A solo is 1. A draw is 1 shared evenly by those in it."""
    if game.soloist:
        return winner_takes(game, 1)
    return shared(sharing(game), 1, len(game.powers))


@system("sum-of-squares", "Sum of Squares", "webDiplomacy, sum-of-squares scoring")
def sum_of_squares(game: GameResult) -> Points:
    """A solo is 100. Otherwise 100 is shared by the squares of the centres."""
    if game.soloist:
        return winner_takes(game, 100)
    total = sum(count**2 for count in game.centers)
    return [Fraction(100 * count**2, total) for count in game.centers]


@system(
    "ppsc",
    "Points per centre",
    "webDiplomacy, points per supply centre, and the proposal of 2022 for it †",
    settings=(
        Setting(
            "solo",
            "winner-takes-all",
            "what the beaten keep in a solo: nothing, or the worth of their centres",
            ("winner-takes-all", "proportional"),
        ),
        Setting(MAP_CENTERS, 34, "how many centres the map has", least=1, most=1000),
    ),
)
def points_per_center(game: GameResult, *, solo: str, centers: int) -> Points:
    """A solo is 100. Otherwise each centre is worth 100/34. In the older form a solo is counted
    by centres too.
    """
    if game.soloist and solo == "winner-takes-all":
        return winner_takes(game, 100)
    return [Fraction(100 * count, centers) for count in game.centers]


@system("dragonflight", "Dragonflight", f"{_WDD}, Dragonflight Draw System †")
def dragonflight(game: GameResult) -> Points:
    """A solo is 61. A draw is 60 shared evenly by those in it."""
    if game.soloist:
        return winner_takes(game, 61)
    return shared(sharing(game), 60, len(game.powers))


@system("armada", "Armada Regatta", f"{_WDD}, Armada/Regatta †")
def armada(game: GameResult) -> Points:
    """A solo is 104. Each of those in a draw gets 80, 56, 40, 32, 24 or 16, for two to seven
    of them. The deduction by the year that the Regatta made is left to the director.
    """
    if game.soloist:
        return winner_takes(game, 104)
    return by_draw_size(game, (104, 80, 56, 40, 32, 24, 16))


@system(
    "cruise-con",
    "Cruise Con",
    f"{_WDD}, Cruise Con System †",
    settings=(solo_setting("Cruise Con"),),
)
def cruise_con(game: GameResult, *, solo: int) -> Points:
    """Each of those in a draw gets 48, 32, 24, 19, 16 or 13, for two to seven of them, and the
    whole part of his centres divided by their number. What a solo is worth is not said.
    """
    if game.soloist:
        return stated_solo(game, "Cruise Con", solo)
    shares = by_draw_size(game, (0, 48, 32, 24, 19, 16, 13))
    return [
        share + count // len(game.sharers) if power in game.sharers else 0
        for power, share, count in zip(game.powers, shares, game.centers, strict=True)
    ]
