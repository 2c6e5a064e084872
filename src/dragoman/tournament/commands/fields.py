"""Fields that several commands share, and the mark of those that only ask."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from dragoman.declared import Says

RoundNumber: TypeAlias = Annotated[
    int, Says("the number of the round", "ROUND", least=1, is_argument=True)
]
OfRound: TypeAlias = Annotated[
    int | None, Says("the round; else the one in hand", "ROUND", "--round/-r", least=1)
]
Board: TypeAlias = Annotated[
    str,
    Says("the board: 2C, or C alone for the board of the round in hand", "BOARD", is_argument=True),
]
OnBoard: TypeAlias = Annotated[
    str, Says("only this board; else the whole hall", "BOARD", "--board/-b")
]
Person: TypeAlias = Annotated[
    str, Says("a player: the number, the name, or a part of it", "PLAYER", is_argument=True)
]
OtherPlayer: TypeAlias = Annotated[str, Says("the other player", "PLAYER", is_argument=True)]
People: TypeAlias = Annotated[
    tuple[str, ...],
    Says("players: numbers, names, or parts of names", "PLAYER...", is_argument=True),
]
At: TypeAlias = Annotated[
    str | None, Says("when it happened, if not now: 9:05 or 1999-08-28 09:05", "TIME")
]
OfSeason: TypeAlias = Annotated[
    str | None, Says("S1901, F03; else what the clock says", "SEASON", "--season/-s")
]
Because: TypeAlias = Annotated[str, Says("the reason, in words", "REASON")]
Sure: TypeAlias = Annotated[bool, Says("it is so, although a power took more than it could")]


class DeskQuestion:
    """A command that only asks, and changes nothing."""

    __slots__ = ()
