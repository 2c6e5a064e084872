"""The notation that somebody writes orders in, for a board that writes them on his sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from dragoman.game import Game, handwriting
from dragoman.judge.views.choices_view import order_data
from dragoman.orders import Build, Notation, UnitRef, write
from dragoman.rules import PhaseKind
from dragoman.views import View

_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "h": "hold",
        "m": "move",
        "s": "support",
        "st": "support_move",
        "c": "convoy",
        "r": "retreat",
        "b": "build",
        "w": "waive",
    }
)
"""Kinds of orders, as ``choices_view`` has them, and how each is put together."""


class HandShape(View):
    """The notation that one writes orders in, where one chose any: for a board that puts them on a
    sheet."""

    orders: dict[str, str]
    """For each kind of order how it is put together (`st` supports a move, `v` moves by convoy)."""
    names: dict[str, str]
    """Units, places and all other orders, as they are written."""


def hand_view(game: Game, powers: Iterable[str], notation: Notation) -> HandShape:
    """The pattern of each kind of order, of which ``{unit}``, ``{other}`` and ``{target}`` are
    filled in, and what units, places and all other orders are written as."""
    hand = handwriting(game.variant, notation)
    position = game.position
    gone = "remove" if game.phase.kind is PhaseKind.ADJUSTMENT else "disband"
    via = hand.templates["via"].format(order=hand.templates["move"])
    names = {key: hand.place(key) for key in game.variant.board.province_of}
    for unit in (*position.units, *(one.unit for one in position.dislodged)):
        names[str(unit)] = hand.unit(UnitRef(unit.location, unit.kind))
        names[f"{unit.power} {unit}"] = hand.unit(UnitRef(unit.location, unit.kind, unit.power))
    for power in powers:
        for unit, orders in game.legal_orders(power).items():
            for order in orders:
                if isinstance(order, Build):
                    names[str(unit)] = hand.unit(order.unit)
                elif order_data(order, position)[0] == "x":
                    names[write(order)] = hand.order(order)
    return {
        "orders": {
            **{kind: hand.templates[name] for kind, name in _TEMPLATES.items()},
            "d": hand.templates[gone],
            "v": via,
        },
        "names": names,
    }
