"""Sheets of orders read on a position, and kept: whoever saves one, whoever looks at the game and
whoever waits for it to be complete has it read, and it comes to the same each time."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from dragoman.diagnostics import Diagnostic
from dragoman.game import Game
from dragoman.game.order_sets import Pending
from dragoman.remembered import Remembered

_Read: TypeAlias = tuple[Pending, tuple[Diagnostic, ...]]

_known: Final[Remembered[tuple[Any, ...], _Read]] = Remembered()
_SIZE: Final = 1_000
_SIZE_OF_LETTER: Final = 40
"""Bytes, in about: an order of a dozen letters is an object with a unit or two."""


def give_sheet(game: Game, power: str, standing: str, text: str) -> tuple[Diagnostic, ...]:
    """Give a game, in which nothing was ordered yet, the orders of a power that stand and those of
    its sheet, in which nothing depends on conditions; what is to be said of the sheet."""
    if game.is_over:
        return _given(game, power, standing, text)
    # All that orders are read by: whose they are and what stands where, under which rules.
    key = (game.variant, game.rule_set, game.position, game.pending, power, standing, text)
    if (known := _known.get(key)) is None:
        told = _given(game, power, standing, text)
        size = _SIZE + _SIZE_OF_LETTER * (len(standing) + len(text))
        return _known.keep(key, (game.pending, told), size)[1]
    pending, told = known
    game.restore(pending, None)
    return told


def _given(game: Game, power: str, standing: str, text: str) -> tuple[Diagnostic, ...]:
    if standing:
        game.order(power, standing, standing=True)
    return game.order(power, text) if text.strip() else ()
