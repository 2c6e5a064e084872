"""Drawn maps lie as the places of their provinces do: none is mirrored, none is turned far."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

import dragoman
from tools.places.plane import HERE, Fit, fit, is_on_earth, read_places

VARIANTS = Path(str(files(dragoman))) / "variants"
MOST = 20
"""By so many degrees a map may be turned."""
PLACED = sorted(
    path.stem for path in HERE.glob("*.toml") if path.stem != "extents" and is_on_earth(path.stem)
)


def fit_of(name: str) -> Fit | None:
    """How the stored map of a variant lies against the places of its provinces."""
    path = VARIANTS / name / "geometry.json"
    found = read_places(name)
    if not path.exists() or found is None:
        return None
    units = json.loads(path.read_text("utf-8"))["units"]
    return fit({key: at for key, at in units.items() if "/" not in key}, found[0])


def test_no_map_is_mirrored_or_turned_far():
    fits = {name: found for name in PLACED if (found := fit_of(name)) is not None}
    assert len(fits) > 70
    assert not {name for name, found in fits.items() if found.is_mirrored}
    assert not {name: found.turn for name, found in fits.items() if abs(found.turn) > MOST}


def test_every_province_of_a_board_on_the_earth_has_a_place():
    for name in PLACED[::10]:
        if (VARIANTS / name / "geometry.json").exists():
            provinces = dragoman.load_variant(name).board.provinces
            places, _ = read_places(name)
            ground = {key for key, one in provinces.items() if one.terrain.is_ground}
            assert not ground - places.keys(), name


@pytest.mark.parametrize("turn", [0, 30, 170])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_the_fit_tells_a_turned_map_and_a_mirrored_one(turn, is_mirrored):
    places = {"A": (0.0, 0.0), "B": (4.0, 0.0), "C": (0.0, 1.0), "D": (5.0, 3.0)}
    way = complex(0, 1) ** (turn / 90)
    drawn = {}
    for key, (x, y) in places.items():
        at = complex(-x if is_mirrored else x, y) * way * 3 + 7
        drawn[key] = (at.real, at.imag)
    found = fit(drawn, places)
    assert found.is_mirrored is is_mirrored
    if not is_mirrored:
        assert found.turn == pytest.approx(turn)
    assert found.residual == pytest.approx(0, abs=1e-6)
