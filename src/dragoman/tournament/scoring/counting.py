"""Systems that add up centres, with a table or a few bonuses."""

from __future__ import annotations

from fractions import Fraction

from dragoman.tournament.scoring.finishing_places import lead, toppers
from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.scoring.system import DIPLOMACYTV, Need, Points, system, winner_takes
from dragoman.tournament.settings import Setting

_WDD = "World Diplomacy Database, scoring systems"


@system("kis", "KIS", "DAANZ, KIS †", (Need.ELIMINATIONS,))
def kis(game: GameResult) -> Points:
    """A solo is 34, and the others alive have half a point for each centre, at least 1. Otherwise
    1 for each centre and 2 for being alive. Who went out after 1905 has 1.
    """
    return [
        34
        if power == game.soloist
        else int((game.elimination_year(power) or 0) > 1905)
        if not count
        else max(Fraction(count, 2), Fraction(1))
        if game.soloist
        else count + 2
        for power, count in zip(game.powers, game.centers, strict=True)
    ]


@system("bearcon", "BearCon", f"{_WDD}, Bear Con 1 †")
def bearcon(game: GameResult) -> Points:
    """A solo is 34. Otherwise 4 for the first centre, 3 for the second, 1 for each more, and 5 for
    a sole leader.
    """
    if game.soloist:
        return winner_takes(game, 34)
    points = [count + 3 * (count > 0) + 2 * (count > 1) for count in game.centers]
    if lead(game):
        points[toppers(game)[0]] += 5
    return points


@system("kublacon-kill", "KublaCon KILL", f"{_WDD}, KublaCon KILL System †", (Need.AFTER_1905,))
def kublacon_kill(game: GameResult) -> Points:
    """A solo is 34. Otherwise 1 for each centre, 1 for a centre after Fall 1905, for those alive 2
    for each dead power, and 2 for each centre of a sole leader's lead; at most 27.
    """
    if game.soloist:
        return winner_takes(game, 34)
    dead = len(game.powers) - len(game.survivors)
    late = game.last_year >= 1905
    points = [
        count + int(late and game.held_center_after(power, 1905)) + 2 * dead * (count > 0)
        for power, count in zip(game.powers, game.centers, strict=True)
    ]
    points[toppers(game)[0]] += 2 * lead(game)
    return [min(score, 27) for score in points]


@system(
    "your-draw-size",
    "Your Draw Size",
    DIPLOMACYTV,
    settings=(Setting("solo", "300", "the points of a solo", ("300", "320")),),
)
def your_draw_size(game: GameResult, *, solo: str) -> Points:
    """A solo is 300, or 320. Otherwise 21 for one to three centres, 30 for four to seven, 42 for
    eight to ten, 70 for eleven to thirteen, 105 for more.
    """
    if game.soloist:
        return winner_takes(game, int(solo))
    steps = ((14, 105), (11, 70), (8, 42), (4, 30), (1, 21), (0, 0))
    return [next(worth for least, worth in steps if count >= least) for count in game.centers]
