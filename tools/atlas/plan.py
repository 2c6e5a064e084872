"""The little that is said by hand of an atlas map: ``NAME.toml`` here, and where its provinces lie:
``tools/places/NAME.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
PLACES = HERE.parent / "places"

LonLat = tuple[float, float]
Line = tuple[LonLat, ...]


@dataclass(frozen=True)
class Plan:
    """What to draw, and how. All points are longitudes and latitudes in degrees."""

    places: dict[str, LonLat]
    projection: str = ""
    """``conic``, ``azimuthal`` or ``flat``; empty for what fits. ``plane`` where the board lies
    nowhere on earth: points go to the right and down then, and all land is among ``islands``."""
    middle: LonLat | None = None
    """The middle of the projection; else that of the places."""
    frame: Line = ()
    """Points that the sheet shows besides the places."""
    margin: float = 0.05
    """The room around the outermost points, in parts of the sheet."""
    detail: str = "50m"
    """The scale of the coasts: ``50m``, or ``10m`` for small regions."""
    stretch: float = 0.5
    """By how much crowded regions are given more room, from 0 to 1."""
    room: float = 1.0
    """How much larger than usual the sheet is for its provinces."""
    more: dict[str, Line] = field(default_factory=dict)
    """Further points of provinces, of which each has only one among the places."""
    moved: dict[str, LonLat] = field(default_factory=dict)
    """Points that lie better for the drawing than those among the places."""
    today: bool = False
    """True where borders of today, of countries and of some states, are followed."""
    outside: Line = ()
    """Land that nobody enters grows from these points as a province does."""
    straits: dict[str, Line] = field(default_factory=dict)
    """Lines of water that a province, or two (``"ONE OTHER"``), close: land to the drawing."""
    omitted: tuple[Line, ...] = ()
    """Land that is left out: outlines."""
    islands: tuple[Line, ...] = ()
    """Land that is added: outlines."""
    canals: tuple[Line, ...] = ()
    """Lines along which land makes way for water."""
    canal: float = 4.5
    """Half the width of these. Units."""
    closed: tuple[Line, ...] = ()
    """Outlines of waters that no fleet enters."""
    bridges: tuple[tuple[str, str], ...] = ()
    """Neighbours that a line joins and that need not touch."""
    apart: tuple[str, ...] = ()
    """Provinces that may be in several parts, each about one of its points: seas at both edges of
    a world."""
    kinds: str = ""
    """The kinds of units whose ways are drawn, by their letters; empty for all."""


def read_plan(name: str) -> Plan:
    """The plan of a variant's map; without a file of its own everything is as usual, and with
    ``like`` in it as on the map of another variant with the same provinces.

    Raises:
        ValueError: if there is a key in the file that no plan has.
    """
    path = HERE / f"{name}.toml"
    said = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    if like := said.pop("like", ""):
        return read_plan(like)
    if unknown := said.keys() - {one.name for one in fields(Plan)} | ({"places"} & said.keys()):
        raise ValueError(f"{path}: no such key: {', '.join(sorted(unknown))}")
    found = tomllib.loads((PLACES / f"{name}.toml").read_text("utf-8"))
    places = {key: _point(at) for key, at in found.items() if isinstance(at, list)}
    said["moved"] = {one: _point(at) for one, at in said.get("moved", {}).items()}
    if "middle" in said:
        said["middle"] = _point(said["middle"])
    for key in ("more", "straits"):
        said[key] = {one: tuple(map(_point, line)) for one, line in said.get(key, {}).items()}
    for key in ("omitted", "islands", "canals", "closed"):
        said[key] = tuple(tuple(map(_point, line)) for line in said.get(key, ()))
    said["apart"] = tuple(said.get("apart", ()))
    for key in ("outside", "frame"):
        said[key] = tuple(map(_point, said.get(key, ())))
    said["bridges"] = tuple((one, other) for one, other in said.get("bridges", ()))
    return Plan(places | said["moved"], **said)


def _point(at: list[float]) -> LonLat:
    lon, lat = at
    return float(lon), float(lat)


def middle_meridian(longitudes: np.ndarray) -> float:
    """The meridian in the middle of some: opposite to the widest gap between them."""
    around = np.sort(longitudes % 360)
    gaps = np.diff(np.append(around, around[0] + 360))
    widest = int(np.argmax(gaps))
    return float((around[widest] + gaps[widest] / 2 + 180 + 180) % 360 - 180)
