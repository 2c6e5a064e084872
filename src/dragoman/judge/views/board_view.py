"""Facts of the phase at hand that the board on a page needs besides what stands there: for whoever
orders for a power, what its units can do and what they were ordered."""

from __future__ import annotations

from collections import Counter
from typing import Any, NotRequired, cast

from dragoman.judge.log.conditional_orders import is_conditional
from dragoman.judge.log.settings import Early
from dragoman.judge.log.table import TABLE
from dragoman.judge.views.choices_view import (
    Choices,
    choices,
    named,
    numbered,
    order_data,
    several,
)
from dragoman.judge.views.game_view import time_text
from dragoman.judge.views.orders_view import (
    MeansShape,
    Ordered,
    ordered,
    possible_orders,
)
from dragoman.judge.views.viewer import Viewer
from dragoman.orders import Waive, scan, unit_of
from dragoman.rules import Position
from dragoman.views import DiagnosticShape, Moment, StageName, View


class SheetOnBoard(View):
    """The sheet that a power has on file."""

    text: str
    tag: str
    """For `If-Match` when the text is replaced."""
    conditional: bool
    """Whether the text has orders that depend on something."""
    lines: list[tuple[int, str, list[str | int]]]
    """For each order in the text its line, its unit, and the order: its kind (`h` hold, `m` move,
    `s` support, `c` convoy, `r` retreat, `d` disband or remove, `b` build, `w` waive, `x` any
    other) and what it names."""
    told: list[DiagnosticShape]
    ready: bool
    means: NotRequired[MeansShape]


class OwnBoard(SheetOnBoard, Choices):
    """Orders that a power can give, and those it has on file."""

    early: str
    """What it takes for a phase to be judged early: a setting of the game."""


class BoardView(View):
    """The phase at hand as somebody sees it, without what stands there."""

    stage: StageName
    deadline: Moment | None
    power: str
    """Whose orders the caller writes; empty if nobody's."""
    past: list[str]
    """The phases that were judged."""
    own: NotRequired[OwnBoard]


class Standing(View):
    """Units that stand in a position."""

    units: list[tuple[str, str, str]]
    """Power, name in orders, location."""
    dislodged: list[tuple[str, str, str]]


def board_view(viewer: Viewer, power: str, tag: str = "") -> BoardView:
    """The phase at hand as somebody sees it; with a power that he orders for and the tag of its
    sheet, or none.

    Raises:
        LookupError: if the game, or that power's orders, are not to be seen.
    """
    g = viewer.g
    if not viewer.may_look:
        raise LookupError("nobody may look at this game until it is over")
    found: BoardView = {
        "stage": g.stage.value,
        "deadline": time_text(g.deadline),
        "power": power,
        "past": [str(one.phase) for one in g.history],
    }
    if power:
        found["own"] = {
            **sheet_board(ordered(viewer, power), power, tag),
            "ready": g.is_ready(power),
            "early": g.settings.early.value,
        }
    return found


def standing(position: Position) -> Standing:
    """Units that stand in a position: of each its power, its name in orders, and where it is."""
    return {
        "units": [(one.power, str(one), one.location) for one in position.units],
        "dislodged": [
            (one.unit.power, str(one.unit), one.unit.location) for one in position.dislodged
        ],
    }


def sheet_board(sheet: Ordered, power: str, tag: str) -> OwnBoard:
    """Orders that a power can give, and those it is given, where nobody is waited for."""
    return {
        **choices(sheet.game, power, possible_orders(sheet, power)),
        **_written(sheet, power, tag),
        "early": Early.NEVER.value,
    }


def sheet_on_board(viewer: Viewer, power: str, tag: str) -> SheetOnBoard:
    """Parts of a power's board that another sheet changes.

    Raises:
        LookupError: if that power's orders are not to be seen.
    """
    sheet = ordered(viewer, power)
    return {**_written(sheet, power, tag), "ready": viewer.g.is_ready(power)}


def _written(sheet: Ordered, power: str, tag: str) -> SheetOnBoard:
    """A sheet, and what is made of it."""
    means = TABLE.of(sheet.game.variant).means(sheet.game, power)
    found: SheetOnBoard = {
        "text": sheet.text,
        "tag": tag,
        "conditional": is_conditional(sheet.text),
        "lines": _lines(sheet, power),
        "told": [one.data() for one in sheet.told],
        "ready": False,
    }
    if means is not None:
        found["means"] = cast(MeansShape, means)
    return found


def _lines(sheet: Ordered, power: str) -> list[tuple[int, str, list[str | int]]]:
    """The orders of a sheet, each with its line, from 1 on, and its unit: so that a board that
    changes one leaves all else as it was written. None of a sheet with conditions: which of its
    lines count, its writer alone can say."""
    if is_conditional(sheet.text):
        return []
    position, kind = sheet.game.position, sheet.game.phase.kind
    there, ordered_yet = several(position, power), Counter[str]()
    found: list[tuple[int, str, list[str | int]]] = []
    for one in scan(sheet.text, sheet.game.variant.board, kind.value).orders:
        name = _unit_ordered(one.order, position, power)
        ordered_yet[name] += 1
        # Several orders for units of one name on a high sea are for one after the other.
        unit = numbered(name, min(ordered_yet[name], there.get(name, 1)))
        found.append((one.line, unit, order_data(one.order, position)))
    return found


def _unit_ordered(order: Any, position: Position, power: str) -> str:
    unit = unit_of(order)
    if unit is None:
        return "WAIVE" if isinstance(order, Waive) else ""
    return named(unit, position, power)
