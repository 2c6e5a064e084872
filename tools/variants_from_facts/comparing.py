"""Folders compared with the facts that they were made from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dragoman.board import AUTONOMOUS, Board
from dragoman.formats import check_variant
from dragoman.game import Variant

from .facts import HALVES, place_name, ways, weak_borders
from .usual_map import is_on_usual_map, usual_place


def differences(folder: Path, facts: Mapping[str, Any]) -> Iterator[str]:
    """Everything in which a folder is not as its facts say, or is not sound, in words."""
    made, faults = check_variant(folder)
    yield from map(str, faults)
    if made is None:
        return
    letters = {power.letter: key for key, power in made.players.items()}
    played = {one["letter"]: one for one in facts["powers"]}
    yield from _differ("powers", letters, played)
    for letter, one in played.items():
        homes = made.board.homes.get(letters.get(letter, ""), ())
        yield from _differ(f"homes of {letter}", homes, one["homes"])
        units = [f"{u.kind} {u.location}" for u in made.start.units_of(letters[letter])]
        yield from _differ(f"units of {letter}", units, map(usual_place, one["units"]))
    neutral = [f"{u.kind} {u.location}" for u in made.start.units_of(AUTONOMOUS)]
    yield from _differ("units of nobody", neutral, facts["neutral_units"])
    yield from _differ("owners", _owned(made), _owned_in(facts))
    if made.victory_centers != facts["victory"]["centres"]:
        yield f"{made.victory_centers} centres win"
    if not is_on_usual_map(facts):
        yield from _differ("provinces", _provinces(made.board), _provinces_in(facts))
        yield from _differ("borders", _borders(made.board), _borders_in(facts))


def _differ(what: str, made: Iterable[str], told: Iterable[str]) -> Iterator[str]:
    found, wanted = set(made), set(told)
    if found != wanted:
        yield f"{what}: too many {sorted(found - wanted)}, too few {sorted(wanted - found)}"


def _owned(made: Variant) -> Iterator[str]:
    letters = {key: power.letter for key, power in made.board.powers.items()}
    return (f"{key} {letters[power]}" for key, power in made.start.owners.items())


def _owned_in(facts: Mapping[str, Any]) -> Iterator[str]:
    """Those told, or else homes and the centres under units."""
    centres = {one["id"] for one in facts["provinces"] if one["centre"]}
    for power in facts["powers"]:
        letter = power["letter"]
        if "owned_at_start" in facts:
            yield from (f"{key} {letter}" for key in facts["owned_at_start"].get(power["name"], ()))
        else:
            under = (text.split()[1].partition("/")[0] for text in power["units"])
            keys = {*power["homes"], *(key for key in under if key in centres)}
            yield from (f"{key} {letter}" for key in keys)


def _provinces(board: Board) -> Iterator[str]:
    for key, one in board.provinces.items():
        if one.terrain.is_ground:
            signs = "c" * one.is_center + "v" * one.convoyable_land
            yield f"{key} {one.name} {one.terrain.name} {signs} {sorted(one.coasts)}"


def _provinces_in(facts: Mapping[str, Any]) -> Iterator[str]:
    for one in facts["provinces"]:
        terrain = "ICE" if one.get("ice") else "WATER" if one["type"] == "sea" else "LAND"
        signs = "c" * one["centre"] + "v" * bool(one.get("convoys"))
        yield f"{one['id']} {place_name(one['name'])} {terrain} {signs} {sorted(one['coasts'])}"


def _borders(board: Board) -> Iterator[str]:
    for path in board.paths:
        yield f"{path.kind} {path.source}>{path.target} {path.halves_lost}"


def _borders_in(facts: Mapping[str, Any]) -> Iterator[str]:
    weak = weak_borders(facts)
    for way in ways(facts):
        kind, here, there = way
        yield f"{kind} {here}>{there} {HALVES.get(weak.get(way, ''), 0)}"
