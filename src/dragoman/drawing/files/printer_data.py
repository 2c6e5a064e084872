"""Data for printers: HP's PCL, and the bit images of Epson's ESC/P.

The drivers, resolutions and scalings are those of DipWork's PRINTTIF (DipWork manual,
"PRINTTIF"); the commands are those of HP's and Epson's reference manuals. A page is one
picture at the top left, dot for dot.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dragoman.extras import extra
from dragoman.quick_dataclass import dataclass

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class DotsPerInch:
    """The dots per inch across and down, and for ESC/P how they are printed.

    ``mode`` is the number behind ``ESC *``, and ``pins`` how many dots are below each other
    in one line of it. In some modes the needles cannot print two dots side by side: with
    ``twice`` a line is printed in two passes, even columns and odd ones.
    """

    across: int
    down: int
    mode: int = 0
    pins: int = 8
    twice: bool = False


@dataclass(frozen=True, slots=True)
class Driver:
    """A family of printers: its resolutions by PRINTTIF's words for them, and the usual one."""

    resolutions: dict[str, DotsPerInch]
    usual: str


_PAPER = (8.27, 11.69)
"""A4, in inches."""
_MARGIN = 0.3
"""The margin that printers leave free at each side."""

_HP = Driver({str(dpi): DotsPerInch(dpi, dpi) for dpi in (300, 150, 75)}, "300")

DRIVERS = {
    "hplj": _HP,
    "hpdj500": _HP,
    "epson9": Driver(
        {
            "60": DotsPerInch(60, 72, mode=0),
            "120": DotsPerInch(120, 72, mode=1),
            "120d": DotsPerInch(120, 72, mode=2),
            "240": DotsPerInch(240, 72, mode=3, twice=True),
            "40": DotsPerInch(80, 72, mode=4),
            "90": DotsPerInch(90, 72, mode=6),
        },
        "120",
    ),
    "epson24": Driver(
        {
            "60": DotsPerInch(60, 180, mode=32, pins=24),
            "120": DotsPerInch(120, 180, mode=33, pins=24),
            "90": DotsPerInch(90, 180, mode=38, pins=24),
            "180": DotsPerInch(180, 180, mode=39, pins=24),
            "360": DotsPerInch(360, 180, mode=40, pins=24, twice=True),
            "240": DotsPerInch(240, 60, mode=3, twice=True),
            "40": DotsPerInch(80, 60, mode=4),
            "90/8": DotsPerInch(90, 60, mode=6),
        },
        "180",
    ),
}
"""PRINTTIF's drivers for printers by their names, with the resolutions of its table.

The table has those of the Epsons in the order of the modes of ``ESC *``: 0, 1, 2, 3, then
"40", then 6. So 40 is mode 4, the table's name for it, which prints 80 dots per inch. The
table has 90 twice for 24 pins; ``90/8`` is the one with 8 of them. ``120d`` is twice as fast:
of dots side by side the printer leaves out every second.
"""


def page_dots(driver: str, resolution: str) -> tuple[int, int]:
    """The number of dots of a page that can be printed on, across and down."""
    found = DRIVERS[driver].resolutions[resolution]
    return (
        round((_PAPER[0] - 2 * _MARGIN) * found.across),
        round((_PAPER[1] - 2 * _MARGIN) * found.down),
    )


def upright(picture: Image) -> Image:
    """A picture as it goes on upright paper: turned on its side if it is wider than high."""
    with extra("pictures"):
        from PIL import Image

    if picture.width > picture.height * 1.1:
        return picture.transpose(Image.Transpose.ROTATE_90)
    return picture


def printer_data(picture: Image, driver: str, resolution: str) -> bytes:
    """The data to send to the printer, for one page.

    Greys and colours become patterns of dots. What does not fit on the page is cut off.
    """
    with extra("pictures"):
        from PIL import ImageChops

    width, height = page_dots(driver, resolution)
    shown = picture.crop((0, 0, min(width, picture.width), min(height, picture.height)))
    black = ImageChops.invert(shown.convert("L").convert("1")).convert("1")
    found = DRIVERS[driver].resolutions[resolution]
    return b"".join(_pcl(black, found) if DRIVERS[driver] is _HP else _escp(black, found))


def _pcl(black: Image, resolution: DotsPerInch) -> Iterator[bytes]:
    """PCL 3: reset, A4 without a top margin, to the margins, raster lines, out with the page."""
    # The cursor counts in 300ths of an inch, across from the quarter inch that paper has free.
    right, below = round((_MARGIN - 0.25) * 300), round(_MARGIN * 300)
    yield b"\x1bE\x1b&l26A\x1b&l0O\x1b&l0E\x1b*p%dx%dY" % (right, below)
    yield b"\x1b*t%dR\x1b*r1A" % resolution.across
    across = (black.width + 7) // 8
    rows = black.tobytes()
    for start in range(0, len(rows), across):
        row = rows[start : start + across].rstrip(b"\0")
        yield b"\x1b*b%dW" % len(row) + row
    yield b"\x1b*rB\x0c\x1bE"


def _escp(black: Image, resolution: DotsPerInch) -> Iterator[bytes]:
    """ESC/P: for every line of needles bit images, column by column, then on by a line.

    ``ESC J`` counts in 216ths of an inch where there are 9 pins, in 180ths where there are
    24: 8 dots of 72 to the inch, 8 of 60 and 24 of 180 are all 24 of those.
    """
    with extra("pictures"):
        from PIL import Image

    bytes_high = resolution.pins // 8
    yield b"\x1b@"
    for top in range(0, black.height, resolution.pins):
        line = black.crop((0, top, black.width, top + resolution.pins))
        columns = line.transpose(Image.Transpose.TRANSPOSE).tobytes()
        for first in (0, 1) if resolution.twice else (None,):
            found = columns if first is None else _every_second(columns, bytes_high, first)
            number = (len(found.rstrip(b"\0")) + bytes_high - 1) // bytes_high
            if number:
                yield b"\x1b*" + bytes((resolution.mode, number % 256, number // 256))
                yield found[: number * bytes_high] + b"\r"
        yield b"\x1bJ\x18"
    yield b"\x0c\x1b@"


def _every_second(columns: bytes, bytes_high: int, first: int) -> bytes:
    """The even columns (``first`` is 0), or the odd ones, with the others empty."""
    kept = bytearray(len(columns))
    for place in range(bytes_high):
        kept[first * bytes_high + place :: 2 * bytes_high] = columns[
            first * bytes_high + place :: 2 * bytes_high
        ]
    return bytes(kept)
