"""Systems that share a pot by draws or centres, or count centres and add to that."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dragoman.diagnostics import Diagnostic
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
from dragoman.tournament.scoring.result import GameResult, MissingData
from dragoman.tournament.scoring.system import (
    DIPLOMACYTV,
    Need,
    Points,
    rounded,
    system,
    winner_takes,
)
from dragoman.tournament.settings import Setting

# A pot, shared by the size of the draw or by centres

MAP_CENTERS = "centers"
"""The setting that a tournament takes from its variant, where a preset does not name it."""

_WDD = "World Diplomacy Database, scoring systems"


def solo_setting(title: str) -> Setting:
    """The setting for a solo's points in a system whose text does not say them."""
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
    """Points of a share by how many share it, from one alone up; 0 for the others.

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


@system("dcc", "DC(C)", "diplomaticon.com, the DC(C) scoring system, 2021 †")
def dcc(game: GameResult) -> Points:
    """A solo is 700. A draw is 600 shared evenly by those in it, and 100 by the squares of their
    centres; a draw of all 7 is those 100 alone.
    """
    if game.soloist:
        return winner_takes(game, 700)
    among = sharing(game)
    even = shared(among if len(among) < len(game.powers) else (), 600, len(game.powers))
    squares = [count**2 if i in among else 0 for i, count in enumerate(game.centers)]
    return [
        share + Fraction(100 * square, sum(squares))
        for share, square in zip(even, squares, strict=True)
    ]


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


# Tens: ten points a centre, and something for the draw, the top or the place

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


# Centres added up, with a table or a few bonuses


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
