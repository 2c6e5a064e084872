"""Where the provinces of variants lie: ``python -m tools.places FACTS.json...``.

For each file of facts it writes ``tools/places/NAME.toml``, a point in degrees for each province,
and tells which provinces no name was known of, and which lie suspiciously far from all of their
neighbours.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.places.gazetteer import HERE, Point, apart, candidates, located

_ROUND = 1
_FAR = 3.0
"""So many times the usual distance of neighbours is far."""


def neighbours_in(facts: Mapping[str, Any]) -> dict[str, set[str]]:
    near: dict[str, set[str]] = defaultdict(set)
    for one, other in (*facts["army_borders"], *facts["fleet_borders"]):
        a, b = one.partition("/")[0], other.partition("/")[0]
        if a != b:
            near[a].add(b)
            near[b].add(a)
    return near


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("facts", nargs="+", type=Path)
    parser.add_argument("--unknown", action="store_true", help="list names nobody knows")
    asked = parser.parse_args()
    extents = tomllib.loads((HERE / "extents.toml").read_text("utf-8"))
    for path in asked.facts:
        facts = json.loads(path.read_text("utf-8"))
        name = facts["name"]
        if name not in extents:
            continue
        near = neighbours_in(facts)
        provinces = {
            one["id"]: candidates(name, [one["name"], *one["aliases"]], extents[name])
            for one in facts["provinces"]
        }
        points = located(provinces, near)
        names = {one["id"]: one["name"] for one in facts["provinces"]}
        lines = [f"# {facts['title']}: longitude and latitude in degrees."]
        for key, ((lon, lat), origin) in points.items():
            note = " (between its neighbours)" if origin == "neighbours" else ""
            lines.append(
                f"{key} = [{round(lon, _ROUND)}, {round(lat, _ROUND)}]  # {names[key]}{note}"
            )
        (HERE / f"{name}.toml").write_text("\n".join(lines) + "\n", "utf-8")
        unknown = [names[key] for key, (_, origin) in points.items() if origin == "neighbours"]
        print(f"{name}: {len(points)} provinces, {len(unknown)} unknown: {'; '.join(unknown)}")
        for text in suspicious({key: at for key, (at, _) in points.items()}, near):
            print("  far:", text, names[text], points[text])


def suspicious(points: Mapping[str, Point], near: Mapping[str, set[str]]) -> list[str]:
    """The provinces that lie far from all of their neighbours."""
    steps = sorted(apart(points[a], points[b]) for a in near for b in near[a])
    usual = steps[len(steps) // 2] if steps else 1.0
    return [
        key
        for key in points
        if near[key] and min(apart(points[key], points[o]) for o in near[key]) > _FAR * usual
    ]


if __name__ == "__main__":
    main()
