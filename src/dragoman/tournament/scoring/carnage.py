"""Carnage and its kin: what counts is the place; the centres only break ties."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dragoman.tournament.scoring.finishing_places import (
    Groups,
    by_centers,
    by_centers_and_elimination,
    by_race,
    lead,
    split,
    toppers,
)
from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.scoring.system import DIPLOMACYTV, Need, Points, system, winner_takes
from dragoman.tournament.settings import Setting

SOLO = 28034
PLACES = (7000, 6000, 5000, 4000, 3000, 2000, 1000)


def _by_place(game: GameResult, groups: Groups, worth: Sequence[int], center: int = 1) -> Points:
    places = split(groups, worth)
    return [center * count + place for count, place in zip(game.centers, places, strict=True)]


@system("carnage", "Carnage", "World Diplomacy wiki, Carnage", (Need.ELIMINATIONS,))
def carnage(game: GameResult) -> Points:
    """A solo is 28034. Otherwise 7000, 6000 and so on to 1000 for the places, shared in a tie,
    and 1 for each centre. The dead are placed by the year they went out, later is better.
    """
    if game.soloist:
        return winner_takes(game, SOLO)
    return _by_place(game, by_centers_and_elimination(game), PLACES)


@system("carnage-dead-equal", "Carnage, dead equal", DIPLOMACYTV)
def carnage_dead_equal(game: GameResult) -> Points:
    """As Carnage, but the dead share the last places evenly."""
    if game.soloist:
        return winner_takes(game, SOLO)
    return _by_place(game, by_centers(game), PLACES)


@system("carnage-2023", "Carnage 2023", DIPLOMACYTV, (Need.ELIMINATIONS,))
def carnage_2023(game: GameResult) -> Points:
    """As Carnage, and 300 for each centre by which a sole leader is ahead of the second."""
    points = list(carnage(game))
    if not game.soloist:
        points[toppers(game)[0]] += 300 * lead(game)
    return points


@system("carnage-center-count", "Carnage, centre count", DIPLOMACYTV, (Need.ELIMINATIONS,))
def carnage_center_count(game: GameResult) -> Points:
    """A solo is 39028, and 1000 for the others. Otherwise 500 for each centre, and 7007, 6006
    and so on to 1001 for the places, shared in a tie, the dead by the year they went out.
    """
    if game.soloist:
        return winner_takes(game, 39028, 1000)
    places = [1001 * place for place in range(7, 0, -1)]
    return _by_place(game, by_centers_and_elimination(game), places, center=500)


@system("win-tier", "Win Tier", "Win Tier †", (Need.ELIMINATIONS,))
def win_tier(game: GameResult) -> Points:
    """As Carnage. In the standings those with more solos come first whatever their points: let
    `order` there begin with `wins`, then `total`.
    """
    return carnage(game)


@system(
    "fibonacci",
    "Fibonacci",
    "World Diplomacy wiki, Fibonacci, without its small part for centres †",
    (Need.ELIMINATIONS,),
)
def fibonacci(game: GameResult) -> Points:
    """A solo is 33000. Otherwise 13, 8, 5, 3, 2, 1 and 1 thousand for the places, shared in a
    tie and rounded down, the dead by the year they went out.
    """
    if game.soloist:
        return winner_takes(game, 33000)
    worth = (13000, 8000, 5000, 3000, 2000, 1000, 1000)
    return [int(points) for points in split(by_centers_and_elimination(game), worth)]


@system("sydney-league", "Sydney League", DIPLOMACYTV, (Need.ELIMINATIONS,))
def sydney_league(game: GameResult) -> Points:
    """25 for each centre, and 700, 600 and so on to 100 for the places, shared in a tie, the
    dead by the year they went out; a dead power adds 1 for each year it played. After a solo
    the winner has half as much again, the others have half.
    """
    places = split(by_centers_and_elimination(game), range(700, 0, -100))
    points = [
        25 * count + place if count else place + game.years_played(power)
        for power, count, place in zip(game.powers, game.centers, places, strict=True)
    ]
    if not game.soloist:
        return points
    return [
        score * (Fraction(3, 2) if power == game.soloist else Fraction(1, 2))
        for power, score in zip(game.powers, points, strict=True)
    ]


@system(
    "duct-tape",
    "Duct Tape V2",
    DIPLOMACYTV,
    settings=(
        Setting(
            "elimination_order", False, "whether the dead are placed by the year they went out"
        ),
    ),
)
def duct_tape(game: GameResult, *, elimination_order: bool) -> Points:
    """A solo is 75. Otherwise 1 for each centre, and 40, 24, 15, 9, 6, 3 and 3 for the places,
    shared in a tie.
    """
    if game.soloist:
        return winner_takes(game, 75)
    groups = by_centers_and_elimination(game) if elimination_order else by_centers(game)
    return _by_place(game, groups, (40, 24, 15, 9, 6, 3, 3))


@system("dixie", "Dixie", "DixieCon scoring system †", (Need.ELIMINATIONS,))
def dixie(game: GameResult) -> Points:
    """270 for a solo, then 70, 50, 34, 20, 10 and 0 for the places, shared in a tie, the dead by
    the year they went out. Those in a draw share the first places evenly, the others take
    theirs behind them. And 4 for each centre.
    """
    groups = by_centers_and_elimination(game)
    if not game.soloist:
        drawn = {game.powers.index(power) for power in game.sharers}
        behind = (tuple(i for i in group if i not in drawn) for group in groups)
        groups = (tuple(sorted(drawn)), *(group for group in behind if group))
    return _by_place(game, groups, (270, 70, 50, 34, 20, 10, 0), center=4)


@system("maxonian", "Maxonian", "Maxonian tournaments", (Need.ALL_YEARS,))
def maxonian(game: GameResult) -> Points:
    """7 to 1 for the places, and 1 for each centre from the fourteenth to the eighteenth. Equals
    are told apart by the latest earlier year in which one was ahead; who never was shares.
    After a solo only the winner has points for centres.
    """
    return _seven_to_one(game, 13)


@system("seven-eleven", "7Eleven", "Maxonian tournaments", (Need.ALL_YEARS,))
def seven_eleven(game: GameResult) -> Points:
    """As Maxonian, with a point for each centre from the twelfth to the eighteenth."""
    return _seven_to_one(game, 11)


def _seven_to_one(game: GameResult, free: int) -> Points:
    game.require_all_years()
    places = split(by_race(game), range(7, 0, -1))
    return [
        place + (max(min(count, 18) - free, 0) if game.soloist in ("", power) else 0)
        for power, count, place in zip(game.powers, game.centers, places, strict=True)
    ]
