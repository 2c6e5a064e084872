"""Orders: what they are, reading them from people's writing, and writing them."""

from typing import TYPE_CHECKING

from dragoman.lazy_exports import exported

if TYPE_CHECKING:
    from dragoman.orders.faults import Awaited as Awaited, PhaseLetter as PhaseLetter
    from dragoman.orders.given import (
        OrdersError as OrdersError,
        OrdersGiven as OrdersGiven,
        orders_given as orders_given,
    )
    from dragoman.orders.money import (
        Ally as Ally,
        Borrow as Borrow,
        Expense as Expense,
        GiveChit as GiveChit,
        MoneyOrder as MoneyOrder,
        NoExpense as NoExpense,
        Pay as Pay,
        Purpose as Purpose,
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
        Besiege as Besiege,
        Build as Build,
        Convert as Convert,
        Convoy as Convoy,
        Disband as Disband,
        Hold as Hold,
        LiftSiege as LiftSiege,
        Maintain as Maintain,
        Move as Move,
        Order as Order,
        Remove as Remove,
        Retreat as Retreat,
        Support as Support,
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
    from dragoman.orders.unit_ref import UnitRef as UnitRef
    from dragoman.orders.vocabulary import OwnWords as OwnWords, Word as Word

__getattr__, __dir__, __all__ = exported(__name__)
