"""A variant that a stranger brings is tried in a process of its own, which may use so much time
and memory and no more: whatever it holds, the judge's other guests do not notice.

``python -m dragoman.games.variants.trial`` is that process: the files as JSON on its input,
what was found on its output.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from itertools import cycle
from typing import Any, Final, cast

from dragoman.board import Terrain, Unit
from dragoman.diagnostics import Diagnostic, Severity, has_errors
from dragoman.drawing import GEOMETRY, Geometry, map_of, scene_of, svg
from dragoman.drawing.files.geometry_file import GeometryError, parse_geometry, write_geometry
from dragoman.formats import read_variant_files
from dragoman.game import Game, MapStatistics, Variant
from dragoman.game.variant import PLAY
from dragoman.games.variants.statistics_page import VariantFacts, statistics_data
from dragoman.quick_dataclass import dataclass
from dragoman.refusal import ActionRefused
from dragoman.rules import Position

MOST_PROVINCES: Final = 600
"""A map of 570 provinces is laid out in 8 s and 180 MB, one of 840 in 14 s: on a machine half as
fast that would be near the limit below."""
MOST_PATHS: Final = 6_000
MOST_POWERS: Final = 40
CPU_SECONDS: Final = 30
"""Seconds of a processor that the whole trial may take."""
MEMORY: Final = 1_500_000_000
"""Bytes that it may take."""
TURN_SECONDS: Final = 1.5
"""Seconds that a crowded turn may take: to list its orders, and to judge it."""


@dataclass(frozen=True, slots=True)
class VariantTrial:
    """The findings of a trial: what is wrong, and where nothing is, the variant's facts and map."""

    told: tuple[Diagnostic, ...]
    title: str = ""
    facts: VariantFacts | None = None
    geometry: str = ""
    picture: str = ""


def try_variant(name: str, files: tuple[str, str, str], geometry: str = "") -> VariantTrial:
    """Try a variant from its map, seed and ``variant.toml`` in a process of its own, and from the
    shapes of its map where it brings some."""
    given = json.dumps({"name": name, "files": files, "geometry": geometry})
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "dragoman.games.variants.trial"],
            input=given,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=CPU_SECONDS * 2,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return VariantTrial((_too_much(),))
    if ran.returncode != 0 or not ran.stdout:
        return VariantTrial((_too_much(),))
    found = json.loads(ran.stdout)
    told = tuple(map(read_told, found["told"]))
    return VariantTrial(told, found["title"], found["facts"], found["geometry"], found["picture"])


def with_variant_tried(text: str) -> str:
    """The file of a game with the facts and the map of its variant as they are found here, where it
    brings one: what a file says of them is not taken at its word.

    Raises:
        ActionRefused: if the variant is not as it should be.
    """
    try:
        data: Any = json.loads(text)
        brought = cast(dict[str, Any] | None, data["variant"])
        if brought is None:
            return text
        texts = (str(brought["map"]), str(brought["seed"]), str(brought["toml"]))
        name = str(brought["name"])
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        return text  # it is no file of a game, and whoever takes it in says so
    tried = try_variant(name, texts)
    if tried.facts is None or has_errors(tried.told):
        first = next(one for one in tried.told if one.is_error)
        what = f"the variant of this game cannot be played here: {first.what}"
        raise ActionRefused("wrong-game-file", what, first.remedy)
    found = {"title": tried.title, "geometry": tried.geometry, "facts": tried.facts}
    return json.dumps({**data, "variant": {**brought, **found}}, ensure_ascii=False)


def read_told(data: dict[str, Any]) -> Diagnostic:
    """A fault as the process that found it wrote it."""
    severity, candidates = Severity(data.pop("severity")), tuple(data.pop("candidates"))
    return Diagnostic(**data, severity=severity, candidates=candidates)


def main() -> None:
    """Try what stands on the input."""
    limit_process()
    given = json.load(sys.stdin)
    tried = _try(given["name"], given["files"], given["geometry"])
    told = [{**asdict(one), "severity": one.severity.value} for one in tried.told]
    made = {"title": tried.title, "geometry": tried.geometry, "picture": tried.picture}
    json.dump({"told": told, "facts": tried.facts, **made}, sys.stdout)


