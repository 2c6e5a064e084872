"""Systems of tens: ten points a centre, and something for the draw, the top or the place."""

from __future__ import annotations

from fractions import Fraction

from dragoman.tournament.scoring.finishing_places import (
    Groups,
    by_centers,
    by_centers_and_elimination,
    lead,
    lower,
    shared,
    split,
    toppers,
)
from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.scoring.shares import sharing, solo_setting, stated_solo
from dragoman.tournament.scoring.system import (
    DIPLOMACYTV,
    Need,
    Points,
    rounded,
    system,
    winner_takes,
)
from dragoman.tournament.settings import Setting

_ALONE = (200, 90, 60, 40, 30, 20, 10)
"""Ranked Classic: the places of powers that share them with nobody."""
_IN_PAIRS = (135, 70, 50, 35, 25, 15)
"""The same for two that share a place and the next."""


def _whipping(game: GameResult) -> list[Fraction]:
    draw = shared(sharing(game), 60, len(game.powers))
    points = [
        10 * count + share if count else Fraction(game.years_played(power))
        for power, count, share in zip(game.powers, game.centers, draw, strict=True)
    ]
    tops = toppers(game)
    if len(tops) == 1:
        points[tops[0]] += 2 * max(game.centers)
    return points


@system("whipping", "Whipping 468", DIPLOMACYTV, (Need.ELIMINATIONS,))
def whipping(game: GameResult) -> Points:
    """A solo is 468, and 1 for each year the others played. Otherwise 10 for each centre, 60
    shared by those in the draw, and 2 for each centre of a sole leader. The dead have 1 for
    each year they played.
    """
    if not game.soloist:
        return _whipping(game)
    return [468 if power == game.soloist else game.years_played(power) for power in game.powers]


@system("weasel-moot-2007", "Weasel Moot 2007", "Weasel Moot, 2007 †", (Need.ELIMINATIONS,))
def weasel_moot_2007(game: GameResult) -> Points:
    """A solo is 450. Otherwise as Whipping 468."""
    return winner_takes(game, 450) if game.soloist else _whipping(game)


@system(
    "whipping-2008",
    "Whipping (KublaCon 2008)",
    "KublaCon, 2008 †",
    settings=(solo_setting("KublaCon's Whipping"),),
)
def whipping_2008(game: GameResult, *, solo: int) -> Points:
    """1 for each centre, at least 4 for those alive, 6 shared by those in the draw, and a sole
    leader's lead over the second. What a solo is worth is not said.
    """
    if game.soloist:
        return stated_solo(game, "KublaCon's Whipping", solo)
    draw = shared(sharing(game), 6, len(game.powers))
    points = [
        max(count, 4) + share if count else Fraction(0)
        for count, share in zip(game.centers, draw, strict=True)
    ]
    points[toppers(game)[0]] += lead(game)
    return points


def _classic(game: GameResult, largest_top: int) -> Points:
    if game.soloist:
        return [
            420 if power == game.soloist else game.years_survived(power) for power in game.powers
        ]
    tops = toppers(game)
    pot = 48 if len(tops) <= largest_top else 0
    return [
        10 * count + 30 + bonus if count else game.years_survived(power)
        for power, count, bonus in zip(
            game.powers, game.centers, shared(tops, pot, len(game.powers)), strict=True
        )
    ]


@system("world-classic", "World Classic", DIPLOMACYTV, (Need.ELIMINATIONS,))
def world_classic(game: GameResult) -> Points:
    """A solo is 420, and 1 for each year the others survived. Otherwise 10 for each centre, 30 for
    being alive, and 48 shared by those at the top. The dead have 1 for each year survived.
    """
    return _classic(game, len(game.powers))


@system("summer-classic", "Summer Classic", DIPLOMACYTV, (Need.ELIMINATIONS,))
def summer_classic(game: GameResult) -> Points:
    """As World Classic, but nobody gets the 48 when three or more are at the top."""
    return _classic(game, 2)


@system(
    "ranked-classic",
    "Ranked Classic",
    DIPLOMACYTV,
    (Need.ELIMINATIONS,),
    (
        Setting(
            "large_ties",
            "lowest",
            "what three or more equals get: the lowest of their places (first version), or what "
            "two get who share the lowest two of them (second version)",
            ("lowest", "second-lowest-pair"),
        ),
    ),
)
def ranked_classic(game: GameResult, *, large_ties: str) -> Points:
    """A solo is 550, and 1 for each year the others survived. Otherwise those alive have 30, 10
    for each centre, and 200, 90, 60, 40, 30, 20, 10 for the place. Two equals get 135, 70, 50,
    35, 25 or 15 each; more get the lowest of their places. The dead have 1 for each year
    survived.
    """
    if game.soloist:
        return [
            550 if power == game.soloist else game.years_survived(power) for power in game.powers
        ]
    ranks = _ranked(by_centers(game), large_ties)
    return [
        30 + 10 * count + rank if count else game.years_survived(power)
        for power, count, rank in zip(game.powers, game.centers, ranks, strict=True)
    ]


def _ranked(groups: Groups, large_ties: str) -> list[int]:
    worth = [0] * sum(map(len, groups))
    first = 0
    for group in groups:
        last = first + len(group) - 1
        if len(group) == 1:
            value = _ALONE[first]
        elif len(group) == 2:
            value = _IN_PAIRS[first]
        elif large_ties == "lowest":
            value = _ALONE[last]
        else:
            value = _IN_PAIRS[last - 1]
        for i in group:
            worth[i] = value
        first = last + 1
    return worth


@system("haight", "Haight v1.0", f"World DipCon 2025, {DIPLOMACYTV}", (Need.ELIMINATIONS,))
def haight(game: GameResult) -> Points:
    """A solo is 451; those it beat alive have 5 for each centre or 1 for each year played,
    whichever is more, and the dead 1 for each year. Otherwise 10 for each centre, 66, 55 and so
    on to 0 for the place, equals taking the lowest of theirs, and 5 for each centre of a sole
    leader's lead. The dead have 1 for each year played, and their place by when they went out.
    """
    if game.soloist:
        return [
            451 if power == game.soloist else max(5 * count, game.years_played(power))
            for power, count in zip(game.powers, game.centers, strict=True)
        ]
    places = lower(by_centers_and_elimination(game), range(66, -1, -11))
    points = [
        place + (10 * count if count else game.years_played(power))
        for power, count, place in zip(game.powers, game.centers, places, strict=True)
    ]
    points[toppers(game)[0]] += 5 * lead(game)
    return points


@system(
    "southern-sun",
    "Southern Sun",
    DIPLOMACYTV,
    (Need.ELIMINATIONS,),
    (
        Setting(
            "halves",
            "up",
            "how half a point is rounded: up, or to the even number, as programs do that leave it "
            "to their language",
            ("up", "even"),
        ),
    ),
)
def southern_sun(game: GameResult, *, halves: str) -> Points:
    """A solo is 500. Otherwise those alive have 30, 10 for each centre, and 130, 80, 50, 30, 20,
    10, 10 for the place, shared in a tie and rounded to a whole number, halves up. The dead
    have 3 for each year played.
    """
    if game.soloist:
        return winner_takes(game, 500)
    places = split(by_centers(game), (130, 80, 50, 30, 20, 10, 10))
    return [
        30 + 10 * count + (round(place) if halves == "even" else rounded(place, 0))
        if count
        else 3 * game.years_played(power)
        for power, count, place in zip(game.powers, game.centers, places, strict=True)
    ]
