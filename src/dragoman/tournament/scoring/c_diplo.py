"""C-Diplo and its kin from France: a point to play, the centres, and three prizes for places."""

from __future__ import annotations

from collections.abc import Callable

from dragoman.tournament.scoring.finishing_places import by_centers, split
from dragoman.tournament.scoring.result import GameResult
from dragoman.tournament.scoring.system import DIPLOMACYTV, Points, system, winner_takes

_NAMUR = (0, 5, 9, 12, 14, 16, 18)
"""What so many centres are worth in Namur; each one more is a point."""
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


@system("c-diplo-73", "C-Diplo 73", "the C-Diplo of 1992 †")
def c_diplo_73(game: GameResult) -> Points:
    """A solo is 73. Otherwise as C-Diplo 100."""
    return winner_takes(game, 73) if game.soloist else _c_diplo(game, 38)


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
