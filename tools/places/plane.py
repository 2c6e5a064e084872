"""Places on a plane, and how well a drawn map lies as they do."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

Point = tuple[float, float]
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Fit:
    """The way a drawn map lies against the places: mirrored or not, by how many degrees turned
    clockwise, and how far its provinces are from where they belong, in parts of its extent."""

    is_mirrored: bool
    turn: float
    residual: float


def read_places(name: str) -> tuple[dict[str, Point], float] | None:
    """The places of a variant on a plane, and the width after which its board begins anew, if there
    is a file of them. ``plane = true`` in it says that they are no degrees."""
    path = HERE / f"{name}.toml"
    if not path.exists():
        return None
    entries = tomllib.loads(path.read_text("utf-8"))
    if entries.pop("plane", False):
        return {key: (x, y) for key, (x, y) in entries.items()}, 0.0
    places = {key: (lon, lat) for key, (lon, lat) in entries.items()}
    return projected(places, *_extents()[name][4:])


@cache
def _extents() -> dict[str, list[float]]:
    return tomllib.loads((HERE / "extents.toml").read_text("utf-8"))


def is_on_earth(name: str) -> bool:
    """True if the places of a variant are degrees."""
    return "plane" not in tomllib.loads((HERE / f"{name}.toml").read_text("utf-8"))


def projected(places: Mapping[str, Point], period: float = 0.0) -> tuple[dict[str, Point], float]:
    """Degrees on a plane, y downwards, and the width after which a board begins anew; 0 if it does
    not. A part of the world keeps its shape in the middle, a world loses some of its height near
    the poles."""
    lons = [lon for lon, _ in places.values()]
    lats = [lat for _, lat in places.values()]
    if max(lons) - min(lons) > 180:
        across = 0.75
        return (
            {key: (lon * across, -_milled(lat)) for key, (lon, lat) in places.items()},
            period * across,
        )
    across = math.cos(math.radians((max(lats) + min(lats)) / 2))
    return {key: (lon * across, -lat) for key, (lon, lat) in places.items()}, period * across


def _milled(lat: float) -> float:
    """Miller's cylinder, in degrees."""
    return math.degrees(1.25 * math.asinh(math.tan(0.8 * math.radians(lat))))


def fit(drawn: Mapping[str, Point], places: Mapping[str, Point]) -> Fit:
    """The drawn points against the places (by the method of Procrustes)."""
    keys = [key for key in drawn if key in places]
    ours = np.array([drawn[key] for key in keys])
    theirs = np.array([places[key] for key in keys])
    ours, theirs = ours - ours.mean(0), theirs - theirs.mean(0)
    z, w = ours[:, 0] + 1j * ours[:, 1], theirs[:, 0] + 1j * theirs[:, 1]
    straight, mirrored = (z * w.conj()).sum(), (z * w).sum()
    is_mirrored = bool(abs(mirrored) > abs(straight))
    best = mirrored if is_mirrored else straight
    power = (abs(z) ** 2).sum() * (abs(w) ** 2).sum()
    residual = math.sqrt(max(1 - abs(best) ** 2 / power, 0.0))
    return Fit(is_mirrored, round(math.degrees(np.angle(best)), 1), round(residual, 3))
