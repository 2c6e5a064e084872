"""A scenario of Machiavelli from its map, its seed and the words of its ``variant.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from dragoman.board import AUTONOMOUS, Board
from dragoman.diagnostics import Diagnostic
from dragoman.formats.njudge import MapFile, SeedFile
from dragoman.formats.njudge.grounds import ground_from, scenario_names
from dragoman.formats.njudge.openings import opening_from
from dragoman.formats.variants.toml_file import VariantToml
from dragoman.game.variant import LocalNames
from dragoman.machiavelli import Edition, Ground, VariableIncome, Victory
from dragoman.rules import Position
from dragoman.words import LANGUAGES

_CITIES = 15
"""How many cities win where nobody says otherwise."""


class Scenario(NamedTuple):
    """The board with its cities, the ground beside it, names in other languages, and where
    everybody starts: None where the seed does not say which turn it is."""

    board: Board
    ground: Ground
    names: Mapping[str, LocalNames]
    start: Position | None
    diagnostics: tuple[Diagnostic, ...]


def scenario_of(
    map_file: MapFile, seed_file: SeedFile, board: Board, toml: VariantToml
) -> Scenario:
    """What a map, a seed and a ``variant.toml`` make together. ``board`` is that of the Diplomacy
    in the map."""
    words = toml.scenario
    edition = Edition(words.edition) if words.edition else None
    board, ground = ground_from(map_file, board, edition, words.countries)
    countries = words.victory_countries
    cities = toml.victory_centers or (None if countries else _CITIES)
    ground = replace(
        ground,
        incomes=(
            *ground.incomes,
            *(VariableIncome(row.city, row.dice, row.amounts) for row in words.city_incomes),
        ),
        victory=Victory(cities, countries),
        has_fortresses=words.has_fortresses,
        plague_from=words.plague_from,
    )
    start, ground, faults = opening_from(seed_file, map_file, board, ground)
    return Scenario(board, ground, _names(toml.names, board, ground), start, faults)


def _names(
    names: Mapping[str, LocalNames], board: Board, ground: Ground
) -> Mapping[str, LocalNames]:
    found = dict(names)
    for language in LANGUAGES[1:]:
        usual, words = found.get(language, LocalNames()), scenario_names(language)
        cities = {
            city.place: words["city"].format(
                province=usual.places.get(key, board.provinces[key].name)
            )
            for key, city in ground.cities.items()
            if not city.is_one_place
        }
        found[language] = LocalNames(
            {**cities, **usual.places}, {AUTONOMOUS: words["nobody"], **usual.powers}
        )
    return found
