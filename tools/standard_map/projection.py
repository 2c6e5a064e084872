"""From degrees to the sheet: a conic projection that widens the crowded middle of Europe."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

WIDTH, HEIGHT = 1612.0, 1470.0
"""The sheet, in its own units."""

EARTH = 6371.0
PARALLELS = 42.0, 60.0
MIDDLE = 13.0, 50.0
"""Longitude and latitude of the point that nothing moves."""

BULGE = 2900.0
"""Kilometres. Distances from the middle shrink as on a globe of this radius seen from its
centre (r becomes BULGE * atan(r / BULGE)): the rim gives room to the middle."""

LENSES = (
    (-3.1, 55.3, 360.0, 0.58),
    (5.6, 51.2, 330.0, 0.28),
    (10.3, 55.8, 230.0, 0.34),
    (20.5, 42.2, 330.0, 0.22),
    (12.2, 43.0, 280.0, 0.28),
    (16.5, 48.0, 300.0, 0.10),
    (28.8, 40.5, 260.0, 0.34),
)
"""Where provinces are small, the map is enlarged a little: longitude, latitude, radius in
kilometres, and by how much."""

LEFT, TOP, SCALE = -1990.0, 2180.0, 0.395
"""The sheet's upper left corner, in kilometres from the middle, and units per kilometre."""


def _conic() -> Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """Lambert's conformal conic projection on a sphere, in kilometres from the middle."""
    low, high = np.radians(PARALLELS)
    lon0, lat0 = np.radians(MIDDLE)

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


_project = _conic()


def to_sheet(points: np.ndarray) -> np.ndarray:
    """Points of the sheet, y downwards, for rows of longitude and latitude in degrees."""
    points = np.asarray(points, float)
    x, y = _project(points[:, 0], points[:, 1])
    for lon, lat, radius, more in LENSES:
        cx, cy = _project(np.array([lon]), np.array([lat]))
        dx, dy = x - cx, y - cy
        pull = more * np.exp(-(dx * dx + dy * dy) / radius**2)
        x, y = x + dx * pull, y + dy * pull
    r = np.hypot(x, y) + 1e-9
    shrink = BULGE * np.arctan(r / BULGE) / r
    return np.c_[(x * shrink - LEFT) * SCALE, (TOP - y * shrink) * SCALE]
