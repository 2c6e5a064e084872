"""Where the type is that pictures are made with."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from dragoman.extras import extra

_FACES = ("Regular", "It", "Semibold", "Bold")


@cache
def font_files() -> tuple[str, ...]:
    """The files of the type that pictures are made with (Source Sans Pro, SIL OFL).

    They come with a package of their own, so that the same map looks the same everywhere,
    also on a machine without any type at all.
    """
    from importlib.resources import files  # slow to import, and most pictures are kept

    with extra("pictures"):
        folder = Path(str(files("font_source_sans_pro"))) / "files"
    return tuple(str(folder / f"SourceSansPro-{face}.ttf") for face in _FACES)
