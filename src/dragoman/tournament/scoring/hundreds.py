"""Systems whose points are shares of a hundred, or of another fixed sum."""

from __future__ import annotations

from fractions import Fraction

from dragoman.tournament.scoring.finishing_places import (
    by_centers,
    lead,
    lower,
    shared,
    split,
    toppers,
)
from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.scoring.system import (
    DIPLOMACYTV,
    YEARS,
    Need,
    Points,
    paid_years,
    rounded,
    system,
    winner_takes,
)
from dragoman.tournament.settings import Setting

# Detour: centres, survival, lead and place. From New Zealand and Australia: NZ1999, appendix B,
# is 98f; 98e came before it, 09 after.

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


# ManorCon, from England: a formula in the centres

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


# Tribute and the like: those behind pay the one in front

_WEASELS = "Windy City Weasels"


def _tribute(game: GameResult, rate: Fraction) -> Points:
    tops = toppers(game)
    survival = Fraction(66, len(game.survivors))
    toll = min(survival, rate * max(0, max(game.centers) - 6))
    income = shared(tops, toll * (len(game.survivors) - len(tops)), len(game.powers))
    return [
        (count + survival + (paid if i in tops else -toll)) if count else 0
        for i, (count, paid) in enumerate(zip(game.centers, income, strict=True))
    ]


@system("tribute", "Tribute", f"{_WEASELS}, Tribute")
def tribute(game: GameResult) -> Points:
    """A solo is 100. Otherwise 1 for each centre, and 66 shared by all alive. Each of them who is
    not at the top pays it 1 for each of its centres above six, at most his share of the 66.
    """
    return winner_takes(game, 100) if game.soloist else _tribute(game, Fraction(1))


@system("half-tribute", "Half-Tribute", f"{_WEASELS}, Half-Tribute †")
def half_tribute(game: GameResult) -> Points:
    """As Tribute, paying half a point for each of the top's centres above six."""
    return winner_takes(game, 100) if game.soloist else _tribute(game, Fraction(1, 2))


@system("open-tribute", "OpenTribute", f"{_WEASELS}, OpenTribute")
def open_tribute(game: GameResult) -> Points:
    """A solo is 340. Otherwise those alive have 34, and 3 for each centre, and everybody pays 1
    for each centre behind the top, the dead too, who keep nothing. A sole leader gets all of
    it; each of t leaders the total divided by t·t, rounded down.
    """
    if game.soloist:
        return winner_takes(game, 340)
    top = max(game.centers)
    tops = toppers(game)
    income = sum(top - count for count in game.centers) // len(tops) ** 2
    return [
        34 + 3 * count - (top - count) + (income if i in tops else 0) if count else 0
        for i, count in enumerate(game.centers)
    ]


@system("omg", "OMG", DIPLOMACYTV)
def omg(game: GameResult) -> Points:
    """A solo is 100. Otherwise 1.5 for each centre, 9 for being alive, and 4.5, 3 and 1.5 for the
    first three places, shared in a tie. A sole leader takes his lead over the second from
    each of the others, but no more than half of what that one has.
    """
    if game.soloist:
        return winner_takes(game, 100)
    prizes = split(by_centers(game), (Fraction(9, 2), Fraction(3), Fraction(3, 2)))
    points = [
        Fraction(3, 2) * count + 9 + prize if count else Fraction(0)
        for count, prize in zip(game.centers, prizes, strict=True)
    ]
    top, gap = toppers(game)[0], lead(game)
    taken = [
        min(Fraction(gap), own / 2) if i != top else Fraction(0) for i, own in enumerate(points)
    ]
    points[top] += sum(taken)
    return [own - paid for own, paid in zip(points, taken, strict=True)]


@system("vulcan", "Vulcan", DIPLOMACYTV)
def vulcan(game: GameResult) -> Points:
    """A solo is 130, and 5 for those alive. Otherwise those alive have 1 for each centre, 5, what
    they are ahead of each power behind them, and a share of 10 if they are at the top.
    """
    if game.soloist:
        return [
            130 if power == game.soloist else 5 * (count > 0)
            for power, count in zip(game.powers, game.centers, strict=True)
        ]
    bonus = shared(toppers(game), 10, len(game.powers))
    return [
        count + 5 + sum(max(count - other, 0) for other in game.centers) + extra if count else 0
        for count, extra in zip(game.centers, bonus, strict=True)
    ]
