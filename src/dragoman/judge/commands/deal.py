"""Dealing out powers by wishes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from dragoman.extras import extra


def deal(wishes: Mapping[int, Sequence[str]], powers: Sequence[str], lot: Random) -> dict[int, str]:
    """A power for each player, so that the sum of the squares of the places in which they wished
    for what they get is least; the lot decides between equals. A power that somebody did not name
    counts as named after all that he did.

    There are at least as many powers as players.
    """
    with extra("judge"):
        import scipy.optimize as _optimize  # type: ignore[reportMissingTypeStubs]

    assign: Callable[[list[list[int]]], tuple[Iterable[int], Iterable[int]]]
    assign = getattr(_optimize, "linear_sum_assignment")  # noqa: B009  it has no types

    players = lot.sample(list(wishes), len(wishes))
    open_powers = lot.sample(list(powers), len(powers))
    costs = [
        [
            (list(wishes[player]).index(power) if power in wishes[player] else len(wishes[player]))
            ** 2
            for power in open_powers
        ]
        for player in players
    ]
    if not costs:
        return {}
    rows, columns = assign(costs)
    dealt = {players[row]: open_powers[column] for row, column in zip(rows, columns, strict=True)}
    return {player: dealt[player] for player in wishes}
