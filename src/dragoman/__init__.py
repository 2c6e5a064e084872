"""A judge for Diplomacy and Machiavelli: reads orders, resolves turns, explains them.

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

from typing import TYPE_CHECKING

from dragoman import late_binding
from dragoman.late_binding import exported

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from dragoman.board import (
        Board as Board,
        BoardError as BoardError,
        Power as Power,
        Province as Province,
        Unit as Unit,
        UnknownName as UnknownName,
    )
    from dragoman.diagnostics import (
        Diagnostic as Diagnostic,
        Severity as Severity,
        has_errors as has_errors,
    )
    from dragoman.errors import DragomanError as DragomanError, WrongArgument as WrongArgument
    from dragoman.formats import (
        VariantError as VariantError,
        load_variant as load_variant,
        read_variant as read_variant,
        shipped_variants as shipped_variants,
    )
    from dragoman.game import (
        DiceError as DiceError,
        Ending as Ending,
        Game as Game,
        Intent as Intent,
        Pending as Pending,
        Resolution as Resolution,
        Variant as Variant,
        legal_orders as legal_orders,
        load_game as load_game,
        process as process,
        read_game_text as read_game_text,
        read_headers as read_headers,
        read_record as read_record,
        save_game as save_game,
    )
    from dragoman.orders import (
        Build as Build,
        Convoy as Convoy,
        Disband as Disband,
        Hold as Hold,
        Move as Move,
        Order as Order,
        OrdersError as OrdersError,
        Remove as Remove,
        Retreat as Retreat,
        Support as Support,
        UnitRef as UnitRef,
        Waive as Waive,
        parse_order as parse_order,
        scan as scan,
        scan_file as scan_file,
        scan_order as scan_order,
        write as write,
    )
    from dragoman.rules import (
        PRESETS as PRESETS,
        SWITCHES as SWITCHES,
        Dislodged as Dislodged,
        Outcome as Outcome,
        Phase as Phase,
        PhaseKind as PhaseKind,
        Position as Position,
        PositionError as PositionError,
        Result as Result,
        RuleSet as RuleSet,
        UnusedOrder as UnusedOrder,
    )
    from dragoman.version import __version__ as __version__


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


late_binding.load_variant = _load_variant
late_binding.draw = _draw

__getattr__, __dir__, __all__ = exported(__name__)
