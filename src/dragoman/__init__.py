"""A judge for Diplomacy: reads orders, resolves turns, explains them.

    >>> import dragoman
    >>> game = dragoman.Game("standard")
    >>> game.order("England", "F lon-nth, F edi-nwg, A lvp-yor")
    ()
    >>> print(game.process())
    spring 1901, movement
    ...

What is named here is looked up in the packages below when it is first used, so that
importing ``dragoman`` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from dragoman import game as _game
    from dragoman.board import Board, Power, Province, Unit
    from dragoman.diagnostics import Diagnostic, Severity, has_errors
    from dragoman.formats import VariantError, load_variant, read_variant, shipped_variants
    from dragoman.game import Ending, Intent, Resolution, Variant, process, save_game
    from dragoman.orders import scan, scan_file, write
    from dragoman.rules import (
        PRESETS,
        SWITCHES,
        Outcome,
        Phase,
        PhaseKind,
        Position,
        Result,
        RuleSet,
    )

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "SWITCHES",
    "Board",
    "Diagnostic",
    "Ending",
    "Game",
    "Intent",
    "Outcome",
    "Phase",
    "PhaseKind",
    "Position",
    "Power",
    "Province",
    "Resolution",
    "Result",
    "RuleSet",
    "Severity",
    "Unit",
    "Variant",
    "VariantError",
    "__version__",
    "has_errors",
    "load_game",
    "load_variant",
    "process",
    "read_variant",
    "save_game",
    "scan",
    "scan_file",
    "shipped_variants",
    "write",
]

_FLOORS = ("diagnostics", "board", "orders", "rules", "game", "formats")


def Game(
    variant: str | Path | Variant = "standard",
    rule_set: RuleSet | None = None,
    start: Position | None = None,
) -> _game.Game:
    """Begin a game of a variant, given by name, by the path of its folder, or loaded.

    See ``dragoman.game.Game`` for what can be done with it.

    Raises:
        VariantError: if there is no such variant, or its files have errors.
    """
    from dragoman import formats, game

    loaded = variant if isinstance(variant, game.Variant) else formats.load_variant(variant)
    return game.Game(loaded, rule_set, start)


def load_game(path: str | Path) -> tuple[_game.Game | None, tuple[Diagnostic, ...]]:
    """The game recorded in a file by ``save_game``, and what is wrong with the record.

    There is a game unless some diagnostic is an error.
    """
    from dragoman import formats, game

    return game.load_game(path, formats.load_variant)


def __getattr__(name: str) -> object:
    if name in __all__:
        for floor in _FLOORS:
            package = import_module(f"dragoman.{floor}")
            if hasattr(package, name):
                return getattr(package, name)
    raise AttributeError(f"module 'dragoman' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
