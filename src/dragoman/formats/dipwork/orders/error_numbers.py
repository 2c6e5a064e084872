"""The numbers of what DipWork found wrong with an order, and our reasons and results.

The table is that of the manual under ``ERROR_NR_OUTPUT``. From 100 on an order is underlined
in reports; from 200 on it is deleted, and stands in ``ERRORS.TXT``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from dragoman.orders import Convoy, Move, Order, Support
from dragoman.quick_dataclass import dataclass
from dragoman.rules import Outcome, Result

NONE = 0
COAST_OF_SUPPORTED_CHANGED = 3
COAST_CHANGED = 6
PLACE_OF_SUPPORTED_CHANGED = 9
MISSING_ORDER = 12
UNSUCCESSFUL = 100
RETREAT = 102
IDENTICAL_RETREATS = 103
NO_RETREAT = 104
ORDER_EXPECTED = 109
SEVERAL_HOLD = 111
TWO_ORDERS_HOLD = 113
TARGET = 115
SUPPORTED_PLACE = 117
SUPPORTED_TARGET = 119
CONVOYED_PLACE = 121
CONVOYED_TARGET = 124
CONVOYED_MOVE = 127
SUPPORTED_ORDER = 130
NO_OCEAN = 133
CANNOT_CONVOY = 136
IMPOSSIBLE_MOVE = 139
IMPOSSIBLE_CONVOYED_MOVE = 142
IMPOSSIBLE_SUPPORT = 143
NO_SUCH_ORDER_SUPPORTED = 145
NO_SUCH_ORDER_CONVOYED = 148
COASTS_OF_SUPPORTED = 151
COASTS = 154
IDENTICAL_DELETED = 200
SEVERAL_DELETED = 203
TWO_ORDERS_DELETED = 206
NO_SUCH_UNIT = 209
TYPE_EXPECTED = 300
UNIT_EXPECTED = 303
PLACE_EXPECTED = 306


@dataclass(frozen=True, slots=True)
class ErrorNumber:
    """One line of the table: the number, the program's name for it, what it means.

    ``mark`` is printed behind an order in reports: ``?`` for what cannot be done, ``&`` for
    what does not fit another's order (the manual, "NSO ↔ IMP"), ``<`` for a unit that was
    driven out, ``=`` for several orders, ``/`` for a coast that was not named.
    """

    number: int
    name: str
    meaning: str
    mark: str = ""


ERROR_NUMBERS: Mapping[int, ErrorNumber] = MappingProxyType(
    {
        number: ErrorNumber(number, f"ze{name}", meaning, mark)
        for number, name, meaning, mark in (
            (0, "None", "nothing was wrong", ""),
            (3, "SupSubFieldChg", "the target of the supported order was changed: coast", ""),
            (6, "SubFieldChg", "the target of the order was changed: coast", ""),
            (9, "SubFromFieldChg", "the place of the supported unit was changed: coast", ""),
            (12, "MissingOrder", "the order was missing: the unit holds", ""),
            (100, "Unsuccessful", "the order did not succeed", ""),
            (102, "Retreat", "the unit has to retreat, or had to", "<"),
            (103, "IdenticalRet", "disbanded: two units retreated to one field", "="),
            (104, "NoRetReceived", "no retreat was ordered", ""),
            (109, "OrderExp", "no order for the unit could be read", "?"),
            (111, "Mul2Hold", "several orders, none a move: the unit holds", "="),
            (113, "Mul3Hold", "several orders, one of them a move: the unit holds", "="),
            (115, "MoveToField", "the target of the move could not be read", "?"),
            (117, "SupportedField", "the place of the supported unit could not be read", "?"),
            (119, "SupMoveField", "the target of the supported move could not be read", "?"),
            (121, "ConvoyedField", "the place of the convoyed unit could not be read", "?"),
            (124, "ConMoveField", "the target of the convoyed move could not be read", "?"),
            (127, "TrgMoveExp", "the convoyed unit must be named with a move", "?"),
            (130, "TrgMoveOrHoldExp", "the supported unit must be named with a move or hold", "?"),
            (133, "NoOcean", "the convoying unit is not at sea", "?"),
            (136, "UnitCantConvoy", "units of this type cannot convoy, or be convoyed", "?"),
            (139, "IMPMove", "the move is impossible: there is no such border", "?"),
            (142, "IMPcmove", "the move by convoy is impossible: there is no route", "?"),
            (143, "IMPSupport", "the unit could not go where it supports", "?"),
            (145, "NSOSupport", "the supported order was not given", "&"),
            (148, "NSOconvoy", "the convoyed order was not given", "&"),
            (151, "SupMulCoasts", "the supported move could end on several coasts", "/"),
            (154, "MulCoasts", "the move could end on several coasts", "/"),
            (200, "Mul1del", "one of identical orders, deleted", "="),
            (203, "Mul2del", "one of several orders, none a move, deleted", "="),
            (206, "Mul3del", "one of several orders, one of them a move, deleted", "="),
            (209, "NSU", "there is no such unit", ""),
            (300, "UnitTypeExp", "the type of a unit was expected", "?"),
            (303, "UnitOrNationExp", "a unit or a nation was expected", "?"),
            (306, "LocationField", "there is no such field", "?"),
        )
    }
)
"""Every number of the table."""

_REASONS: Mapping[str, int] = MappingProxyType(
    {
        "no-such-unit": NO_SUCH_UNIT,
        "not-your-unit": NO_SUCH_UNIT,
        "kind-missing": NO_SUCH_UNIT,
        "kind-wrong": NO_SUCH_UNIT,
        "wrong-coast-of-unit": NO_SUCH_UNIT,
        "superfluous-coast": IMPOSSIBLE_MOVE,
        "no-path": IMPOSSIBLE_MOVE,
        "same-place": IMPOSSIBLE_MOVE,
        "coast-needed": COASTS,
        "coast-missing": COASTS,
        "coast-unreachable": IMPOSSIBLE_MOVE,
        "no-convoy-route": IMPOSSIBLE_CONVOYED_MOVE,
        "no-convoy-ordered": IMPOSSIBLE_CONVOYED_MOVE,
        "route-no-path": IMPOSSIBLE_CONVOYED_MOVE,
        "supports-itself": IMPOSSIBLE_SUPPORT,
        "support-out-of-reach": IMPOSSIBLE_SUPPORT,
        "supported-cannot-move": IMPOSSIBLE_SUPPORT,
        "support-needs-coast": COASTS_OF_SUPPORTED,
        "cannot-convoy": NO_OCEAN,
        "cannot-be-convoyed": CANNOT_CONVOY,
        "on-no-route": NO_SUCH_ORDER_CONVOYED,
        "went-by-land": NO_SUCH_ORDER_CONVOYED,
        "off-route": NO_SUCH_ORDER_CONVOYED,
        "wrong-phase": ORDER_EXPECTED,
        "another-order-counts": TWO_ORDERS_DELETED,
        "contradicting-orders": TWO_ORDERS_HOLD,
        "convoy-paradox": UNSUCCESSFUL,
        "no-retreat-ordered": NO_RETREAT,
        "cannot-retreat-there": NO_RETREAT,
    }
)
_OF_ANOTHER = frozenset(
    {
        "no-unit-to-help",
        "power-missing",
        "power-wrong",
        "not-ordered-so",
        "moved",
        "other-coast",
        "in-disorder",
    }
)
"""Reasons that a support or a convoy does not fit another's order."""
_OF_NAME = frozenset({"kind-missing", "kind-wrong", "wrong-coast-of-unit"})
"""Reasons that a unit is not the one that was named."""


