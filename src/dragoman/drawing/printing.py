"""Data for printers, through Ghostscript: HP's PCL and Epson's ESC/P.

The drivers, resolutions and scalings are those of DipWork's PRINTTIF (DipWork manual,
"PRINTTIF"); Ghostscript is looked for when it is needed and is no part of Dragoman.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.diagnostics import Diagnostic

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True)
class Driver:
    """A family of printers: Ghostscript's device for it, and the resolutions it has.

    A resolution is a word of PRINTTIF's and the dots per inch across and down.
    """

    device: str
    resolutions: dict[str, tuple[int, int]]


_PAPER = (8.27, 11.69)
"""A4, in inches."""
_MARGIN = 0.3

DRIVERS = {
    "hplj": Driver("ljet3", {"300": (300, 300), "150": (150, 150), "75": (75, 75)}),
    "hpdj500": Driver("djet500", {"300": (300, 300), "150": (150, 150), "75": (75, 75)}),
    "epson9": Driver("epson", {"120": (120, 72), "60": (60, 72), "240": (240, 72)}),
    "epson24": Driver(
        "epson", {"180": (180, 180), "60": (60, 180), "120": (120, 180), "360": (360, 180)}
    ),
}
"""PRINTTIF's drivers for printers by their names; the first resolution is the usual one.

Of PRINTTIF's resolutions Ghostscript has all but 90, those with 8 of 24 pins, 40 and 120d.
"""


class NoGhostscript(Exception):
    """There is no Ghostscript on this machine."""

    @property
    def diagnostic(self) -> Diagnostic:
        return Diagnostic(
            "no-ghostscript",
            "printer data is made by Ghostscript, and there is none on this machine",
            "install it (Debian: apt-get install ghostscript), or put the path of gs into GS; "
            "PNG, TIFF and PDF need none",
        )


def ghostscript() -> str:
    """The path of Ghostscript: what GS says, else what is found on PATH.

    Raises:
        NoGhostscript: if there is none.
    """
    named = os.environ.get("GS")
    for name in (named,) if named else ("gs", "gswin64c", "gswin32c"):
        if path := shutil.which(name):
            return path
    raise NoGhostscript


def page_dots(driver: str, resolution: str) -> tuple[int, int]:
    """How many dots of a page can be printed on, across and down."""
    across, down = DRIVERS[driver].resolutions[resolution]
    return (
        round((_PAPER[0] - 2 * _MARGIN) * across),
        round((_PAPER[1] - 2 * _MARGIN) * down),
    )


def upright(picture: Image) -> Image:
    """A picture as it goes on upright paper: turned on its side if it is wider than high."""
    from PIL import Image

    if picture.width > picture.height * 1.1:
        return picture.transpose(Image.Transpose.ROTATE_90)
    return picture


def printer_data(picture: Image, driver: str, resolution: str) -> bytes:
    """What to send to the printer, for one page with the picture at the top, dot for dot.

    What does not fit on the page is cut off.

    Raises:
        NoGhostscript: if there is no Ghostscript.
        RuntimeError: if Ghostscript fails.
    """
    from PIL import Image

    program = ghostscript()
    across, down = DRIVERS[driver].resolutions[resolution]
    page = Image.new("L", (round(_PAPER[0] * across), round(_PAPER[1] * down)), "white")
    width, height = page_dots(driver, resolution)
    shown = picture.convert("L").crop(
        (0, 0, min(width, picture.width), min(height, picture.height))
    )
    left = round(_MARGIN * across) + (width - shown.width) // 2
    page.paste(shown, (left, round(_MARGIN * down)))
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "page.pdf"), Path(folder, "page.prn")
        page.save(source, "PDF", dpi=(across, down))
        command = [program, "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER"]
        command += [f"-sDEVICE={DRIVERS[driver].device}", f"-r{across}x{down}", "-sPAPERSIZE=a4"]
        command += [f"-sOutputFile={target}", str(source)]
        ran = subprocess.run(command, capture_output=True, check=False, text=True)
        if ran.returncode != 0 or not target.exists():
            said = (ran.stderr or ran.stdout).strip().splitlines()
            raise RuntimeError(said[-1] if said else f"exit status {ran.returncode}")
        return target.read_bytes()