def limit_process() -> None:
    """Keep this process from using more time and memory than a trial may."""
    try:
        import resource
    except ModuleNotFoundError:  # no such limits on this system; the clock is one all the same
        return
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _try(name: str, files: list[str], geometry: str) -> VariantTrial:
    map_text, seed_text, toml_text = (one.encode() for one in files)
    variant, faults = read_variant_files(name, map_text, seed_text, toml_text, is_checked=True)
    if variant is None or has_errors(faults):
        return VariantTrial(faults)
    if (large := _too_large(variant)) is not None:
        return VariantTrial((*faults, large))
    if (slow := too_slow(variant)) is not None:
        return VariantTrial((*faults, slow))
    shapes, more = _brought_shapes(variant, geometry) if geometry else _made_shapes(variant)
    if shapes is None:
        return VariantTrial((*faults, *more))
    facts = statistics_data(MapStatistics(variant))
    picture = svg(scene_of(variant, shapes, variant.start))
    return VariantTrial(faults, variant.title, facts, write_geometry(shapes), picture)


def _made_shapes(variant: Variant) -> tuple[Geometry | None, tuple[Diagnostic, ...]]:
    drawn_on, faults = map_of(variant)
    return (drawn_on.geometry if drawn_on else None), faults


def _brought_shapes(variant: Variant, text: str) -> tuple[Geometry | None, tuple[Diagnostic, ...]]:
    """The shapes that a variant brings, if it has a place for everything."""
    try:
        geometry = parse_geometry(text, GEOMETRY)
    except GeometryError as error:
        return None, error.diagnostics
    missing = [at for at in variant.board.locations if at not in geometry.units]
    if missing:
        what = f"there is no place for {', '.join(missing)}"
        return None, (Diagnostic("wrong-map", what, "give it one on the map", GEOMETRY),)
    return geometry, ()


def _too_large(variant: Variant) -> Diagnostic | None:
    board = variant.board
    for count, most, what in (
        (len(board.provinces), MOST_PROVINCES, "provinces"),
        (len(board.paths), MOST_PATHS, "ways between them"),
        (len(board.powers), MOST_POWERS, "powers"),
    ):
        if count > most:
            told = f"{count} {what} are too many; {most} may be"
            return Diagnostic("too-large", told, "make the map smaller")
    return None


def too_slow(variant: Variant) -> Diagnostic | None:
    """The fault where a turn with all the units that the map feeds takes too long."""
    most = PLAY.of(variant).most_units(variant)
    if most is None:
        return None
    start = variant.start
    units = (*crowd(variant, most),)
    position = Position(start.phase, units, start.owners)
    game = Game(variant, variant.rule_set, position)
    before = time.process_time()
    legal = game.legal_orders()
    for unit, orders in legal.items():
        # Those in the middle are moves by convoy, supports and convoys.
        game.order(unit.power, orders[len(orders) // 2])
    game.process()
    if time.process_time() - before > TURN_SECONDS:
        what = "a turn with many units on this map takes the judge too long"
        return Diagnostic("too-much-work", what, "make fewer waters that join")
    return None


def crowd(variant: Variant, most: int) -> Iterator[Unit]:
    """So many units: a third of them fleets on the waters, the rest armies. On
    a map that is half water no more than that were at sea in half a century played at random."""
    board = variant.board
    powers = cycle(board.players)
    taken: set[str] = set()
    for kind, count in (("F", most // 3), ("A", most)):
        for location in sorted(board.stands.get(kind, ())):
            province = board.province_of[location]
            fits = kind == "A" or board.provinces[province].terrain is Terrain.WATER
            if len(taken) < count and province not in taken and fits:
                taken.add(province)
                yield Unit(next(powers), kind, location)


def _too_much() -> Diagnostic:
    what = "this variant takes the judge too long, or more memory than it has"
    return Diagnostic("too-much-work", what, "make it smaller")


if __name__ == "__main__":
    main()
