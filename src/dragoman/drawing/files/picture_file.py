"""Pictures in files, of any kind and size; as films, and in a terminal."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.diagnostics import Diagnostic
from dragoman.drawing.files.raster import sheets
from dragoman.extras import extra

if TYPE_CHECKING:
    from PIL.Image import Image


_DESCRIPTION = 270
"""The TIFF tag for a description."""


def open_picture(path: Path) -> Image | Diagnostic:
    """The picture in a file: of mode ``1`` if it has two colours, ``L`` if greys, else RGBA;
    or why there is none."""
    try:
        with _opened(path) as picture:
            if picture.mode.startswith("I"):  # greys of 16 bits
                return picture.convert("I").point(_high_byte).convert("L")
            return picture.copy() if picture.mode in ("1", "L") else picture.convert("RGBA")
    except FileNotFoundError:
        return Diagnostic("no-picture", "there is no such file", "name a picture", str(path))
    except (OSError, ValueError):
        what, remedy = "this is not a picture that can be read", "save it as TIFF or PNG"
        return Diagnostic("not-a-picture", what, remedy, str(path))


def description_of(path: Path) -> str:
    """The description in a TIFF; empty where it has none, or the file is no TIFF."""
    try:
        with _opened(path) as picture:
            return str(picture.getexif().get(_DESCRIPTION, "")) if picture.format == "TIFF" else ""
    except (OSError, ValueError):
        return ""


@contextmanager
def _opened(path: Path) -> Generator[Image, None, None]:
    """A picture just as its file has it, without the warnings that Pillow would print.

    Raises:
        OSError, ValueError: if it cannot be read.
    """
    with extra("pictures"):
        from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with Image.open(path) as picture:
                yield picture
        except Image.DecompressionBombError as error:
            raise ValueError from error


def on_white(picture: Image) -> Image:
    """A picture without transparency."""
    with extra("pictures"):
        from PIL import Image

    if picture.mode != "RGBA":
        return picture
    sheet = Image.new("RGB", picture.size, "white")
    sheet.paste(picture, mask=picture)
    return sheet


def scaled(picture: Image, across: float, down: float) -> Image:
    """A picture scaled in width and height. A black-and-white picture stays one where that loses
    nothing."""
    with extra("pictures"):
        from PIL import Image

    size = (max(round(picture.width * across), 1), max(round(picture.height * down), 1))
    if size == picture.size:
        return picture
    if picture.mode == "1" and across >= 1 and down >= 1:
        return picture.resize(size, Image.Resampling.NEAREST)
    return (picture.convert("L") if picture.mode == "1" else picture).resize(size)


def _high_byte(level: float) -> float:
    return level / 256


# Pictures as a film, made by ffmpeg where somebody has installed it.

PROGRAM = "ffmpeg"
_FRAMES = 10
"""So many pictures a second a film has: some programs show none that has less than one."""
_PATIENCE = 600
"""For so many seconds the program is waited for."""


def mp4(pictures: Sequence[str], width: int, seconds: float = 2.5) -> bytes | Diagnostic:
    """SVG pictures as a film, each shown so long; or why there is none."""
    program = shutil.which(PROGRAM)
    if program is None:
        what = f"there is no program {PROGRAM} on this machine to make a film with"
        remedy = "install it (apt-get install ffmpeg, brew install ffmpeg), or make a .gif"
        return Diagnostic("no-ffmpeg", what, remedy)
    with tempfile.TemporaryDirectory() as folder:
        for number, sheet in enumerate(sheets(pictures, width), 1):
            sheet.save(Path(folder) / f"{number:05}.png", compress_level=1)
        made = Path(folder) / "film.mp4"
        # Players want an even number of lines and columns, and colours by halves.
        shape = f"pad=ceil(iw/2)*2:ceil(ih/2)*2,fps={_FRAMES},format=yuv420p"
        command = [program, "-nostdin", "-loglevel", "error", "-y"]
        command += ["-framerate", f"{1 / seconds:g}", "-i", str(Path(folder) / "%05d.png")]
        command += ["-vf", shape, "-movflags", "+faststart", str(made)]
        try:
            done = subprocess.run(
                command, capture_output=True, check=False, timeout=_PATIENCE, text=True
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return Diagnostic("no-film", f"{PROGRAM} made no film: {error}", "make a .gif")
        if done.returncode or not made.exists():
            said = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            return Diagnostic("no-film", f"{PROGRAM} made no film: {said}", "make a .gif")
        return made.read_bytes()


# Pictures in a terminal: two pixels to a character, as half blocks in 24-bit colours.

_UPPER_HALF = "▀"
_PLAIN = "\x1b[0m"


def half_blocks(picture: Image, columns: int) -> str:
    """A picture as lines of text, at most so many columns wide."""
    width = min(columns, picture.width)
    height = max(round(picture.height * width / picture.width), 1)
    pixels = picture.convert("RGB").resize((width, height + height % 2)).tobytes()
    row = 3 * width
    return "\n".join(
        _line(pixels[top : top + row], pixels[top + row : top + 2 * row])
        for top in range(0, len(pixels), 2 * row)
    )


def _line(upper: bytes, lower: bytes) -> str:
    signs: list[str] = []
    before = b""
    for at in range(0, len(upper), 3):
        colours = upper[at : at + 3] + lower[at : at + 3]
        if colours != before:
            signs.append("\x1b[38;2;{};{};{};48;2;{};{};{}m".format(*colours))
        signs.append(_UPPER_HALF)
        before = colours
    return "".join((*signs, _PLAIN))
