"""Bangkok and the like: centres, survival, and a pot for those at the top or close to it."""

from __future__ import annotations

from fractions import Fraction

from dragoman.tournament.scoring.finishing_places import behind, shared, toppers
from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.scoring.system import DIPLOMACYTV, Need, Points, system, winner_takes
from dragoman.tournament.scoring.years import YEARS, paid_years
from dragoman.tournament.settings import Setting

_WIKI = "World Diplomacy wiki"


def _bangkok(game: GameResult, shares: tuple[Fraction, ...], years: str) -> Points:
    """A pot of 12 in shares for the top, one behind and two behind."""
    top = max(game.centers)
    parts = [
        shares[top - count] if top - count < len(shares) else Fraction(0) for count in game.centers
    ]
    return [
        12 * part / sum(parts)
        + (count + 3 if count else Fraction(3 * paid_years(game, power, years), 10))
        for power, count, part in zip(game.powers, game.centers, parts, strict=True)
    ]


@system(
    "bangkok-2020",
    "Bangkok 2020",
    f"{_WIKI}, Bangkok 2020; years {DIPLOMACYTV}",
    (Need.ELIMINATIONS,),
    (YEARS,),
)
def bangkok_2020(game: GameResult, *, years: str) -> Points:
    """A solo is 41, and half a point for each centre of the others. Otherwise 1 for each centre,
    3 for being alive or 0.3 for each year before death, and 12 in shares: 3 for each at the
    top, 2 for each that is one centre behind, 1 for two.
    """
    if game.soloist:
        return [
            41 if power == game.soloist else Fraction(count, 2)
            for power, count in zip(game.powers, game.centers, strict=True)
        ]
    return _bangkok(game, (Fraction(3), Fraction(2), Fraction(1)), years)


@system("olympic", "Olympic", DIPLOMACYTV, (Need.ELIMINATIONS,), (YEARS,))
def olympic(game: GameResult, *, years: str) -> Points:
    """A solo is 46. Otherwise as Bangkok 2020, in shares of 4, 1.5 and 0.5."""
    if game.soloist:
        return winner_takes(game, 46)
    return _bangkok(game, (Fraction(4), Fraction(3, 2), Fraction(1, 2)), years)


@system("bangkok-pike", "Bangkok Pike", DIPLOMACYTV, (Need.ELIMINATIONS,))
def bangkok_pike(game: GameResult) -> Points:
    """A solo is 60, and a tenth for each year played by the others. Otherwise 1 for each centre
    and 3 for being alive, or a tenth for each year played. A sole leader gets 6, shared
    leaders 4 each; each that is one centre behind gets 4, two behind 2. A sole leader with
    nobody one behind takes those 4, and the 2 as well if nobody is two behind either.
    """
    if game.soloist:
        return [
            60 if power == game.soloist else Fraction(game.years_played(power), 10)
            for power in game.powers
        ]
    top = max(game.centers)
    gaps = [top - count for count in game.centers]
    leader = 4
    if gaps.count(0) == 1:
        leader = 6
        if 1 not in gaps:
            leader += 4 if 2 in gaps else 6
    bonus = (leader, 4, 2)
    return [
        (count + 3 if count else Fraction(game.years_played(power), 10))
        + (bonus[gap] if gap < len(bonus) else 0)
        for power, count, gap in zip(game.powers, game.centers, gaps, strict=True)
    ]


@system(
    "bangkok-2022",
    "Bangkok 2022",
    f"{_WIKI}, Bangkok 2022 †",
    (Need.ELIMINATIONS,),
    (
        YEARS,
        Setting("solo", 3990, "the points of a solo; later texts have 4000", least=1, most=10_000),
    ),
)
def bangkok_2022(game: GameResult, *, years: str, solo: int) -> Points:
    """A solo is 3990. Otherwise 105 for each centre, 210 for being alive, 35 for each year, at
    most 210, also for those alive, and three pots of 420, shared evenly: by the top, by all
    at most one centre behind it, by all at most two behind.
    """
    if game.soloist:
        return winner_takes(game, solo)
    return [
        105 * count + (210 if count else 0) + min(35 * paid_years(game, power, years), 210) + pots
        for power, count, pots in zip(game.powers, game.centers, _waves(game), strict=True)
    ]


@system("goff-420", "Goff 420", "Goff 420 †", (Need.ELIMINATIONS,))
def goff_420(game: GameResult) -> Points:
    """A solo is 16800. Otherwise 420 for each centre, 1260 for being alive, and three pots of
    420, shared evenly: by the top, by all at most one centre behind it, by all at most two
    behind. The dead, and all whom a solo beat, get 140 for each year survived.
    """
    if game.soloist:
        return [
            16800 if power == game.soloist else 140 * game.years_survived(power)
            for power in game.powers
        ]
    return [
        (420 * count + 1260 if count else 140 * game.years_survived(power)) + pots
        for power, count, pots in zip(game.powers, game.centers, _waves(game), strict=True)
    ]


def _waves(game: GameResult) -> list[Fraction]:
    """The three pots of 420."""
    pots = (shared(behind(game, most), 420, len(game.powers)) for most in range(3))
    return [sum(parts, Fraction(0)) for parts in zip(*pots, strict=True)]


@system("base-3", "Base 3", DIPLOMACYTV)
def base_3(game: GameResult) -> Points:
    """A solo is 46. Otherwise 1 for each centre, 3 for being alive, and 9, 3, 1 and so on, a
    third each time, for each of one, two, three at the top.
    """
    if game.soloist:
        return winner_takes(game, 46)
    tops = toppers(game)
    bonus = Fraction(9, 3 ** (len(tops) - 1))
    return [
        (count + 3 if count else 0) + (bonus if i in tops else 0)
        for i, count in enumerate(game.centers)
    ]


@system("mischief", "Mischief", DIPLOMACYTV)
def mischief(game: GameResult) -> Points:
    """A solo is 34. Otherwise 1 for each centre, and 5 for a sole leader or 1 for each of two."""
    if game.soloist:
        return winner_takes(game, 34)
    tops = toppers(game)
    bonus = {1: 5, 2: 1}.get(len(tops), 0)
    return [count + (bonus if i in tops else 0) for i, count in enumerate(game.centers)]
