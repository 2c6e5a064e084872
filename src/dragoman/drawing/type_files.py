"""Where the type is that pictures are made with."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from dragoman.extras import extra

FAMILY = "Dragoman Letters"
"""What the type is called within a picture: its own name is kept for the whole of it."""

_FACES = ("Regular", "It", "Semibold", "Bold")


@cache
def font_files() -> tuple[str, ...]:
    """The files of the type that pictures are made with (Source Sans Pro, SIL OFL).

    They come with a package of their own, so that the same map looks the same everywhere,
    also on a machine without any type at all.
    """
    with extra("pictures"):
        # importlib.resources would find it as well, but brings a good deal with it.
        found = find_spec("font_source_sans_pro")
        if found is None or found.origin is None:
            raise ModuleNotFoundError(name="font_source_sans_pro")
    folder = Path(found.origin).parent / "files"
    return tuple(str(folder / f"SourceSansPro-{face}.ttf") for face in _FACES)
