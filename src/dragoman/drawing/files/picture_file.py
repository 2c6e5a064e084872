"""Pictures in files, whatever kind they are, and pictures of another size."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from dragoman.diagnostics import Diagnostic
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
        what, remedy = "this is no picture that can be read", "save it as TIFF or PNG"
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
