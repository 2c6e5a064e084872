"""Orders as programs hand them over: text or objects, one or many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias, cast, get_args

from dragoman.board import Board, UnknownName
from dragoman.diagnostics import Diagnostic
from dragoman.errors import DragomanError, WrongArgument, checked
from dragoman.orders.faults import PhaseLetter
from dragoman.orders.order import Order

if TYPE_CHECKING:
    from dragoman.orders.scanner import Press

OrdersGiven: TypeAlias = str | Order | Iterable[str | Order]
"""One order or many, as text or as objects."""

_KINDS = frozenset(get_args(Order))
"""The classes of orders. It is asked of every order of every turn whether it is of one of these:
that takes no time worth mentioning, as looking through the union would."""
_LISTS = frozenset((list, tuple))


class OrdersError(DragomanError):
    """Orders that are text and cannot be read. ``diagnostics`` holds everything that is wrong."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "; ".join(map(str, self.diagnostics))


def one_by_one(given: OrdersGiven) -> Iterator[str | Order]:
    """The texts and orders that were given.

    Raises:
        WrongArgument: if something is neither.
    """
    what: Any = given
    if isinstance(what, str) or type(what) in _KINDS:
        yield what
    elif isinstance(given, bytes | Mapping) or not isinstance(given, Iterable):
        raise _no_order(what)
    else:
        for one in given:
            if not isinstance(one, str):
                check_is_order(one)
            yield one


def check_is_order(what: object) -> None:
    """Refuse what is not an order, such as the text of one.

    Raises:
        WrongArgument: if it is none.
    """
    if type(what) not in _KINDS:
        raise _no_order(what)


def orders_given(
    board: Board, phase: PhaseLetter, given: Mapping[str, OrdersGiven]
) -> dict[str, tuple[Order, ...]]:
    """The orders of each power, by its key; what is text is read.

    Raises:
        OrdersError: if not all of a text is orders.
        UnknownName: if there is no such power.
        WrongArgument: if something is no order.
    """
    what: Any = given
    if not isinstance(what, Mapping):
        raise WrongArgument(
            f"orders go by power, as in {{'FRANCE': ['A PAR - BUR']}}, not {given!r:.60}"
        )
    powers, lists = given.keys(), given.values()
    if board.powers.keys() >= powers and _LISTS.issuperset(map(type, lists)):
        orders_of: Iterable[Sequence[Order]] = cast("Any", lists)
        if _KINDS.issuperset(map(type, chain.from_iterable(orders_of))):  # as in nearly every turn
            return dict(zip(given, map(tuple, orders_of), strict=True))
    found: dict[str, tuple[Order, ...]] = {}
    faults: list[Diagnostic] = []
    for power, ones in given.items():
        if power not in board.powers:
            raise UnknownName("power", power, board.powers)
        orders: list[Order] = []
        for one in one_by_one(ones):
            if isinstance(one, str):
                from dragoman.orders.scanner import scan, unremarked  # only now: objects need none

                read = scan(one, board, phase)
                orders += (each.order for each in read.orders)
                faults += read.diagnostics
                faults += map(no_order, unremarked(read.press, read.diagnostics))
            else:
                orders.append(one)
        found[power] = tuple(orders)
    if faults:
        raise OrdersError(faults)
    return found


@checked
def parse_order(text: str, board: Board, phase: PhaseLetter = "M") -> Order:
    """The order that a text says, read strictly; ``phase`` is the kind of phase it is for.
    ``scan_order`` returns what is wrong instead of raising it.

        >>> parse_order("F LON - NTH", game.board)
        Move(UnitRef('LON', 'F'), 'NTH')

    Raises:
        OrdersError: if the text is not one order.
    """
    from dragoman.orders.scanner import scan_order  # only now: objects need none

    found = scan_order(text, board, phase)
    if isinstance(found, Diagnostic):
        raise OrdersError([found])
    return found


def no_order(passage: Press) -> Diagnostic:
    """That a passage of a text is not an order."""
    what = f"{passage.text!r} was not taken for an order"
    return Diagnostic("no-order", what, line=passage.line, column=passage.column)


def _no_order(what: object) -> WrongArgument:
    """The error; ``scan_order`` makes an order of a text where one is wanted."""
    wanted = "an order is a Move, Hold, Support or the like"
    if isinstance(what, str):
        return WrongArgument(f"{wanted}, and {what!r:.60} is text: scan_order() reads it")
    return WrongArgument(f"{wanted}, or text such as 'A PAR - BUR', not {what!r:.60}")
