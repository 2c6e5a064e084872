"""A position as somebody may see it."""

from __future__ import annotations

from typing import Any

from dragoman.game import position_json
from dragoman.judge.views.viewer import Viewer
from dragoman.rules import Position


def position_view(viewer: Viewer, position: Position) -> dict[str, Any]:
    """What he may see of a position, as ``position_json`` has it. Nobody sees the seed of the
    dice, for who has it knows what they will show."""
    data = position_json(viewer.sees_of(position))
    affairs = data.get("affairs")
    if affairs is not None:
        affairs.pop("seed", None)
        chits = {p: held for p, held in affairs.pop("chits", {}).items() if viewer.sees_chits(p)}
        if chits:
            affairs["chits"] = chits
    return data
