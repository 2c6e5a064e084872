"""Variants on the usual map: of their files only what is different is written, on the base of
``standard``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from dragoman.board import Board
from dragoman.formats import load_variant, shipped_folder
from dragoman.formats.toml_table import listed, quoted
from dragoman.formats.variants.toml_provenance import origin_lines, source_lines
from dragoman.game import Variant

from .facts import about, adjective_of, built_by, origin, terms_of

_BULGARIA = {"BUL/NC": "BUL/EC", "F BUL/NC": "F BUL/EC"}
"""Coasts that some sources call otherwise."""


def usual_place(text: str) -> str:
    """A place, or a unit there, by the names of the usual map."""
    return _BULGARIA.get(text, text)


def is_on_usual_map(facts: Mapping[str, Any]) -> bool:
    """True if the provinces, the centres and all borders are those of the usual map."""
    return _is_on(facts, load_variant("standard").board)


def usual_map_files(facts: Mapping[str, Any]) -> Mapping[str, str]:
    """The texts of a variant's files, by their names."""
    base = load_variant("standard")
    texts = {f"seed.{facts['name']}": _seed(facts, base.board), "variant.toml": _toml(facts, base)}
    return {name: "".join(f"{line}\n" for line in lines) for name, lines in texts.items()}


def _is_on(facts: Mapping[str, Any], board: Board) -> bool:
    provinces = {one["id"] for one in facts["provinces"]}
    centres = {one["id"] for one in facts["provinces"] if one.get("centre")}
    usual = set(board.provinces) - {"SWI"}
    ways = {
        (kind, *sorted((path.source, path.target))) for path in board.paths for kind in (path.kind,)
    }
    told = {
        (kind, *sorted(map(usual_place, pair)))
        for kind, key in (("A", "army_borders"), ("F", "fleet_borders"))
        for pair in facts[key]
    }
    return provinces == usual and centres == set(board.centers) and ways == told


def _seed(facts: Mapping[str, Any], board: Board) -> Iterator[str]:
    yield facts["start"]
    for power in sorted(facts["powers"], key=lambda one: one["letter"]):
        for unit in sorted(power["units"], key=lambda text: text.split()[1]):
            kind, place = unit.split()
            province, _, coast = usual_place(place).partition("/")
            name = board.provinces[province].name
            shown = f"{name}/{coast.lower()}" if coast else name
            yield f"{power['letter']}: {kind} {shown}"
    yield from ("-1", "-1")


def _toml(facts: Mapping[str, Any], base: Variant) -> Iterator[str]:
    board = base.board
    usual = {power.letter: power for power in board.powers.values()}
    played = {one["letter"]: one for one in facts["powers"]}
    yield f"title = {quoted(facts['title'])}"
    yield f"about = {quoted(about(facts))}"
    yield from origin_lines(origin(facts))
    yield 'based_on = "standard"'
    if absent := sorted(set(usual) - set(played)):
        yield f"absent = {listed(absent)}"
    if (wins := facts["victory"]["centres"]) != base.victory_centers:
        yield f"victory_centers = {wins}"
    yield from terms_of(facts)
    if settings := built_by(facts):
        yield from ("", "[rules]", f"settings = {listed([settings])}")
    for letter, one in sorted(played.items()):
        known = usual.get(letter)
        homes = {key for key, p in board.provinces.items() if known and p.home == known.key}
        if known is None or known.name != one["name"] or homes != set(one["homes"]):
            yield from ("", "[[powers]]", f"letter = {quoted(letter)}")
            yield f"name = {quoted(one['name'])}"
            same = known if known is not None and known.name == one["name"] else None
            if adjective := adjective_of(one) or (same.adjective if same else ""):
                yield f"adjective = {quoted(adjective)}"
            if same is not None and (others := _other_names(letter)):
                yield f"other_names = {listed(others)}"
            yield f"homes = {listed(sorted(one['homes']))}"
    yield from source_lines(origin(facts))


def _other_names(letter: str) -> list[str]:
    """The other names of a power of the usual game, without those of other languages."""
    text = shipped_folder().joinpath("standard", "variant.toml").read_text("utf-8")
    powers = {one["letter"]: one for one in tomllib.loads(text)["powers"]}
    return powers[letter].get("other_names", [])
