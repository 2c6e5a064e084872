"""Systems that reward places: Bangkok, C-Diplo and Carnage, each with its kin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from dragoman.diagnostics import Diagnostic
from dragoman.tournament.scoring.finishing_places import (
    Groups,
    behind,
    by_centers,
    by_centers_and_elimination,
    by_race,
    lead,
    lower,
    shared,
    split,
    toppers,
)
from dragoman.tournament.scoring.result import GameResult, MissingData
from dragoman.tournament.scoring.system import (
    DIPLOMACYTV,
    YEARS,
    Need,
    Points,
    paid_years,
    system,
    winner_takes,
)
from dragoman.tournament.settings import Setting

# Bangkok and the like: centres, survival, and a pot for those at the top or close to it

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


# C-Diplo and its kin from France: a point to play, the centres, and three prizes for places

_NAMUR = (0, 5, 9, 12, 14, 16, 18)
"""The worth of so many centres in Namur; each one more is a point."""
_AGGRAVATED = (0, 4, 7, 9, 10, 11, 12)
"""The same as a bonus on the centres; more than six bring no more of it."""


def _c_diplo(
    game: GameResult, first: int, centers: Callable[[int], int] = int, entry: int = 1
) -> Points:
    prizes = split(by_centers(game), (first, 14, 7))
    return [
        entry + centers(count) + prize for count, prize in zip(game.centers, prizes, strict=True)
    ]


@system("c-diplo-100", "C-Diplo 100", f"C-Diplo, {DIPLOMACYTV}")
def c_diplo_100(game: GameResult) -> Points:
    """A solo is 100. Otherwise 1 for playing, 1 for each centre, and 38, 14 and 7 for the first
    three places, shared in a tie: 100 together when no centre is neutral.
    """
    return winner_takes(game, 100) if game.soloist else _c_diplo(game, 38)


@system("c-diplo-80", "C-Diplo 80", DIPLOMACYTV)
def c_diplo_80(game: GameResult) -> Points:
    """A solo is 80. Otherwise 1 for each centre, and 25, 14 and 7 for the first three places,
    shared in a tie.
    """
    return winner_takes(game, 80) if game.soloist else _c_diplo(game, 25, entry=0)


@system(
    "c-diplo-73",
    "C-Diplo 73",
    "the C-Diplo of 1992 †",
    settings=(Setting("beaten", 0, "what those score whom a solo beat", most=1),),
)
def c_diplo_73(game: GameResult, *, beaten: int) -> Points:
    """A solo is 73. Otherwise as C-Diplo 100."""
    return winner_takes(game, 73, beaten) if game.soloist else _c_diplo(game, 38)


@system("c-diplo-argir", "C-Diplo Argir", "World Diplomacy Database, C-Diplo Argir †")
def c_diplo_argir(game: GameResult) -> Points:
    """A solo is 93, and 1 for the others. Otherwise 1 for playing, 1 for each centre, and 37,
    14 and 7 for the first three places, shared in a tie. The corrections that Argir made for
    opponents and countries are left out.
    """
    return winner_takes(game, 93, 1) if game.soloist else _c_diplo(game, 37)


@system("c-diplo-namur", "C-Diplo Namur", DIPLOMACYTV)
def c_diplo_namur(game: GameResult) -> Points:
    """A solo is 85. Otherwise 1 for playing, 5, 9, 12, 14, 16, 18 for one to six centres and 1
    for each more, and 38, 14 and 7 for the first three places, shared in a tie.
    """
    if game.soloist:
        return winner_takes(game, 85)
    return _c_diplo(game, 38, lambda count: _NAMUR[min(count, 6)] + max(count - 6, 0))


@system("c-diplo-namur-aggravated", "C-Diplo Namur, aggravated", "National World Cup 1 †")
def c_diplo_namur_aggravated(game: GameResult) -> Points:
    """A solo is 73, and the others lose 15. Otherwise as Namur, written another way: 1 for each
    centre and a bonus of 4, 7, 9, 10, 11, 12 for one to six of them or more.
    """
    if game.soloist:
        return winner_takes(game, 73, -15)
    return _c_diplo(game, 38, lambda count: count + _AGGRAVATED[min(count, 6)])


# Carnage and its kin: points for the place; the centres only break ties

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


@system("carnage-2009", "Carnage 2009", "World Diplomacy Database, Carnage 3R †")
def carnage_2009(game: GameResult) -> Points:
    """Everybody has 10 for playing. A solo is 215 more. Drawn, those alive have 70, 60, 50, 40, 30,
    20 and 10 for the places, shared in a tie, and each centre is worth a thousandth.
    """
    if game.soloist:
        own = Fraction(game.center_count(game.soloist), 1000)
        return winner_takes(game, 225 + own, 10)
    places = split(by_centers(game), range(70, 0, -10))
    return [
        10 + (place + Fraction(count, 1000) if count else 0)
        for count, place in zip(game.centers, places, strict=True)
    ]


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


_PRIORITY = ("AUSTRIA", "GERMANY", "ITALY", "TURKEY", "ENGLAND", "RUSSIA", "FRANCE")
"""Italia 2010: who is before whom where no year tells them apart."""


@system(
    "italia-2010",
    "Italia 2010",
    "D. Cleopadre, Italia 2010, version 7.8 of 2012, and the diplomania wiki",
    (Need.ALL_YEARS,),
)
def italia_2010(game: GameResult) -> Points:
    """A solo is 271 and 4 for each centre. Otherwise those alive have 1, 4 for each centre, and 70,
    34 and 16 for the first three places; a leader who is 3 centres ahead or more has 30 more, else
    each of the others alive 10. All that, after a solo too, is raised by 10 percent for each power
    but one that has 3 centres. The dead, and all whom a solo beat, have 1. Equals are told apart by
    the latest earlier year in which one was ahead.
    """
    game.require_all_years()
    raised = 1 + Fraction(max(sum(count >= 3 for count in game.centers) - 1, 0), 10)
    if game.soloist:
        return winner_takes(game, raised * (271 + 4 * game.center_count(game.soloist)), 1)
    race = [one for group in by_race(game) for one in sorted(group, key=_before(game))]
    order = sorted(race, key=lambda i: -game.centers[i])
    prizes = dict(zip(order, (70, 34, 16), strict=False))
    ahead, first = lead(game) >= 3, order[0]
    return [
        raised
        * (1 + 4 * count + prizes.get(i, 0) + (30 * (i == first) if ahead else 10 * (i != first)))
        if count
        else 1
        for i, count in enumerate(game.centers)
    ]


def _before(game: GameResult) -> Callable[[int], int]:
    """The place of a power, by its number, in the order of Italia 2010; others come last."""
    known = {power: place for place, power in enumerate(_PRIORITY)}
    return lambda i: known.get(game.powers[i].upper(), len(known))


_NTH = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def _own(name: str, meaning: str) -> Setting:
    return Setting(name, 0, meaning, least=-1_000_000, most=1_000_000)


@system(
    "own-places",
    "Points for places of one's own",
    "the director",
    settings=(
        _own("played", "for playing"),
        _own("alive", "for being alive at the end"),
        _own("center", "for each centre"),
        *(_own(name, f"for the {name} place") for name in _NTH),
        _own("solo", "for a solo; it takes the place of all others"),
        _own("beaten", "for those whom a solo beat"),
        Setting("ties", "split", "what equals get: shares of their places, or the lower one",
                ("split", "lower")),
    ),
)  # fmt: skip
def own_places(
    game: GameResult, *, played: int, alive: int, center: int, solo: int, beaten: int, ties: str,
    **places: int,
) -> Points:  # fmt: skip
    """Points as the director sets them: for playing, for being alive, for each centre, for each
    place, and for a solo and those it beat. Until a solo and the first place are worth something no
    game is scored.
    """
    if not solo or not places["first"]:
        what = "the preset does not say what a solo and the first place are worth"
        remedy = "set solo, first and the others under [scoring]"
        raise MissingData(Diagnostic("points-not-stated", what, remedy))
    if game.soloist:
        return winner_takes(game, solo, beaten)
    share = split if ties == "split" else lower
    worth = share(by_centers(game), [places[name] for name in _NTH])
    return [
        played + place + (alive + center * count if count else 0)
        for count, place in zip(game.centers, worth, strict=True)
    ]


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
