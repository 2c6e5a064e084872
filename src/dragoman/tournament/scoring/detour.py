"""The Detour systems: centres, survival, lead and place, as shares of a hundred.

From New Zealand and Australia. NZ1999, appendix B, is 98f; 98e came before it, 09 after.
"""

from __future__ import annotations

from fractions import Fraction

from dragoman.tournament.scoring.finishing_places import by_centers, lead, lower, split, toppers
from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.scoring.system import (
    DIPLOMACYTV,
    Need,
    Points,
    rounded,
    system,
    winner_takes,
)
from dragoman.tournament.settings import Setting

PLACES = (4, 3, 2, 1)
SURVIVAL_YEAR = 1905

_EARLY_END = Setting(
    "early_end",
    "nobody",
    "who gets the point for living through Fall 1905 when the game ended before it",
    ("nobody", "survivors"),
)
_PLACE_TIES = Setting(
    "place_ties",
    "lower",
    "what equal powers get for their places: the lower place, or shares of them all",
    ("lower", "split"),
)
_DECIMALS = Setting("decimals", 3, "to how many decimals a score is rounded", most=9)
_GM_SEATS = Setting(
    "gm_seats",
    "counted",
    "whether the powers of game masters count in the game's total of 100",
    ("counted", "left-out"),
)


@system(
    "detour98f",
    "Detour98f",
    "NZ1999, appendix B",
    (Need.AFTER_1905,),
    (_EARLY_END, _PLACE_TIES, _DECIMALS, _GM_SEATS),
)
def detour98f(
    game: GameResult, *, early_end: str, place_ties: str, decimals: int, gm_seats: str
) -> Points:
    """A solo is 110, and 0 for the others. Drawn: a point for each centre, one for a centre
    after Fall 1905 (also for those who went out later), one for a centre at the end, a sole
    leader's lead over the second, and 4, 3, 2, 1 for the first four places, where equals take
    the lowest of theirs; all seven as shares of 100, each rounded to three decimals.
    """
    if game.soloist:
        return winner_takes(game, 110)
    raw = _raw_points(game, early_end, place_ties)
    if gm_seats == "left-out":
        for power in game.unranked:
            raw[game.powers.index(power)] = Fraction(0)
    total = sum(raw)
    return [rounded(100 * points / total, decimals) if total else 0 for points in raw]


@system(
    "detour98e",
    "Detour98e",
    "NZ1999, appendix B, and the differences from 98e that were published with 98f",
    (Need.AFTER_1905,),
    (_EARLY_END, _PLACE_TIES, _DECIMALS),
)
def detour98e(game: GameResult, *, early_end: str, place_ties: str, decimals: int) -> Points:
    """A solo is 100; the others then keep their centres, and a point for a centre after Fall
    1905. Drawn: as Detour98f.
    """
    if not game.soloist:
        return detour98f(
            game,
            early_end=early_end,
            place_ties=place_ties,
            decimals=decimals,
            gm_seats="counted",
        )
    return [
        100 if power == game.soloist else count + _lived_through_1905(game, power, early_end)
        for power, count in zip(game.powers, game.centers, strict=True)
    ]


@system("detour09", "Detour09", f"Detour 2009, {DIPLOMACYTV}", (Need.ELIMINATIONS,))
def detour09(game: GameResult) -> Points:
    """A solo is 110. Drawn: centres, 2 for being alive, a sole leader's lead, and 4, 3, 2, 1
    for places, equals taking the lowest, as shares of 100. On top of that, whoever was
    eliminated or beaten by a solo gets a quarter point for each year survived, at most 2.
    """
    beaten = [
        power != game.soloist and (bool(game.soloist) or not count)
        for power, count in zip(game.powers, game.centers, strict=True)
    ]
    survival = [
        min(Fraction(game.years_survived(power), 4), Fraction(2)) if lost else Fraction(0)
        for power, lost in zip(game.powers, beaten, strict=True)
    ]
    if game.soloist:
        return [
            110 if power == game.soloist else points
            for power, points in zip(game.powers, survival, strict=True)
        ]
    raw = [
        count + 2 * (count > 0) + place
        for count, place in zip(game.centers, lower(by_centers(game), PLACES), strict=True)
    ]
    raw[toppers(game)[0]] += lead(game)
    total = sum(raw)
    return [100 * points / total + years for points, years in zip(raw, survival, strict=True)]


def _raw_points(game: GameResult, early_end: str, place_ties: str) -> list[Fraction]:
    """The points of a drawn game before they become shares."""
    share_places = lower if place_ties == "lower" else split
    places = share_places(by_centers(game), PLACES)
    raw = [
        count + _lived_through_1905(game, power, early_end) + (count > 0) * (1 + place)
        for power, count, place in zip(game.powers, game.centers, places, strict=True)
    ]
    raw[toppers(game)[0]] += lead(game)
    return raw


def _lived_through_1905(game: GameResult, power: str, early_end: str) -> int:
    """The point for holding a centre after Fall 1905; adjustments change no ownership."""
    if game.last_year >= SURVIVAL_YEAR:
        return int(game.held_center_after(power, SURVIVAL_YEAR))
    return int(early_end == "survivors" and game.center_count(power) > 0)
