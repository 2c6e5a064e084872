"""Systems in which the powers behind pay the one in front."""

from __future__ import annotations

from fractions import Fraction

from dragoman.tournament.scoring.finishing_places import by_centers, lead, shared, split, toppers
from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.scoring.system import DIPLOMACYTV, Points, system, winner_takes

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
