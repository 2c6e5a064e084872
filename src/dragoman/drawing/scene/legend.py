"""The surroundings of a map: the title above it, signs below it, treasuries beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from html import escape

from dragoman.drawing.embedded_type import LETTER_WIDTH
from dragoman.drawing.scene.city_marks import city_sample, plight, siege_sample, soldiers_sample
from dragoman.drawing.scene.contents import LegendEntry, Options, Scene
from dragoman.drawing.scene.drawn_orders import (
    INTO,
    corners,
    css,
    drawn_arrow,
    drawn_circle,
    drawn_line,
    knob,
)
from dragoman.drawing.scene.fog import fog_sample, in_fog
from dragoman.drawing.scene.lines import straight
from dragoman.drawing.scene.marks import CenterMark, burst, center_mark, cross, half_star, unit_mark
from dragoman.drawing.scene.page_sizes import picture_words
from dragoman.rules import Result

# The title, and the powers and signs below the map


def type_size(scene: Scene) -> float:
    """The height of the type around the map."""
    return scene.sizes.type


def title_height(scene: Scene) -> float:
    if not scene.options.title:
        return 0.0
    return type_size(scene) * (2.6 + 1.5 * len(_conquest_lines(scene)))


def drawn_title(scene: Scene) -> str:
    """The turn, the name of the game and what changed hands, above the sheet."""
    if not scene.options.title:
        return ""
    font = type_size(scene)
    width = scene.geometry.width
    told = _conquest_lines(scene)
    y = -font * (0.8 + 1.5 * len(told))
    return (
        f'<g class="heading"><text class="turn" x="{font:.1f}" y="{y:.1f}" '
        f'font-size="{font * 1.5:.1f}">{escape(scene.turn)}</text>'
        f'<text class="game" x="{width - font:.1f}" y="{y:.1f}" '
        f'font-size="{font * 1.1:.1f}">{escape(scene.title)}</text>'
        + "".join(
            f'<text class="conquests" x="{font:.1f}" '
            f'y="{y + font * (1.55 + 1.5 * number):.1f}" font-size="{font:.1f}">'
            f"{escape(line)}</text>"
            for number, line in enumerate(told)
        )
        + "</g>"
    )


def _conquest_lines(scene: Scene) -> list[str]:
    """The centres that changed hands, by who won them, in lines that fit: ``Italy: Trieste
    (Austria), Tunis``."""
    won: dict[str, list[str]] = {}
    for one in scene.conquests:
        won.setdefault(one.winner, []).append(
            f"{one.place} ({one.loser})" if one.loser else one.place
        )
    room = int((scene.geometry.width / type_size(scene) - 2) / LETTER_WIDTH)
    lines: list[str] = []
    for winner, places in won.items():
        told = f"{winner or sign_word(scene, 'nobody')}: {', '.join(places)}"
        if not lines:
            lines.append(f"{sign_word(scene, 'conquests')} \u2013 {told}")
        elif len(lines[-1]) + len(told) + 3 <= room:
            lines[-1] += f" \u00b7 {told}"
        else:
            lines.append(told)
    return lines


def _columns(scene: Scene) -> tuple[int, float]:
    """The number of powers side by side, and the width of a column."""
    font = type_size(scene)
    longest = max((_letters(side) for side in scene.powers), default=0)
    column = max(font * (4.9 + longest * LETTER_WIDTH * 1.2), font * 8)
    number = max(1, int((scene.geometry.width - font) // column))
    return number, (scene.geometry.width - font) / min(number, max(len(scene.powers), 1))


def _letters(side: LegendEntry) -> float:
    """The number of letters of the usual size beside a power's mark, without its numbers."""
    return max(len(side.name), len(side.player) * 0.8 - 4)


def _row(scene: Scene) -> float:
    """The height of a row of powers, in heights of the type: more where players are told."""
    return 3.0 if any(side.player for side in scene.powers) else 1.9


