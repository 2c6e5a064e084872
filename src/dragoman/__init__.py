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

from dragoman import upper_floors

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from dragoman.board import Board, BoardError, Power, Province, Unit, UnknownName
    from dragoman.diagnostics import Diagnostic, Severity, has_errors
    from dragoman.errors import DragomanError, WrongArgument
    from dragoman.formats import VariantError, load_variant, read_variant, shipped_variants
    from dragoman.game import (
        DiceError,
        Ending,
        Game,
        Intent,
        Pending,
        Resolution,
        Variant,
        load_game,
        process,
        read_game_text,
        read_headers,
        save_game,
    )
    from dragoman.orders import (
        Build,
        Convoy,
        Disband,
        Hold,
        Move,
        Order,
        OrdersError,
        Remove,
        Retreat,
        Support,
        UnitRef,
        Waive,
        scan,
        scan_file,
        scan_order,
        write,
    )
    from dragoman.rules import (
        PRESETS,
        SWITCHES,
        Dislodged,
        Outcome,
        Phase,
        PhaseKind,
        Position,
        PositionError,
        Result,
        RuleSet,
        UnusedOrder,
        legal_orders,
    )

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "SWITCHES",
    "Board",
    "BoardError",
    "Build",
    "Convoy",
    "Diagnostic",
    "DiceError",
    "Disband",
    "Dislodged",
    "DragomanError",
    "Ending",
    "Game",
    "Hold",
    "Intent",
    "Move",
    "Order",
    "OrdersError",
    "Outcome",
    "Pending",
    "Phase",
    "PhaseKind",
    "Position",
    "PositionError",
    "Power",
    "Province",
    "Remove",
    "Resolution",
    "Result",
    "Retreat",
    "RuleSet",
    "Severity",
    "Support",
    "Unit",
    "UnitRef",
    "UnknownName",
    "UnusedOrder",
    "Variant",
    "VariantError",
    "Waive",
    "WrongArgument",
    "__version__",
    "has_errors",
    "legal_orders",
    "load_game",
    "load_variant",
    "process",
    "read_game_text",
    "read_headers",
    "read_variant",
    "save_game",
    "scan",
    "scan_file",
    "scan_order",
    "shipped_variants",
    "write",
]

_FLOORS = ("errors", "diagnostics", "board", "orders", "rules", "game", "formats")


def _load_variant(name_or_folder: str | Path) -> Variant:
    from dragoman.formats import load_variant

    return load_variant(name_or_folder)


def _draw(
    variant: Variant,
    position: Position,
    resolution: Resolution | None,
    orders: Mapping[str, Iterable[Order]],
    language: str,
) -> str:
    from dragoman.drawing import map_of, scene_of, svg
    from dragoman.errors import DragomanError

    drawn_on, faults = map_of(variant)
    if drawn_on is None:
        raise DragomanError("; ".join(map(str, faults)) or f"there is no map of {variant.name}")
    scene = scene_of(
        variant,
        drawn_on.geometry,
        position,
        orders=orders,
        resolution=resolution,
        language=language,
        backdrop=drawn_on.backdrop,
    )
    return svg(scene)


upper_floors.load_variant = _load_variant
upper_floors.draw = _draw


def __getattr__(name: str) -> object:
    if name in __all__:
        for floor in _FLOORS:
            package = import_module(f"dragoman.{floor}")
            if hasattr(package, name):
                return getattr(package, name)
    from dragoman.on_use import NoAttribute

    raise NoAttribute(__name__, name, __all__)


def __dir__() -> list[str]:
    return sorted(__all__)