def number_of_reason(reason: str, order: Order | None = None) -> int:
    """The number for a reason of ours why an order was not used, or not as it was given.

    100, "did not succeed", stands for reasons that DipWork does not know.
    """
    if reason in _OF_ANOTHER or (reason in _OF_NAME and isinstance(order, Support | Convoy)):
        return NO_SUCH_ORDER_CONVOYED if isinstance(order, Convoy) else NO_SUCH_ORDER_SUPPORTED
    return _REASONS.get(reason, UNSUCCESSFUL)


def number_of_outcome(outcome: Outcome) -> int:
    """The number for what became of an order in a movement or retreat phase.

    As in DipWork the highest counts where there are several.
    """
    numbers = [NONE]
    if outcome.order is None and outcome.result is not Result.DISBANDS:
        numbers.append(MISSING_ORDER)
    match outcome.result:
        case Result.SUCCEEDS:
            pass
        case Result.ILLEGAL | Result.VOID | Result.FAILS | Result.UNUSED | Result.NO_CONVOY:
            numbers.append(number_of_reason(outcome.reason, outcome.order))
        case Result.DISBANDS:
            if outcome.reason:
                numbers.append(number_of_reason(outcome.reason, outcome.order))
        case Result.DISLODGED:
            numbers.append(RETREAT)
        case _:
            numbers.append(UNSUCCESSFUL)
    if outcome.dislodged_by is not None:
        numbers.append(RETREAT)
    return max(numbers)


def result_of(number: int, order: Order, moved: bool) -> tuple[Result, str]:
    """The result and the reason that a number stands for, as far as it tells them."""
    if number < UNSUCCESSFUL:
        return Result.SUCCEEDS, ""
    if number in (NO_SUCH_ORDER_SUPPORTED, NO_SUCH_ORDER_CONVOYED):
        return Result.VOID, "not-ordered-so"
    if number == IMPOSSIBLE_CONVOYED_MOVE and isinstance(order, Move):
        return Result.NO_CONVOY, "no-convoy-ordered"
    for reason, known in _REASONS.items():
        if known == number and number > NO_RETREAT:
            return Result.ILLEGAL, reason
    if isinstance(order, Move) and not moved:
        return Result.BOUNCES, ""
    if isinstance(order, Support):
        return Result.CUT, ""
    return (Result.DISLODGED, "") if number == RETREAT else (Result.ILLEGAL, "")
