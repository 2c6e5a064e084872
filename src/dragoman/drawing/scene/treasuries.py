"""The treasuries of powers, in a column beside the map: ducats, and debts to the bank."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from dragoman.drawing.scene.contents import LegendEntry, Scene
from dragoman.drawing.scene.drawn_orders import css
from dragoman.drawing.scene.legend import type_size
from dragoman.drawing.scene.marks import unit_mark
from dragoman.drawing.scene.names import LETTER_WIDTH
from dragoman.drawing.scene.picture_words import picture_words

_ROW = 3.0
"""The height of a row, in heights of the type."""


def treasuries_width(scene: Scene) -> float:
    """How much wider than the map the picture is."""
    sides = _sides(scene)
    if not sides:
        return 0.0
    words = _words(scene)
    told = [len(side.name) + 5.5 for side in sides]
    told += [len(words["owes"].format(ducats=side.debt)) * 0.8 for side in sides if side.debt]
    return type_size(scene) * (4.4 + max(*told, len(words["treasuries"])) * LETTER_WIDTH)


def drawn_treasuries(scene: Scene) -> str:
    """The column: each power that has a treasury, with its ducats and its debts."""
    sides = _sides(scene)
    if not sides:
        return ""
    font = type_size(scene)
    left, right = scene.geometry.width, scene.geometry.width + treasuries_width(scene)
    parts = [
        '<g class="legend treasuries">',
        f'<text class="above" x="{left + font:.1f}" y="{font * 2.2:.1f}" '
        f'font-size="{font * 1.15:.1f}">{escape(_words(scene)["treasuries"])}</text>',
    ]
    for number, side in enumerate(sides):
        y = font * (4.6 + _ROW * number)
        parts.append(_row(scene, side, (left + font * 1.3, right - font, y), font))
    parts.append("</g>")
    return "".join(parts)


def _row(scene: Scene, side: LegendEntry, place: tuple[float, float, float], font: float) -> str:
    """A power and its money, from one place to another at a height."""
    left, right, y = place
    kind = scene.kinds[0].letter if scene.kinds else ""
    mark = unit_mark(kind, side.letter, (left + font * 0.2, y), font * 1.5, scene.options.prefix)
    debt = ""
    if side.debt:
        told = _words(scene)["owes"].format(ducats=side.debt)
        debt = (
            f'<text class="count" x="{left + font * 1.5:.1f}" y="{y + font * 1.45:.1f}" '
            f'font-size="{font * 0.8:.1f}">{escape(told)}</text>'
        )
    return (
        f'<g class="side treasury power-{css(side.key)}">{mark}'
        f'<text x="{left + font * 1.5:.1f}" y="{y + font * 0.35:.1f}" font-size="{font:.1f}">'
        f"{escape(side.name)}</text>"
        f'<text class="ducats" x="{right:.1f}" y="{y + font * 0.35:.1f}" '
        f'font-size="{font:.1f}">{side.ducats} d</text>{debt}</g>'
    )


def _sides(scene: Scene) -> list[LegendEntry]:
    if not scene.options.legend:
        return []
    return [side for side in scene.powers if side.ducats is not None]


def _words(scene: Scene) -> Mapping[str, str]:
    return picture_words("treasuries", scene.language)
