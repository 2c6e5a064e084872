"""Variants with maps of their own: their files, made of facts by way of the house's own writers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dragoman.diagnostics import has_errors
from dragoman.formats import read_variant_files, write_variant
from dragoman.formats.njudge import (
    HongKong,
    MapFile,
    MapGateway,
    MapMoves,
    MapOptions,
    MapProvince,
    MapRailway,
    MapStep,
    SeedFile,
    SeedUnit,
    write_map,
    write_seed,
)
from dragoman.formats.toml_table import listed, quoted
from dragoman.formats.variants.toml_provenance import origin_lines, source_lines
from dragoman.game import Variant

from .facts import (
    CALENDARS,
    HALVES,
    SETTINGS,
    about,
    adjective_of,
    built_by,
    colours,
    movement_lines,
    one_way,
    origin,
    place_name,
    place_names,
    power_name,
    terms_of,
    ways,
    weak_borders,
)


def own_map_files(facts: Mapping[str, Any]) -> Mapping[str, str]:
    """The texts of a variant's files, by their names."""
    name = facts["name"]
    map_file = _map(facts)
    texts = write_map(map_file), write_seed(_seed(facts, map_file)), _toml(facts)
    variant, faults = read_variant_files(name, *(text.encode() for text in texts))
    if variant is None or has_errors(faults):
        raise ValueError("\n".join(map(str, faults)))
    return _written(variant)


def _written(variant: Variant) -> Mapping[str, str]:
    files, lost = write_variant(variant)
    if lost:
        raise ValueError("\n".join(map(str, lost)))
    return files


# The map


def _map(facts: Mapping[str, Any]) -> MapFile:
    owners = {home: one["letter"] for one in facts["powers"] for home in one["homes"]}
    letters = {one["name"]: one["letter"] for one in facts["powers"]}
    keys = {word.upper(): one["id"] for one in facts["provinces"] for word in one["aliases"]}
    keys |= {one["id"]: one["id"] for one in facts["provinces"]}
    provinces = [_province(one, owners) for one in facts["provinces"]]
    gates, lines = facts.get("gateways", ()), facts.get("railways", ())
    for area, conduits in (("g", gates), ("r", lines)):
        provinces += [
            MapProvince(one["id"], one["name"], area, (one["id"].lower(),)) for one in conduits
        ]
    options = MapOptions(
        hong_kong=tuple(
            HongKong("".join(letters[one] for one in powers), (key,))
            for key, powers in facts.get("hong_kong", {}).items()
        ),
        gateways=tuple(
            MapGateway(one["id"], keys[one["keeper"]], (keys[here], keys[there]))
            for one in gates
            for here, there in (one["between"],)
        ),
        railways=tuple(
            MapRailway(
                one["id"],
                "".join(letters[power] for power in one["powers"]),
                tuple(keys[stop] for stop in one["stops"]),
            )
            for one in lines
        ),
    )
    moves = [*_moves(facts)]
    moves += [MapMoves("mv", one["id"], (MapStep(one["id"]),)) for one in (*gates, *lines)]
    return MapFile(tuple(provinces), tuple(moves), options, name=f"map.{facts['name']}")


def _province(one: Mapping[str, Any], owners: Mapping[str, str]) -> MapProvince:
    key = one["id"]
    is_sea = one["type"] == "sea"
    area = "v" if one.get("ice") else "w" if is_sea else "x" if one["centre"] else "l"
    words = [word for word in one["aliases"] if _is_word(word)]
    words = [key.lower(), *(word for word in words if word.upper() != key)]
    return MapProvince(
        key, place_name(one["name"]), owners.get(key, area), tuple(words), bool(one.get("convoys"))
    )


def _is_word(text: str) -> bool:
    """True if a map has room for a spelling: one word, that is not the name of a coast besides."""
    is_plain = text.isascii() and text.replace("'", "").isalnum()
    return is_plain and text.casefold() not in ("nc", "sc", "ec", "wc")


