"""The ManorCon systems from England: shares of a hundred by a formula in the centres."""

from __future__ import annotations

from fractions import Fraction

from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.scoring.system import Need, Points, system
from dragoman.tournament.settings import Setting

YEARS = Setting(
    "years",
    "survived",
    "which years the dead are paid for: those they ended with a centre (out in 1905 is 4), or "
    "those they played (out in 1905 is 5)",
    ("survived", "played"),
)
_SOURCE = "ManorCon, tournament scoring"


def paid_years(game: GameResult, power: str, years: str) -> int:
    """The years of a dead power that a system pays for, as its setting says."""
    return game.years_survived(power) if years == "survived" else game.years_played(power)


@system("manorcon", "ManorCon", _SOURCE, (Need.ELIMINATIONS,), (YEARS,))
def manorcon(game: GameResult, *, years: str) -> Points:
    """A solo is 75. Otherwise c·c + 4c + 16 for c centres, the dead among them, as shares of 100
    for those alive. The dead, and all whom a solo beat, get a tenth for each year.
    """
    return _manorcon(game, 75, True, years)


@system(
    "manorcon-original",
    "ManorCon, original",
    f"{_SOURCE}, its first form",
    (Need.ELIMINATIONS,),
    (YEARS,),
)
def manorcon_original(game: GameResult, *, years: str) -> Points:
    """As ManorCon, with 100 for a solo."""
    return _manorcon(game, 100, True, years)


@system("manorcon-v2", "ManorCon V2", f"{_SOURCE}, version 2", (Need.ELIMINATIONS,), (YEARS,))
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
