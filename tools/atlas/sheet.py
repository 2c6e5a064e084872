"""The sheet of an atlas map: a projection that fits the region, and more room where provinces are
crowded."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from plan import Plan, middle_meridian
from projection import EARTH, Plane, Project, conic, even
from scipy import fft, ndimage

AREA = 20000.0
"""Square units of the sheet for each province."""
ACROSS = 96
"""Steps across the sheet of the field that moves its points."""
WORLD = 200.0
"""Maps as wide as this are flat: degrees of longitude."""


@dataclass(frozen=True)
class Sheet:
    """A sheet of some size, what puts degrees on it, and what of the world is read for it."""

    width: float
    height: float
    to_sheet: Project
    window: tuple[float, float, float, float] | None
    """West, south, east and north; None for a sheet that shows nothing of the world."""


def sheet_of(plan: Plan, count: int) -> Sheet:
    """The sheet for so many provinces."""
    points = np.array([*plan.places.values(), *plan.frame])
    seeds = np.array([*plan.places.values(), *(one for line in plan.more.values() for one in line)])
    on_earth = plan.projection != "plane"
    middle = plan.middle[0] if plan.middle else middle_meridian(points[:, 0])

    def unrolled(some: np.ndarray) -> np.ndarray:
        if not on_earth:
            return some
        return np.c_[(some[:, 0] - middle + 180) % 360 - 180 + middle, some[:, 1]]

    points = unrolled(points)
    plane = _plane(plan, points, middle)
    xy = np.c_[plane(points[:, 0], points[:, 1])] * [1, -1]
    low, high = xy.min(axis=0), xy.max(axis=0)
    edge = (high - low).max() * plan.margin
    low, high = low - edge, high + edge
    scale = (AREA * plan.room * count / np.prod(high - low)) ** 0.5
    width, height = np.round((high - low) * scale)

    def flat(some: np.ndarray) -> np.ndarray:
        some = np.asarray(some, float)
        return (np.c_[plane(some[:, 0], some[:, 1])] * [1, -1] - low) * scale

    moved = _stretched(flat(unrolled(seeds)), (width, height), plan.stretch)
    window = _window(points, middle) if on_earth else None
    return Sheet(float(width), float(height), lambda some: even(moved(flat(some))), window)


def _window(points: np.ndarray, middle: float) -> tuple[float, float, float, float]:
    reach = min(max(np.ptp(points[:, 0]), np.ptp(points[:, 1])) * 0.2 + 4, 25.0)
    wide = min(float(abs(points[:, 0] - middle).max() + reach * 1.6), 179.9)
    north, south = float(points[:, 1].max() + reach), float(points[:, 1].min() - reach)
    return middle - wide, max(south, -84.0), middle + wide, min(north, 84.0)


def _plane(plan: Plan, points: np.ndarray, middle: float) -> Plane:
    south, north = points[:, 1].min(), points[:, 1].max()
    centre = (south + north) / 2
    wanted = plan.projection or (
        "flat"
        if np.ptp(points[:, 0]) > WORLD
        else "conic"
        if abs(centre) > 20 and south * north > 0
        else "azimuthal"
    )
    if wanted == "plane":
        return lambda x, y: (x, -y)
    if wanted == "flat":
        return lambda lon, lat: _miller(lon - middle, lat)
    if wanted == "azimuthal":
        return _azimuthal(middle, plan.middle[1] if plan.middle else float(centre))
    sixth = (north - south) / 6
    return conic((float(south + sixth), float(north - sixth)), (middle, float(centre)))


def _miller(lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Miller's cylindrical projection, in kilometres."""
    up = 1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(lat)))
    return EARTH * np.radians(lon), EARTH * up


def _azimuthal(lon0: float, lat0: float) -> Plane:
    """Lambert's azimuthal equal-area projection, in kilometres."""
    sin0, cos0 = np.sin(np.radians(lat0)), np.cos(np.radians(lat0))

    def project(lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        turn, up = np.radians(lon - lon0), np.radians(lat)
        near = 1 + sin0 * np.sin(up) + cos0 * np.cos(up) * np.cos(turn)
        k = EARTH * np.sqrt(2 / np.maximum(near, 0.02))
        x = k * np.cos(up) * np.sin(turn)
        return x, k * (cos0 * np.sin(up) - sin0 * np.cos(up) * np.cos(turn))

    return project


def _stretched(seeds: np.ndarray, size: tuple[float, float], strength: float) -> Project:
    """What moves the points of a sheet so that seeds lie more evenly, as a gas spreads from where
    it is dense (Gastner and Newman's diffusion)."""
    if strength <= 0:
        return lambda points: points
    width, height = size
    step = width / ACROSS
    rows, columns = max(8, round(height / step)), ACROSS
    density = np.zeros((rows, columns))
    at = np.clip(seeds / step, 0, [columns - 1, rows - 1]).astype(int)
    np.add.at(density, (at[:, 1], at[:, 0]), 1.0)
    density = ndimage.gaussian_filter(density, 3.2, mode="reflect")
    density /= density.mean()
    density = strength * density + (1 - strength)
    waves = fft.dctn(density, norm="ortho")
    decay = (np.pi * np.arange(rows)[:, None] / rows) ** 2
    decay = decay + (np.pi * np.arange(columns)[None, :] / columns) ** 2
    y, x = np.mgrid[0:rows, 0:columns].astype(float)
    where = np.stack([y, x])
    time = 0.0
    for span in np.geomspace(0.5, 90, 36):
        time += span
        now = fft.idctn(waves * np.exp(-decay * time), norm="ortho")
        down, right = np.gradient(now)
        push = [
            ndimage.map_coordinates(-one / now, where, order=1, mode="nearest")
            for one in (down, right)
        ]
        where = where + np.clip(np.stack(push) * span, -1.5, 1.5)
    shift = (where - np.stack([y, x])) * step
    shift = np.stack([ndimage.gaussian_filter(one, 1.5, mode="nearest") for one in shift])

    def move(points: np.ndarray) -> np.ndarray:
        on_grid = points[:, ::-1].T / step - 0.5
        dy, dx = (ndimage.map_coordinates(one, on_grid, order=1, mode="nearest") for one in shift)
        return points + np.c_[dx, dy]

    return move