def _moves(facts: Mapping[str, Any]) -> Iterator[MapMoves]:
    weak = weak_borders(facts)
    steps: dict[tuple[str, str], list[MapStep]] = {}
    for way in ways(facts):
        kind, here, there = way
        sign = weak.get(way, "")
        step = MapStep(there, HALVES.get(sign, 0), int(sign == "lx"))
        steps.setdefault(("mv" if kind == "A" else "xc", here), []).append(step)
    for province in facts["provinces"]:
        key = province["id"]
        places = (key, *(f"{key}/{coast}" for coast in province["coasts"]))
        starts = [(mover, place) for mover in ("mv", "xc") for place in places]
        for mover, place in [start for start in starts if start in steps] or [("mv", key)]:
            found = sorted(steps.get((mover, place), [MapStep(key)]), key=lambda step: step.target)
            yield MapMoves(mover, place, tuple(found))


# The seed


def _seed(facts: Mapping[str, Any], map_file: MapFile) -> SeedFile:
    powers = sorted(facts["powers"], key=lambda one: one["letter"])
    units = [
        SeedUnit(power["letter"], ":", kind, place.lower())
        for power in powers
        for kind, place in sorted((text.split() for text in power["units"]), key=lambda u: u[1])
    ]
    for kind, place in (text.split() for text in facts["neutral_units"]):
        units.append(SeedUnit("&", ":", kind, place.lower()))
    return SeedFile(facts["start"], tuple(units), _owners(facts, map_file))


def _owners(facts: Mapping[str, Any], map_file: MapFile) -> str | None:
    """The row of owners, where it is not simply homes and centres under units."""
    if "owned_at_start" not in facts:
        return None
    letters = {one["name"]: one["letter"] for one in facts["powers"]}
    owned = {key: letters[name] for name, keys in facts["owned_at_start"].items() for key in keys}
    return "".join(owned.get(province.key, ".") for province in map_file.provinces)


# The rest


def _toml(facts: Mapping[str, Any]) -> str:
    return "".join(f"{line}\n" for line in _toml_lines(facts))


def _toml_lines(facts: Mapping[str, Any]) -> Iterator[str]:
    yield f"title = {quoted(facts['title'])}"
    yield f"about = {quoted(about(facts))}"
    yield from origin_lines(origin(facts))
    yield f"victory_centers = {facts['victory']['centres']}"
    if calendar := CALENDARS.get(facts["name"]):
        yield f"calendar = {listed(calendar)}"
    if facts["bc"]:
        yield 'years = "B.C."'
    if barred := [f"{here}>{there}" for _, here, there in one_way(facts)]:
        yield f"one_way = {listed(barred)}"
    if common := facts.get("common_homes"):
        yield f"common_homes = {listed(common)}"
    seas = (one for one in facts["provinces"] if one["type"] == "sea")
    if at_sea := [one["id"] for one in seas if one["centre"]]:
        yield f"sea_centers = {listed(at_sea)}"
    yield from movement_lines(facts)
    yield from terms_of(facts)
    if settings := [*_settings(facts)]:
        yield from ("", "[rules]", f"settings = {listed(settings)}")
    for one in facts["powers"]:
        name = power_name(one["name"])
        yield from ("", "[[powers]]", f"letter = {quoted(one['letter'])}", f"name = {quoted(name)}")
        if adjective := adjective_of(one):
            yield f"adjective = {quoted(adjective)}"
        if name != one["name"]:
            yield f"other_names = {listed([one['name']])}"
    if painted := [*colours(facts)]:
        yield from ("", "[colours]", *painted)
    yield from source_lines(origin(facts))
    yield from _names(facts["provinces"])


def _settings(facts: Mapping[str, Any]) -> Iterator[str]:
    if built := built_by(facts):
        yield built
    if any(one.get("convoys") for one in facts["provinces"]):
        yield "duality=yes"
    if "fog-of-war" in facts["tags"]:  # all of them are vDiplomacy's
        yield from ("sight=borders", "orders_seen=in-sight")
    yield from SETTINGS.get(facts["name"], ())


def _names(provinces: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    if lines := [line for one in provinces for line in place_names(one)]:
        yield from ("", "[names.en.places]", *lines)
