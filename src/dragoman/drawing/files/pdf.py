"""Pictures as PDF: lines stay lines and letters letters, so that a map can be printed large."""

from __future__ import annotations

import tempfile
from pathlib import Path

from dragoman.drawing.type_files import font_files
from dragoman.extras import extra

_LONG_SIDE = 842.0
"""The longer side of an A4 page, in points."""


def pdf(svg: str, width: float, height: float) -> bytes:
    """An SVG picture of these proportions as a PDF page whose longer side is that of A4."""
    with extra("pdf"):
        import typst

    scale = _LONG_SIDE / max(width, height)
    page = (
        f"#set page(width: {width * scale:.2f}pt, height: {height * scale:.2f}pt, margin: 0pt)\n"
        '#image("map.svg", width: 100%, height: 100%, fit: "stretch")\n'
    )
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "map.svg").write_text(svg, encoding="utf-8")
        Path(folder, "page.typ").write_text(page, encoding="utf-8")
        return typst.compile(
            str(Path(folder, "page.typ")),
            font_paths=[str(Path(font_files()[0]).parent)],
            ignore_system_fonts='class="backdrop"' not in svg,
            timestamp=0,
        )
