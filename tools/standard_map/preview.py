"""A plain picture of a geometry, to look at while making it."""

from __future__ import annotations

from html import escape
from pathlib import Path

import resvg_py

from dragoman.board import Board
from dragoman.drawing.geometry import Geometry, MapShape, Ring

WIDTHS = 800, 1500, 2400

SEA, LAND, OUTSIDE = "#bcd5e0", "#f2e9d3", "#cdc5b1"
SHORE, BORDER, SEAM, RIVER = "#3f5561", "#7d6a55", "#5d8aa1", "#8fb4c6"


def draw(geometry: Geometry, board: Board, folder: Path) -> None:
    """``map.svg`` and ``map-WIDTH.png`` in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    svg = folder / "map.svg"
    svg.write_text(_svg(geometry, board), encoding="utf-8")
    for width in WIDTHS:
        picture = bytes(resvg_py.svg_to_bytes(svg_path=str(svg), width=width))
        (folder / f"map-{width}.png").write_bytes(picture)


def _svg(geometry: Geometry, board: Board) -> str:
    sea = {key for key in geometry.shapes if board.provinces[key].terrain.is_water}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {geometry.width} {geometry.height}"'
        ' font-family="DejaVu Serif" fill-rule="evenodd" stroke-linejoin="round">'
        f'<rect width="100%" height="100%" fill="{SEA}"/>'
    ]
    for key in sea:
        parts.append(
            f'<path d="{_path(geometry.shapes[key].rings)}" fill="{SEA}" stroke="{SEAM}"'
            ' stroke-width="1.1" stroke-dasharray="1 4" stroke-linecap="round"/>'
        )
    lands = [ground.rings for key, ground in geometry.shapes.items() if key not in sea]
    everything = "".join(map(_path, [*lands, geometry.outside]))
    parts.append(
        f'<path d="{everything}" fill="none" stroke="#fff" stroke-width="9" opacity=".25"/>'
    )
    parts.append(f'<path d="{everything}" fill="none" stroke="{SHORE}" stroke-width="2.4"/>')
    parts.append(f'<path d="{_path(geometry.outside)}" fill="{OUTSIDE}"/>')
    for rings in lands:
        parts.append(
            f'<path d="{_path(rings)}" fill="{LAND}" stroke="{BORDER}" stroke-width=".9"/>'
        )
    for river in geometry.rivers:
        parts.append(f'<path d="{_line(river)}" fill="none" stroke="{RIVER}" stroke-width="1.1"/>')
    parts.append(
        f'<path d="{_path(geometry.lakes)}" fill="{SEA}" stroke="{SHORE}" stroke-width=".8"/>'
    )
    for strait in geometry.straits:
        parts.append(
            f'<path d="{_line(strait.line)}" fill="none" stroke="{SEA}" stroke-width="3"/>'
        )
    for key, ground in geometry.shapes.items():
        parts += _label(ground, key in sea)
    for spots, colour in ((geometry.units, "#2b62a6"), (geometry.dislodged, "#b3263e")):
        for location, (x, y) in spots.items():
            dash = ' stroke-dasharray="3 2"' if "/" in location else ""
            parts.append(
                f'<circle cx="{x}" cy="{y}" r="{geometry.unit_size / 2}" fill="{colour}"'
                f' fill-opacity=".3" stroke="{colour}"{dash}/>'
            )
    parts.append("</svg>")
    return "\n".join(parts)


def _label(ground: MapShape, at_sea: bool) -> list[str]:
    x, y = ground.label
    size = ground.label_size
    style = 'fill="#2f6079" font-style="italic"' if at_sea else 'fill="#2c2417"'
    parts: list[str] = []
    for i, line in enumerate(ground.label_lines):
        down = (i - (len(ground.label_lines) - 1) / 2) * 1.1 * size + 0.36 * size
        parts.append(
            f'<text transform="translate({x},{y}) rotate({ground.label_angle})" y="{down:.1f}"'
            f' font-size="{size * 0.95:.1f}" text-anchor="middle" {style}>{escape(line)}</text>'
        )
    if ground.center:
        cx, cy = ground.center
        parts.append(
            f'<circle cx="{cx}" cy="{cy}" r="5" fill="#fff" stroke="#222" stroke-width="1.6"/>'
        )
        parts.append(f'<circle cx="{cx}" cy="{cy}" r="2.2" fill="#222"/>')
    return parts


def _path(rings: tuple[Ring, ...]) -> str:
    return "".join(f"{_line(ring)}Z" for ring in rings)


def _line(points: Ring) -> str:
    return "M" + "L".join(f"{x},{y}" for x, y in points)
