"""Folders of variants from their facts, to be looked after by hand from then on:
``python -m tools.variants_from_facts FACTS.json... --to FOLDER``.

A file of facts has a variant's powers with homes and units, its provinces and borders, its first
phase, how many centres win, who designed it and which sources say so. Of those played on the usual
map only what is different is written, on the base of ``standard``. Each folder is read again and
compared with its facts; a variant on another map is told, and left out.
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dragoman.board import Board
from dragoman.files import write_atomically
from dragoman.formats import load_variant, shipped_folder
from dragoman.formats.toml_table import listed, quoted
from dragoman.game import Variant

_BUILDS = {"any": "build_in=any", "one-home": "build_in=one-home"}
_BULGARIA = {"BUL/NC": "BUL/EC"}
"""Coasts that some sources call otherwise."""


def _place(text: str) -> str:
    return _BULGARIA.get(text, text)


def _is_on_usual_map(facts: Mapping[str, Any], board: Board) -> bool:
    """True if the provinces, the centres and all borders are those of the usual map."""
    provinces = {one["id"] for one in facts["provinces"]}
    centres = {one["id"] for one in facts["provinces"] if one.get("centre")}
    usual = set(board.provinces) - {"SWI"}
    ways = {
        (kind, *sorted((path.source, path.target))) for path in board.paths for kind in (path.kind,)
    }
    told = {
        (kind, *sorted(map(_place, pair)))
        for kind, key in (("A", "army_borders"), ("F", "fleet_borders"))
        for pair in facts[key]
    }
    return provinces == usual and centres == set(board.centers) and ways == told


def _seed(facts: Mapping[str, Any], board: Board) -> Iterator[str]:
    yield facts["start"]
    for power in sorted(facts["powers"], key=lambda one: one["letter"]):
        for unit in sorted(power["units"], key=lambda text: text.split()[1]):
            kind, place = unit.split()
            province, _, coast = _place(place).partition("/")
            name = board.provinces[province].name
            shown = f"{name}/{coast.lower()}" if coast else name
            yield f"{power['letter']}: {kind} {shown}"
    yield from ("-1", "-1")


def _toml(facts: Mapping[str, Any], base: Variant) -> Iterator[str]:
    board = base.board
    usual = {power.letter: power for power in board.powers.values()}
    played = {one["letter"]: one for one in facts["powers"]}
    yield f"title = {quoted(facts['title'])}"
    if facts["designer"].casefold() != "unknown":
        yield f"credits = {quoted('Designed by ' + facts['designer'] + '.')}"
    yield 'based_on = "standard"'
    if absent := sorted(set(usual) - set(played)):
        yield f"absent = {listed(absent)}"
    if (wins := facts["victory"]["centres"]) != base.victory_centers:
        yield f"victory_centers = {wins}"
    if (settings := _BUILDS.get(facts["build_rule"])) is not None:
        yield from ("", "[rules]", f"settings = {listed([settings])}")
    for letter, one in sorted(played.items()):
        known = usual.get(letter)
        homes = {key for key, p in board.provinces.items() if known and p.home == known.key}
        if known is None or known.name != one["name"] or homes != set(one["homes"]):
            yield from ("", "[[powers]]", f"letter = {quoted(letter)}")
            yield f"name = {quoted(one['name'])}"
            same = known if known is not None and known.name == one["name"] else None
            if adjective := one.get("adjective") or (same.adjective if same else ""):
                yield f"adjective = {quoted(adjective)}"
            if same is not None and (others := _other_names(letter)):
                yield f"other_names = {listed(others)}"
            yield f"homes = {listed(sorted(one['homes']))}"


def _other_names(letter: str) -> list[str]:
    """The other names of a power of the usual game, without those of other languages."""
    text = shipped_folder().joinpath("standard", "variant.toml").read_text("utf-8")
    powers = {one["letter"]: one for one in tomllib.loads(text)["powers"]}
    return powers[letter].get("other_names", [])


def _check(folder: Path, facts: Mapping[str, Any]) -> None:
    made = load_variant(folder)
    powers = {power.letter: key for key, power in made.board.powers.items()}
    homes = {
        one["letter"]: {key for key, p in made.board.provinces.items() if p.home == key_of}
        for one in facts["powers"]
        for key_of in (powers[one["letter"]],)
    }
    units = {f"{unit.kind} {unit.location}" for unit in made.start.units}
    assert set(powers) == {one["letter"] for one in facts["powers"]}, powers
    assert homes == {one["letter"]: set(one["homes"]) for one in facts["powers"]}, homes
    assert units == {_place(unit) for one in facts["powers"] for unit in one["units"]}, units
    assert made.victory_centers == facts["victory"]["centres"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("facts", nargs="+", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    asked = parser.parse_args()
    base = load_variant("standard")
    for path in asked.facts:
        facts = json.loads(path.read_text("utf-8"))
        name = facts["name"]
        if not _is_on_usual_map(facts, base.board):
            print(f"{name}: left out, it has another map")
            continue
        folder = asked.to / name
        folder.mkdir(parents=True, exist_ok=True)
        for file, lines in (
            (f"seed.{name}", _seed(facts, base.board)),
            ("variant.toml", _toml(facts, base)),
        ):
            write_atomically(folder / file, "".join(f"{line}\n" for line in lines))
        _check(folder, facts)
        print(f"{name}: written")


if __name__ == "__main__":
    main()
