"""Orders: what they are, reading them from people's writing, and writing them."""

from typing import TYPE_CHECKING

from dragoman.late_binding import exported

if TYPE_CHECKING:
    from dragoman.orders.faults import Awaited as Awaited, PhaseLetter as PhaseLetter
    from dragoman.orders.given import (
        OrdersError as OrdersError,
        OrdersGiven as OrdersGiven,
        orders_given as orders_given,
        parse_order as parse_order,
    )
    from dragoman.orders.notation import (
        NOTATIONS as NOTATIONS,
        Notation as Notation,
        NotationError as NotationError,
        OrderWriter as OrderWriter,
        language_of as language_of,
        write as write,
    )
    from dragoman.orders.order import (
        Ally as Ally,
        Besiege as Besiege,
        Borrow as Borrow,
        Build as Build,
        Convert as Convert,
        Convoy as Convoy,
        Core as Core,
        Disband as Disband,
        Expense as Expense,
        GiveChit as GiveChit,
        Hold as Hold,
        LiftSiege as LiftSiege,
        Maintain as Maintain,
        MoneyOrder as MoneyOrder,
        Move as Move,
        NoExpense as NoExpense,
        Order as Order,
        Pay as Pay,
        Purpose as Purpose,
        Remove as Remove,
        Retreat as Retreat,
        Support as Support,
        UnitRef as UnitRef,
        Waive as Waive,
        unit_of as unit_of,
    )
    from dragoman.orders.order_file import OrderFile as OrderFile, scan_file as scan_file
    from dragoman.orders.scanner import (
        Lost as Lost,
        Press as Press,
        Scan as Scan,
        Scanned as Scanned,
        ScanOptions as ScanOptions,
        scan as scan,
        scan_order as scan_order,
        unremarked as unremarked,
    )
    from dragoman.orders.vocabulary import OwnWords as OwnWords, Word as Word

__getattr__, __dir__, __all__ = exported(__name__)
