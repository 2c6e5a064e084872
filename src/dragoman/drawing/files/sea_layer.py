"""The sea and the shores of a map in pixels, kept for the next picture of the map: they are the
same in all of them, and take a good part of the time that one takes to be drawn."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from dragoman.remembered import Remembered

_BEGINNING: Final = re.compile(
    r'<svg [^>]*?viewBox="(?P<box>[-\d. ]+)" width="(?P<width>\d+)" height="(?P<height>\d+)"[^>]*>'
)
_SEAS, _LANDS = '<g class="seas">', '<g class="lands">'
_OWN: Final = 'class="backdrop"'
"""Somebody's own picture, which has its own sea."""
_GROUND, _STYLE = '<g class="ground">', "<style>"
_kept: Remembered[tuple[bytes, int], str] = Remembered()
_SEEN: Final = ""
"""Kept of a map of which one picture was drawn: whoever draws a single one wants no other."""


def with_sea_at_hand(svg: str, width: int, drawn: Callable[[str], bytes]) -> str:
    """The same picture of a map, to be drawn so many pixels wide: its sea and shores are pixels, if
    a map that has them was drawn before. ``drawn`` makes pixels of an SVG."""
    beginning = _BEGINNING.match(svg)
    seas, lands = svg.find(_SEAS), svg.find(_LANDS)
    style, ground = svg.find(_STYLE), svg.find(_GROUND)
    if beginning is None or _OWN in svg or not 0 < style < ground < seas < lands:
        return svg
    below = f"{beginning[0]}{svg[style:lands]}</g></svg>"
    key = (sha256(below.encode()).digest(), width)
    pixels = _kept.get(key)
    if pixels is None:
        _kept.keep(key, _SEEN, 100)
        return svg
    if pixels is _SEEN:
        pixels = b64encode(drawn(below)).decode("ascii")
        _kept.keep(key, pixels, len(pixels))
    return f"{svg[:seas]}{_image(beginning, pixels)}{svg[lands:]}"


def _image(beginning: re.Match[str], pixels: str) -> str:
    """Pixels as an element that covers the whole of a picture, each of them where it was drawn."""
    left, top, wide, high = map(float, beginning["box"].split())
    width, height = float(beginning["width"]), float(beginning["height"])
    scale = min(width / wide, height / high)
    wider, higher = width / scale - wide, height / scale - high
    return (
        f'<image x="{left - wider / 2:.6f}" y="{top - higher / 2:.6f}" '
        f'width="{wide + wider:.6f}" height="{high + higher:.6f}" preserveAspectRatio="none" '
        f'image-rendering="optimizeSpeed" href="data:image/png;base64,{pixels}"/>'
    )
