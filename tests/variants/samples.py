"""Shipped variants of which tests take few: one at least of every sort that there is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from dragoman.formats import load_variant, shipped_folder, shipped_variants
from dragoman.formats.unsupported import LETTERS
from dragoman.game import Variant
from dragoman.rules import DIPLOMACY, RuleSet

SIZES = (10, 40, 80, 120, 200, 400)
TABLES = (2, 3, 5, 7, 9, 12, 20, 34)

ODDITIES = {
    "balkan_wars_6": ["power A has home centres, but no unit"],
    "colonial_1885": ["nJudge refuses this: 257 provinces"],
    "dutch_revolt": [f"who goes from SPA to {sea} does not" for sea in ("CHA", "PCA")],
    "economic": ["nobody can come to Cattle, Tea, Wool, Ships"],
    "haven": ["nJudge refuses this: 238 provinces"],
    "known_world_901": ["nJudge refuses this: 269 provinces"],
    "imperial_2": ["nJudge refuses this: 346 provinces"],
    "mach_aoc": [
        "the city of Tunis is not fortified, so the manual allows no garrison there - write f or P "
        "behind its income in the map, or take the garrison out"
    ],
    "north_sea_wars": [f"who goes from CNS to {box} does not" for box in ("GRA", "IRO", "WOO")],
    "twenty_twenty": ["nJudge refuses this: 215 provinces"],
    "world_at_war_1937": ["nJudge refuses this: 278 provinces"],
    "world_war_4": ["nJudge refuses this: 513 provinces"],
    "world_war_4_v6": ["nJudge refuses this: 568 provinces"],
}
"""What is odd in a variant, and meant: so its authors have it."""


@cache
def sample(kind: str = "") -> list[str]:
    """The smallest variants that between them have every trait that any of them has; with ``kind``
    only those of that kind of game."""
    found, seen = list[str](), set[str]()
    shipped = map(load_variant, shipped_variants())
    for variant in sorted(shipped, key=lambda one: len(one.board.paths)):
        traits = {*_traits(variant)}
        if kind in ("", variant.kind) and not traits <= seen:
            found.append(variant.name)
            seen |= traits
    return found


def for_other_formats() -> list[str]:
    """Those of which files of all formats are written and read again: a sample, the usual game with
    its names in other languages, powers called as provinces are, more powers than most have, and
    nobody's units."""
    return sorted({*sample(), "standard", "crowded", "chaos", "minor_power"})


def with_own_map() -> list[str]:
    """The variants with a map in their folder: all others are drawn on that of one of these, or on
    one that is laid out."""
    return [
        n for n in shipped_variants() if shipped_folder().joinpath(n, "geometry.json").is_file()
    ]


def _traits(variant: Variant) -> Iterator[str]:
    board, start = variant.board, variant.start
    yield f"{variant.kind} on {max(s for s in (0, *SIZES) if s <= len(board.provinces))}"
    yield f"{variant.kind} of {max(t for t in TABLES if t <= max(len(board.powers), 2))}"
    yield from variant.rule_set.differences(RuleSet())
    yield from (str(one) for one in (start.phase.season, start.phase.letter, start.phase.is_bc))
    yield from (province.terrain.name for province in board.provinces.values())
    yield from (kind.name for kind in board.kinds.values())
    yield from (f"loses {path.halves_lost}" for path in board.paths)
    yield from (f"coasts {len(one.coasts)}" for one in board.provinces.values())
    told = {
        "calendar": variant.calendar != DIPLOMACY,
        "one way": board.one_way,
        "common homes": board.common_homes,
        "gateways": board.gateways,
        "railways": board.railways,
        "Hong Kong": board.hong_kong,
        "grounds": board.build_grounds,
        "convoys": board.convoy_ways.pairs,
        "homeless": set(board.powers) - set(board.homes),
        "scenario": variant.scenario,
        "owned and no home": [k for k in start.owners if board.provinces[k].home is None],
        "land that convoys": any(one.convoyable_land for one in board.provinces.values()),
        "fewer than half win": 2 * variant.victory_centers <= len(board.centers),
        "layout": variant.layout.around,
        "more powers than letters": len(board.players) > len(LETTERS),
    }
    yield from (trait for trait, value in told.items() if value)
