"""The ManorCon systems from England: shares of a hundred by a formula in the centres."""

from __future__ import annotations

from fractions import Fraction

from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.scoring.system import DIPLOMACYTV, Need, Points, system
from dragoman.tournament.scoring.years import YEARS, paid_years

_SOURCE = f"ManorCon's scoring page; years {DIPLOMACYTV}"


@system("manorcon", "ManorCon", _SOURCE, (Need.ELIMINATIONS,), (YEARS,))
def manorcon(game: GameResult, *, years: str) -> Points:
    """A solo is 75. Otherwise c·c + 4c + 16 for c centres, the dead among them, as shares of 100
    for those alive. The dead, and all whom a solo beat, get a tenth for each year.
    """
    return _manorcon(game, 75, True, years)


@system(
    "manorcon-original",
    "ManorCon, original",
    DIPLOMACYTV,
    (Need.ELIMINATIONS,),
    (YEARS,),
)
def manorcon_original(game: GameResult, *, years: str) -> Points:
    """As ManorCon, with 100 for a solo."""
    return _manorcon(game, 100, True, years)


@system("manorcon-v2", "ManorCon V2", DIPLOMACYTV, (Need.ELIMINATIONS,), (YEARS,))
def manorcon_v2(game: GameResult, *, years: str) -> Points:
    """As ManorCon, with 100 for a solo, and the dead do not count in the sum."""
    return _manorcon(game, 100, False, years)


def _manorcon(game: GameResult, solo: int, dead_count: bool, years: str) -> Points:
    worth = [count**2 + 4 * count + 16 if count or dead_count else 0 for count in game.centers]
    return [
        solo
        if power == game.soloist
        else Fraction(100 * share, sum(worth))
        if count and not game.soloist
        else Fraction(paid_years(game, power, years), 10)
        for power, count, share in zip(game.powers, game.centers, worth, strict=True)
    ]
