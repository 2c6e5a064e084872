"""Pictures and reports as PDF: lines stay lines and letters letters, so that a map can be printed
large."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from dragoman.drawing.embedded_type import font_files
from dragoman.drawing.files.raster import EMBEDDED_TYPE
from dragoman.drawing.files.shared_parts import taken_apart
from dragoman.extras import extra
from dragoman.reports import TurnFacts

_LONG_SIDE = 842.0
"""The longer side of an A4 page, in points."""
_REPORT: Final = Path(__file__).with_name("report.typ")


def pdf(svg: str, width: float, height: float) -> bytes:
    """An SVG picture of these proportions as a PDF page whose longer side is that of A4."""
    return _pages([svg], width, height, 'class="backdrop"' not in svg)


def report_pdf(*turns: TurnFacts) -> bytes:
    """A phase or several on paper, each on pages of its own, with its picture if it has one. What
    the pictures have alike is stored once."""
    # The type within a picture would be read once for each of them, in vain.
    taken = taken_apart([EMBEDDED_TYPE.sub("", one.picture) for one in turns if one.picture])
    own: dict[str, str | bytes] = {}
    pictures = (
        {"box": box, "layers": [_layer(one, own) for one in layers]}
        for box, layers in zip(taken.boxes, taken.layers, strict=True)
    )
    told = {
        "title": turns[0].title,
        "language": turns[0].phrasebook.language,
        "sheet": taken.sheet,
        "turns": [
            {"picture": next(pictures) if one.picture else None, **_told(one)} for one in turns
        ],
    }
    # Titles and notes may be in any script, and so may what is written on somebody's own map.
    if taken.shared:
        own["shared.pdf"] = _pages(taken.shared, *taken.sheet[2:], False)
    page = _REPORT.read_text("utf-8")
    return _compiled(page, {**own, "turns.json": json.dumps(told)}, False)


def _layer(layer: str | int, own: dict[str, str | bytes]) -> str | int:
    """A layer of a picture as the report has it: the page of a shared one, from 1 on, or the name
    of the file of one of its own, which is added to them."""
    if isinstance(layer, int):
        return layer + 1
    name = f"{len(own)}.svg"
    own[name] = layer
    return name


def _pages(pictures: Sequence[str], width: float, height: float, own_type_alone: bool) -> bytes:
    """SVG pictures of these proportions, each on a page whose longer side is that of A4."""
    scale = _LONG_SIDE / max(width, height)
    page = (
        f"#set page(width: {width * scale:.2f}pt, height: {height * scale:.2f}pt, margin: 0pt)\n"
        f"#for number in range({len(pictures)}) {{ page("
        'image(str(number) + ".svg", width: 100%, height: 100%, fit: "stretch")) }\n'
    )
    files = {f"{number}.svg": picture for number, picture in enumerate(pictures)}
    return _compiled(page, files, own_type_alone)


def _told(facts: TurnFacts) -> dict[str, Any]:
    word = facts.phrasebook.word
    return {
        "phase": facts.phase[:1].upper() + facts.phase[1:],
        "notes": facts.notes,
        "before_moves": [_section(one) for one in facts.before_moves],
        "orders": [
            {
                "power": str(one.power),
                "orders": [
                    {
                        "text": order.text,
                        "mark": order.mark,
                        "failed": order.failed,
                        "explanation": order.explanation,
                    }
                    for order in one.orders
                ],
            }
            for one in facts.orders
        ],
        "refused_heading": word("report.refused"),
        "refused": facts.refused,
        "retreats_heading": word("report.retreats"),
        "retreats": facts.retreats,
        "destroyed": facts.destroyed,
        "after_moves": [_section(one) for one in facts.after_moves],
        "centers_heading": facts.centers_heading,
        "centers": [
            {
                "power": str(one.power),
                "count": len(one.centers),
                "centers": ", ".join(one.centers),
                "changes": one.changes,
            }
            for one in facts.centers
        ],
        "balance": facts.balance,
        "last": [*filter(None, (facts.ended, facts.next))],
    }


def _section(one: Any) -> dict[str, Any]:
    return {
        "heading": one.heading,
        "lines": one.lines,
        "columns": one.columns,
        "rows": one.rows,
    }


def _compiled(page: str, files: Mapping[str, str | bytes], own_type_alone: bool) -> bytes:
    with extra("pdf"):
        import typst

    with tempfile.TemporaryDirectory() as folder:
        for name, held in {**files, "page.typ": page}.items():
            Path(folder, name).write_bytes(held.encode() if isinstance(held, str) else held)
        return typst.compile(
            str(Path(folder, "page.typ")),
            font_paths=[str(Path(font_files()[0]).parent)],
            ignore_system_fonts=own_type_alone,
            timestamp=0,
        )
