"""Orders: what they are, reading them from people's writing, and writing them."""

from typing import TYPE_CHECKING

from dragoman.on_use import looked_up

if TYPE_CHECKING:
    from dragoman.orders.faults import Awaited, PhaseLetter
    from dragoman.orders.given import OrdersError, OrdersGiven, orders_given
    from dragoman.orders.money import (
        Ally,
        Borrow,
        Expense,
        GiveChit,
        MoneyOrder,
        NoExpense,
        Pay,
        Purpose,
    )
    from dragoman.orders.notation import NOTATIONS, Notation, NotationError, OrderWriter, write
    from dragoman.orders.order import (
        Besiege,
        Build,
        Convert,
        Convoy,
        Disband,
        Hold,
        LiftSiege,
        Maintain,
        Move,
        Order,
        Remove,
        Retreat,
        Support,
        Waive,
        unit_of,
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
    from dragoman.orders.unit_ref import UnitRef
    from dragoman.orders.vocabulary import OwnWords, Word

__all__ = [
    "NOTATIONS",
    "Ally",
    "Awaited",
    "Besiege",
    "Borrow",
    "Build",
    "Convert",
    "Convoy",
    "Disband",
    "Expense",
    "GiveChit",
    "Hold",
    "LiftSiege",
    "Lost",
    "Maintain",
    "MoneyOrder",
    "Move",
    "NoExpense",
    "Notation",
    "NotationError",
    "Order",
    "OrderFile",
    "OrderWriter",
    "OrdersError",
    "OrdersGiven",
    "OwnWords",
    "Pay",
    "PhaseLetter",
    "Press",
    "Purpose",
    "Remove",
    "Retreat",
    "Scan",
    "ScanOptions",
    "Scanned",
    "Support",
    "UnitRef",
    "Waive",
    "Word",
    "orders_given",
    "scan",
    "scan_file",
    "scan_order",
    "unit_of",
    "unremarked",
    "write",
]

__getattr__ = looked_up(
    __name__,
    {
        "faults": ("Awaited", "PhaseLetter"),
        "given": ("OrdersError", "OrdersGiven", "orders_given"),
        "money": (
            "Ally",
            "Borrow",
            "Expense",
            "GiveChit",
            "MoneyOrder",
            "NoExpense",
            "Pay",
            "Purpose",
        ),
        "notation": ("NOTATIONS", "Notation", "NotationError", "OrderWriter", "write"),
        "order": (
            "Besiege",
            "Build",
            "Convert",
            "Convoy",
            "Disband",
            "Hold",
            "LiftSiege",
            "Maintain",
            "Move",
            "Order",
            "Remove",
            "Retreat",
            "Support",
            "Waive",
            "unit_of",
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
        "unit_ref": ("UnitRef",),
        "vocabulary": ("OwnWords", "Word"),
    },
)
