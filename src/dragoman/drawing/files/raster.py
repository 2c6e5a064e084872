"""Pictures in pixels, from SVG: PNG by resvg, and what Pillow makes of that."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING

from dragoman.drawing.embedded_type import font_files
from dragoman.drawing.files.sea_layer import with_sea_at_hand
from dragoman.errors import DragomanError, checked
from dragoman.extras import extra

if TYPE_CHECKING:
    from PIL.Image import Image

_OTHER_LETTERS = re.compile("[^\u0000-\u024f\u2000-\u21ff]")
"""Characters that the type has no letters for."""

EMBEDDED_TYPE = re.compile(r'@font-face\{font-family:"Dragoman Letters"[^}]*\}')
"""The type within a picture, which is read in vain where pictures are made with the files of it."""


_WIDEST = 20_000
"""So many pixels wide is a picture at most."""


@checked
def png(svg: str, width: int) -> bytes:
    """An SVG picture as PNG, so many pixels wide.

    Raises:
        DragomanError: if the text is no SVG, or if there is no picture so wide.
    """
    if not 0 < width <= _WIDEST:
        raise DragomanError(f"a picture is 1 to {_WIDEST} pixels wide, not {width}")
    with extra("pictures"):
        import resvg_py

    # Names in other scripts, and people's own pictures, need whatever type the system has.
    own_letters = _OTHER_LETTERS.search(svg) is None and 'class="backdrop"' not in svg

    def drawn(picture: str) -> bytes:
        return resvg_py.svg_to_bytes(
            svg_string=picture,
            width=int(width),
            font_files=list(font_files()),
            skip_system_fonts=own_letters,
            font_family="Source Sans Pro",
            sans_serif_family="Source Sans Pro",
        )

    try:
        return drawn(with_sea_at_hand(EMBEDDED_TYPE.sub("", svg), width, drawn))
    except ValueError as error:
        raise DragomanError(f"this is no SVG: {error}; make one by svg(scene)") from error


def missing_types(lists: Sequence[str]) -> list[str]:
    """Of lists of type families those in which none can be drawn with here: letters in them would
    leave no trace."""
    if not lists:
        return []
    rows = "".join(
        f'<text y="{50 * row + 40}" font-size="30" font-family="{escape(families)}">Hx</text>'
        for row, families in enumerate(lists)
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 {50 * len(lists)}">'
    # As a map of somebody's own is drawn, with what the system has.
    drawn = image(f'{head}<g class="backdrop">{rows}</g></svg>', 50).convert("L")
    return [
        families
        for row, families in enumerate(lists)
        if drawn.crop((0, 50 * row, 50, 50 * row + 50)).getextrema() == (255, 255)
    ]


def small_png(svg: str, width: int, colors: int = 128) -> bytes:
    """The same in few colours, and so a quarter of the size: for mails.

    Raises:
        DragomanError: as ``png`` does.
    """
    with extra("pictures"):
        from PIL import Image

    few = image(svg, width).quantize(
        colors, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    out = BytesIO()
    few.save(out, "PNG")
    return out.getvalue()


def image(svg: str, width: int) -> Image:
    """An SVG picture as a Pillow image without transparency."""
    with extra("pictures"):
        from PIL import Image

    drawn = Image.open(BytesIO(png(svg, width)))
    sheet = Image.new("RGB", drawn.size, "white")
    sheet.paste(drawn, mask=drawn.getchannel("A") if "A" in drawn.getbands() else None)
    return sheet


def sheets(pictures: Sequence[str], width: int) -> list[Image]:
    """SVG pictures as Pillow images, all as high as the highest."""
    drawn = [image(picture, width) for picture in pictures]
    height = max(one.height for one in drawn)
    found: list[Image] = []
    with extra("pictures"):
        from PIL import Image as Images

    for one in drawn:
        sheet = Images.new("RGB", (width, height), one.getpixel((0, one.height - 1)))
        sheet.paste(one, (0, 0))
        found.append(sheet)
    return found


def gif(pictures: Sequence[str], width: int, seconds: float = 2.5) -> bytes:
    """SVG pictures as an endless GIF, each shown so long."""
    first, *others = [sheet.quantize(255) for sheet in sheets(pictures, width)]
    content = BytesIO()
    first.save(
        content,
        "GIF",
        save_all=True,
        append_images=others,
        duration=round(seconds * 1000),
        loop=0,
    )
    return content.getvalue()


@checked
def tiff(picture: Image, dpi: float = 72.0, description: str = "") -> bytes:
    """A picture as an uncompressed baseline TIFF, which every program can read.

    The directory comes first, right behind the eight bytes of the header, as DipWork's
    mapper wants it ("Byte $04 = $08"); Pillow would write it last. Pictures of mode ``1``
    are bilevel, ``L`` grey, all others RGB. A ``description`` in ASCII is kept in the file.
    """
    if picture.mode not in ("1", "L"):
        picture = picture.convert("RGB")
    width, height = picture.size
    data = picture.tobytes()
    samples = 3 if picture.mode == "RGB" else 1
    bits = 1 if picture.mode == "1" else 8
    said = description.encode("ascii") + b"\0" if description else b""
    entries = 12 + (samples == 3) + bool(said)
    behind = 8 + 2 + entries * 12 + 4
    resolution = struct.pack("<II", round(dpi * 100), 100)
    extra = resolution + (struct.pack("<HHH", 8, 8, 8) if samples == 3 else b"")
    said_at = behind + len(extra)
    extra += said
    extra += b"\0" * (len(extra) % 2)
    start = behind + len(extra)
    fields: list[tuple[int, int, int, int]] = [
        (256, 4, 1, width),
        (257, 4, 1, height),
        (258, 3, samples, behind + 8 if samples == 3 else bits),
        (259, 3, 1, 1),  # no compression
        (262, 3, 1, 2 if samples == 3 else 1),  # RGB, or grey with black as 0
        (273, 4, 1, start),
        (277, 3, 1, samples),
        (278, 4, 1, height),
        (279, 4, 1, len(data)),
        (282, 5, 1, behind),
        (283, 5, 1, behind),
        (296, 3, 1, 2),  # the resolution is in dots per inch
    ]
    if samples == 3:
        fields.append((284, 3, 1, 1))
    if said:
        at = said_at if len(said) > 4 else int.from_bytes(said, "little")  # short ones in place
        fields.append((270, 2, len(said), at))
    fields.sort()
    out = struct.pack("<2sHIH", b"II", 42, 8, len(fields))
    for tag, kind, count, value in fields:
        short = kind == 3 and count == 1
        out += (
            struct.pack("<HHIHH", tag, kind, count, value, 0)
            if short
            else struct.pack("<HHII", tag, kind, count, value)
        )
    return out + struct.pack("<I", 0) + extra + data
