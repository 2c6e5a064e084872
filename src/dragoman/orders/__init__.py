"""Orders: what they are, reading them from people's writing, and writing them."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.orders.faults import Awaited, PhaseLetter
    from dragoman.orders.notation import NOTATIONS, Notation, NotationError, write
    from dragoman.orders.order import (
        Build,
        Convoy,
        Disband,
        Hold,
        Move,
        Order,
        Remove,
        Retreat,
        Support,
        UnitRef,
        Waive,
    )
    from dragoman.orders.order_file import OrderFile, scan_file
    from dragoman.orders.scanner import (
        Lost,
        Press,
        Scan,
        Scanned,
        ScanOptions,
        scan,
        scan_order,
        unremarked,
    )
    from dragoman.orders.vocabulary import LANGUAGES, OwnWords, Word

__all__ = [
    "LANGUAGES",
    "NOTATIONS",
    "Awaited",
    "Build",
    "Convoy",
    "Disband",
    "Hold",
    "Lost",
    "Move",
    "Notation",
    "NotationError",
    "Order",
    "OrderFile",
    "OwnWords",
    "PhaseLetter",
    "Press",
    "Remove",
    "Retreat",
    "Scan",
    "ScanOptions",
    "Scanned",
    "Support",
    "UnitRef",
    "Waive",
    "Word",
    "scan",
    "scan_file",
    "scan_order",
    "unremarked",
    "write",
]

__getattr__ = looked_up(
    __name__,
    {
        "faults": ("Awaited", "PhaseLetter"),
        "notation": ("NOTATIONS", "Notation", "NotationError", "write"),
        "order": (
            "Build",
            "Convoy",
            "Disband",
            "Hold",
            "Move",
            "Order",
            "Remove",
            "Retreat",
            "Support",
            "UnitRef",
            "Waive",
        ),
        "order_file": ("OrderFile", "scan_file"),
        "scanner": (
            "Lost",
            "Press",
            "Scan",
            "Scanned",
            "ScanOptions",
            "scan",
            "scan_order",
            "unremarked",
        ),
        "vocabulary": ("LANGUAGES", "OwnWords", "Word"),
    },
)