def legend_height(scene: Scene) -> float:
    """The height of everything below the sheet."""
    if not scene.options.legend:
        return 0.0
    number, _ = _columns(scene)
    rows = -(-len(scene.powers) // number)
    return type_size(scene) * (0.9 + rows * _row(scene) + len(_sign_rows(scene)) * 1.9)


def drawn_legend(scene: Scene) -> str:
    """The powers with their centres and units, and the signs that the picture uses."""
    if not scene.options.legend:
        return ""
    font = type_size(scene)
    number, column = _columns(scene)
    top = scene.geometry.height + font * 1.7
    parts = ['<g class="legend">']
    for i, side in enumerate(scene.powers):
        x, y = font * 1.2 + i % number * column, top + i // number * font * _row(scene)
        parts.append(_side(scene, side, x, y, font))
    rows = -(-len(scene.powers) // number)
    for number, signs in enumerate(_sign_rows(scene)):
        y = top + rows * font * _row(scene) + number * font * 1.9
        for sign, x in signs:
            parts.append(f'<g class="key">{sample(scene, sign, x, y, font)}')
            parts.append(
                f'<text x="{x + font * 3.2:.1f}" y="{y + font * 0.35:.1f}" '
                f'font-size="{font:.1f}">{escape(sign_word(scene, sign))}</text></g>'
            )
    parts.append("</g>")
    return "".join(parts)


def sign_word(scene: Scene, sign: str) -> str:
    """The word for a sign: units that a variant calls otherwise have its own."""
    for kind in scene.kinds:
        if UNIT_SIGNS.get(kind.letter) == sign and kind.name != sign:
            return kind.name
    return picture_words("legend", scene.language)[sign]


def _sign_rows(scene: Scene) -> list[list[tuple[str, float]]]:
    """The signs, and how far to the right each stands: in as few rows as there is room for, each
    about as long as the others."""
    font = type_size(scene)
    room = scene.geometry.width
    rows = _rows_within(scene, room)
    while max(map(len, rows), default=0) > 1:
        room -= font
        shorter = _rows_within(scene, room)
        if len(shorter) > len(rows):
            break
        rows = shorter
    return rows


def _rows_within(scene: Scene, room: float) -> list[list[tuple[str, float]]]:
    """The same, in rows that are no longer than that, unless one sign alone is."""
    font = type_size(scene)
    rows: list[list[tuple[str, float]]] = []
    x = math.inf
    for sign in _signs(scene):
        width = font * (4.6 + len(sign_word(scene, sign)) * LETTER_WIDTH)
        if x + width - font > room:
            rows.append([])
            x = font * 1.2
        rows[-1].append((sign, x))
        x += width
    return rows


def _side(scene: Scene, side: LegendEntry, x: float, y: float, font: float) -> str:
    kind = scene.kinds[0].letter if scene.kinds else ""
    mark = unit_mark(kind, scene.letter_at(side.key), (x, y), font * 1.5, scene.options)
    count = f' <tspan class="count">{side.centers}/{side.units}</tspan>' * (not in_fog(scene))
    player = ""
    if side.player:
        player = (
            f'<text class="player" x="{x + font * 2.1:.1f}" y="{y + font * 1.4:.1f}" '
            f'font-size="{font * 0.8:.1f}">{escape(side.player)}</text>'
        )
    return (
        f'<g class="side power-{css(side.key)}"><rect class="swatch owner-{css(side.key)}" '
        f'x="{x + font * 0.3:.1f}" y="{y - font * 0.65:.1f}" width="{font * 1.5:.1f}" '
        f'height="{font * 1.3:.1f}"/>{mark}'
        f'<text x="{x + font * 2.1:.1f}" y="{y + font * 0.35:.1f}" font-size="{font:.1f}">'
        f"{escape(side.name)}{count}</text>{player}</g>"
    )


UNIT_SIGNS = {"A": "army", "F": "fleet", "G": "garrison"}
"""The kinds of units that have a sign of their own, by their letters."""


def _signs(scene: Scene) -> list[str]:
    """The signs to be explained: the numbers of the powers, and those of the orders in the
    scene."""
    kinds = {type(drawn.order).__name__ for drawn in scene.orders}
    is_counted = bool(scene.powers) and not in_fog(scene)
    found = ["cities" if scene.cities else "centers"] * is_counted
    if not scene.options.letters:
        letters = {kind.letter for kind in scene.kinds}
        found += [sign for letter, sign in UNIT_SIGNS.items() if letter in letters]
        found += center_signs(scene)
    found += [
        sign
        for sign, orders in (
            ("move", {"Move", "Retreat"}),
            ("support", {"Support"}),
            ("convoy", {"Convoy"}),
            ("hold", {"Hold"}),
            ("build", {"Build"}),
            ("removal", {"Remove", "Disband"}),
            ("besiege", {"Besiege"}),
            ("convert", {"Convert"}),
        )
        if kinds & orders
    ]
    if any(drawn.failed and drawn.result is not Result.DISLODGED for drawn in scene.orders):
        found.append("failed")
    if any(piece.is_dislodged or piece.beaten for piece in scene.pieces):
        found.append("dislodged")
    if scene.geometry.bridges:
        found.append("bridge")
    if in_fog(scene):
        found.append("fog")
    if scene.cities:
        found += ["open", "fortified", "port"]
        found += ["fortress"] * any(city.is_fortress for city in scene.cities)
        found += ["siege"] * bool(scene.estates.sieges)
        for word, where in (
            ("famine", scene.estates.famine),
            ("plague", scene.estates.plague),
            ("storm", scene.estates.storms),
            ("rebellion", scene.estates.rebellions),
        ):
            found += [word] * bool(where)
    found += sorted({piece.special for piece in scene.pieces if piece.special})
    return found


def center_signs(scene: Scene) -> list[str]:
    """The signs of centres: of home centres, or of cores where these change, and of all others."""
    centers = [place for place in scene.provinces if place.is_center]
    found = ["core" if scene.has_cores else "home"] * any(place.home for place in centers)
    found += ["half-core"] * any(place.begun for place in centers)
    return [*found, *["center"] * bool(centers)]


def sample(scene: Scene, sign: str, x: float, y: float, font: float) -> str:
    """A sign as it is seen on the map, at the left of its name."""
    return "".join(_strokes(sign, x, y, font, scene.options))


def _strokes(sign: str, x: float, y: float, font: float, options: Options) -> Iterator[str]:
    middle, right = x + font * 1.3, x + font * 2.6
    line = straight((x, y), (right, y))
    s = font * 0.45
    strike = f"M{middle - s:.1f},{y - s:.1f}l{2 * s:.1f},{2 * s:.1f}"
    strike += f"m0,{-2 * s:.1f}l{-2 * s:.1f},{2 * s:.1f}"
    match sign:
        case "army" | "fleet" | "garrison":
            kind = sign[0].upper()
            mark = unit_mark(kind, "", (middle, y), font * 1.5, options)
            yield f'<g class="unit sample">{mark}</g>'
        case "centers" | "cities":
            yield f'<text class="count" x="{middle - font * 0.3:.1f}" y="{y + font * 0.35:.1f}" '
            yield f'font-size="{font:.1f}">4/3</text>'
        case "home" | "core" | "center":
            center = CenterMark("+", "" if sign == "center" else "+")
            mark = center_mark(center, (middle, y), font * 0.9, replace(options, mono=False))
            yield f'<g class="center sample">{mark}</g>'
        case "half-core":
            mark = center_mark(
                CenterMark("", "", "+"), (middle, y), font * 0.9, replace(options, mono=False)
            )
            yield f'<g class="center">{mark}</g>'
            yield f'<g class="center sample">{half_star((middle, y), font * 0.9)}</g>'
        case "move" | "failed":
            yield f'<g class="order sample {"failed" * (sign == "failed")}">'
            yield drawn_arrow(line, font * 1.4)
            yield cross((right, y), font * 1.6) * (sign == "failed") + "</g>"
        case "support" | "convoy":
            yield '<g class="order sample">'
            yield drawn_line("dashes" if sign == "support" else "dots", line)
            yield f"{knob((right, y), font * 1.6)}</g>"
        case "hold":
            yield f'<g class="order sample">{corners((middle, y), font * 0.6)}</g>'
        case "build":
            yield f'<g class="sign" transform="translate({middle:.1f},{y:.1f})">'
            yield f'<circle r="{font * 0.6:.1f}"/>'
            yield f'<path transform="scale({font * 0.35:.2f})" d="M-1,0H1M0,-1V1"/></g>'
        case "convert":
            yield f'<g class="sign" transform="translate({middle:.1f},{y:.1f})">'
            yield f'<circle r="{font * 0.6:.1f}"/>'
            yield f'<path transform="scale({font * 0.35:.2f})" d="{INTO}"/></g>'
        case "removal":
            yield f'<path class="strike casing" d="{strike}"/><path class="strike" d="{strike}"/>'
        case "open" | "fortified" | "port" | "fortress":
            yield city_sample(sign, (middle, y), font * 1.3)
        case "besiege":
            yield city_sample("fortified", (middle, y), font * 0.9)
            yield '<g class="order sample">'
            yield f"{drawn_circle('siege-ring', (middle, y), font * 0.6)}</g>"
        case "siege":
            yield siege_sample((middle, y), font)
        case "famine" | "plague" | "storm" | "rebellion":
            yield plight(sign, (middle, y), font * 1.3)
        case "c" | "m" | "p":
            yield soldiers_sample(sign, (middle, y), font)
        case "fog":
            yield fog_sample((middle, y), font, options)
        case "dislodged":
            yield burst((middle, y), font * 1.1)
        case _:
            yield f'<g class="bridge"><path class="bank" d="{line.path()}"/>'
            yield f'<path class="deck" d="{line.path()}"/></g>'


# The treasuries of powers, in a column beside the map: ducats, and debts to the bank

_ROW = 3.0
"""The height of a row, in heights of the type."""


def treasuries_width(scene: Scene) -> float:
    """The width that the picture has beyond the map."""
    return scene.sizes.beside


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
        parts.append(_treasury_row(scene, side, (left + font * 1.3, right - font, y), font))
    parts.append("</g>")
    return "".join(parts)


def _treasury_row(
    scene: Scene, side: LegendEntry, place: tuple[float, float, float], font: float
) -> str:
    """A power and its money, from one place to another at a height."""
    left, right, y = place
    kind = scene.kinds[0].letter if scene.kinds else ""
    letter = scene.letter_at(side.key)
    mark = unit_mark(kind, letter, (left + font * 0.2, y), font * 1.5, scene.options)
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
