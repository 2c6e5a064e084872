"""From degrees to a sheet: a conic projection that widens the crowded middle of Europe."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

EARTH = 6371.0
PARALLELS = 42.0, 60.0
MIDDLE = 13.0, 50.0
"""Longitude and latitude of the point that nothing moves."""

BULGE = 2900.0
"""Kilometres. Distances from the middle shrink as on a globe of this radius seen from its
centre (r becomes BULGE * atan(r / BULGE)): the rim gives room to the middle."""

LEFT, TOP, SCALE = -1990.0, 2180.0, 0.395
"""Where units are counted from, in kilometres from the middle, and units per kilometre."""

Project = Callable[[np.ndarray], np.ndarray]
"""From rows of longitude and latitude in degrees to rows of x and y, y downwards."""

Lens = tuple[float, float, float, float]
"""Where provinces are small, a map is enlarged a little: longitude, latitude, radius in
kilometres, and by how much."""


Plane = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]
"""From longitudes and latitudes in degrees to kilometres from the middle, y upwards."""


def conic(parallels: tuple[float, float], middle: tuple[float, float]) -> Plane:
    """Lambert's conformal conic projection on a sphere."""
    low, high = np.radians(parallels)
    lon0, lat0 = np.radians(middle)

    def steep(lat: np.ndarray) -> np.ndarray:
        return np.tan(np.pi / 4 + lat / 2)

    n = np.log(np.cos(low) / np.cos(high)) / np.log(steep(high) / steep(low))
    f = EARTH * np.cos(low) * steep(low) ** n / n
    rho0 = f / steep(lat0) ** n

    def project(lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        rho = f / steep(np.radians(lat)) ** n
        theta = n * (np.radians(lon) - lon0)
        return rho * np.sin(theta), rho0 - rho * np.cos(theta)

    return project


_project = conic(PARALLELS, MIDDLE)


def even(numbers: np.ndarray) -> np.ndarray:
    """The numbers without their last digits, in which processors differ: how a sine is reckoned,
    and in which sequence products are added up, depends on what the processor can do at once."""
    return np.round(numbers, 6)


def projection(lenses: Sequence[Lens], corner: tuple[float, float], scale: float = 1.0) -> Project:
    """What puts points on a sheet: seen through lenses, one after the other, with the sheet's
    upper left corner at a point in units, all of it larger by a scale."""

    def to_sheet(points: np.ndarray) -> np.ndarray:
        points = np.asarray(points, float)
        x, y = _project(points[:, 0], points[:, 1])
        for lon, lat, radius, more in lenses:
            cx, cy = _project(np.array([lon]), np.array([lat]))
            dx, dy = x - cx, y - cy
            pull = more * np.exp(-(dx * dx + dy * dy) / radius**2)
            x, y = x + dx * pull, y + dy * pull
        r = np.hypot(x, y) + 1e-9
        shrink = BULGE * np.arctan(r / BULGE) / r
        plane = np.c_[(x * shrink - LEFT) * SCALE, (TOP - y * shrink) * SCALE]
        return even(plane * scale - np.array(corner))

    return to_sheet
