"""Writes the icons of the judge's pages anew: PNG from the SVG beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from dragoman.drawing import png

STATIC: Final = Path(__file__).parents[1] / "src" / "dragoman" / "web" / "pages" / "static"
ICONS: Final = {
    "icon-192.png": ("mark.svg", 192),
    "icon-512.png": ("mark.svg", 512),
    "icon-maskable-512.png": ("icon-maskable.svg", 512),
    "icon-180.png": ("icon-maskable.svg", 180),
}


def made(name: str) -> bytes:
    """An icon as it is drawn now."""
    source, size = ICONS[name]
    return png(STATIC.joinpath(source).read_text("utf-8"), size)


if __name__ == "__main__":
    for name in ICONS:
        STATIC.joinpath(name).write_bytes(made(name))
