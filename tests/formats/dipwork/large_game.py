"""A game far beyond DipWork's limits: a generated map with many nations and kinds of unit.

The map is a grid of bands of land and of sea. Half of the kinds of unit go by land and half
by sea, every kind has places of its own where it cannot be, and all fields that a unit can
stand on have one.
"""

from __future__ import annotations

from random import Random

from dragoman.board import Board, Path, Power, Province, Terrain, Unit, UnitKind
from dragoman.game import Variant
from dragoman.rules import Phase, Position, RuleSet

POWERS, KINDS = 60, 12
_BAND = 4
"""Three rows of land, then one of sea."""


def large_variant(provinces: int) -> Variant:
    """A variant of this many provinces, with a unit in nearly each of them."""
    columns = int(provinces**0.5)
    keys = [f"F{i:04}" for i in range(provinces)]
    is_sea = [i // columns % _BAND == _BAND - 1 for i in range(provinces)]
    powers = [Power(f"NATION{n:02}", f"N{n:02}", f"Nation{n:02}") for n in range(POWERS)]
    kinds = [
        UnitKind(f"U{k:02}", f"kind{k:02}", 1 + k % 3, k % 2 == 1, k % 2 == 0) for k in range(KINDS)
    ]
    places: list[Province] = []
    for i, key in enumerate(keys):
        home = powers[i % POWERS].key if i % 2 == 0 and not is_sea[i] else None
        terrain = Terrain.WATER if is_sea[i] else Terrain.LAND
        places.append(Province(key, f"Field {i}", terrain, (), (), home is not None, home))
    paths: list[Path] = []
    for i in range(provinces):
        for j in (i + 1, i + columns, i + columns + 1):
            if j >= provinces:
                continue
            for k, kind in enumerate(kinds):
                goes = is_sea[i] or is_sea[j] if kind.can_convoy else not (is_sea[i] or is_sea[j])
                if goes and (i + j) % (KINDS + 5) != k:
                    paths.append(Path(kind.letter, keys[i], keys[j]))
                    paths.append(Path(kind.letter, keys[j], keys[i]))
    board = Board("large", places, kinds, paths, powers)
    units: list[Unit] = []
    for i, key in enumerate(keys):
        can = [kind.letter for kind in kinds if key in board.stands[kind.letter]]
        if can:
            units.append(Unit(powers[i * 7 % POWERS].key, can[i % len(can)], key))
    owners = {place.key: place.home for place in places if place.home is not None}
    start = Position(Phase(1901, "S", "M"), tuple(units), owners)
    wins = len(board.centers) // 2 + 1
    return Variant("large", "Large", board, start, RuleSet(), wins, board.centers)


def order_lines(variant: Variant, count: int) -> dict[str, list[str]]:
    """So many orders as people write them, by nation, the units taking turns; of several orders
    for a unit the last counts."""
    random = Random(5)
    units = variant.start.units
    lines: dict[str, list[str]] = {power: [] for power in variant.board.powers}
    for number in range(count):
        unit = units[number % len(units)]
        lines[unit.power].append(f"{unit.kind} {unit.location} {_order(variant, unit, random)}")
    return lines


def _order(variant: Variant, unit: Unit, random: Random) -> str:
    near = [*variant.board.reach(unit.kind, unit.location)]
    if not near or random.random() < 0.1:
        return "H"
    target = random.choice(near)
    standing = variant.start.by_location
    beside = [standing[key] for key in variant.board.reach(unit.kind, target) if key in standing]
    helped = [one for one in beside if target in variant.board.reach(one.kind, one.location)]
    if helped and random.random() < 0.4:
        other = random.choice(helped)
        return f"S {other.kind} {other.location} - {target}"
    return f"- {target}"
