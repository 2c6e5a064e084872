"""The statistics of a map, as text for people and as data for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NotRequired

from dragoman.board import AUTONOMOUS, Board, written_steps
from dragoman.game import MapStatistics, Variant, spoken, terms_told
from dragoman.views import View
from dragoman.words import counted

_MOVES = (1, 2, 3)
_FEW = 12


class ProvinceFacts(View):
    name: str
    terrain: str
    center: bool
    home: str | None
    common_home: bool
    points: int
    builds: list[str]
    neighbours: list[str]


class Nearest(View):
    moves: int
    powers: list[str]


class PowerFacts(View):
    homes: list[str]
    owns: list[str]
    units: list[str]
    centers_within: dict[str, list[str]]
    """By a number of moves."""
    nearest: Nearest


class ConvoyFacts(View):
    also: list[str]
    never: list[str]


class VariantFacts(View):
    variant: str
    title: str
    about: NotRequired[str]
    """What is special about it, where somebody says so."""
    provinces: dict[str, ProvinceFacts]
    costs: dict[str, int]
    convoys: ConvoyFacts
    victory_centers: int
    terms: NotRequired[list[str]]
    """The rules that the variant has beyond its map and its rule set, a sentence each."""
    start: str
    powers: dict[str, PowerFacts]
    parts: dict[str, list[list[str]]]
    closed: list[str]
    dead_ends: list[str]
    chokepoints: dict[str, list[str]]


def statistics_text(statistics: MapStatistics) -> str:
    """The statistics as a page of text."""
    variant, board = statistics.variant, statistics.board
    start = variant.start
    terrains = Counter(p.terrain.value for p in board.provinces.values())
    coastal = sum(board.is_coastal(key) for key in board.provinces)
    lines = [
        f"{variant.title} ({variant.name})",
        *([variant.about] if variant.about else []),
        "",
        f"{counted(len(board.provinces), 'province')}: "
        + ", ".join(f"{number} {name}" for name, number in terrains.items())
        + f"; {coastal} of the land has a coast",
        f"{counted(len(board.centers), 'centre')}, {_neutral(statistics)} of nobody's; "
        f"{variant.victory_centers} win ({len(board.centers) // 2 + 1} are the majority)",
        f"The game begins in {spoken(start.phase)}, with {counted(len(start.units), 'unit')}.",
        *_neutral_units(variant),
        *_supply(statistics),
        *terms_told(variant),
        "",
        *_powers(statistics),
        "",
        *_neighbours(statistics),
        "",
        *_parts(statistics),
        "",
        f"Nobody can enter: {_named(statistics, statistics.closed)}",
        f"Dead ends: {_named(statistics, statistics.dead_ends)}",
        f"Chokepoints: {_named(statistics, statistics.chokepoints())}",
    ]
    for kind in board.kinds:
        name = board.kinds[kind].name
        lines.append(
            f"Chokepoints for the {name}: {_named(statistics, statistics.chokepoints(kind))}"
        )
    return "\n".join(lines)


def statistics_data(statistics: MapStatistics) -> VariantFacts:
    """The statistics for programs."""
    board, start = statistics.board, statistics.variant.start
    return {
        "variant": statistics.variant.name,
        "title": statistics.variant.title,
        "about": statistics.variant.about,
        "provinces": {
            key: {
                "name": province.name,
                "terrain": province.terrain.value,
                "center": province.is_center,
                "home": province.home,
                "common_home": province.is_common_home,
                "points": province.points if province.is_center else 0,
                "builds": _builds(board, key) if province.is_center else [],
                "neighbours": sorted(statistics.links.get(key, ())),
            }
            for key, province in board.provinces.items()
        },
        "costs": {kind.letter: kind.cost for kind in board.kinds.values()},
        "convoys": {
            "also": list(written_steps(board.convoy_ways.also)),
            "never": list(written_steps(board.convoy_ways.never)),
        },
        "victory_centers": statistics.variant.victory_centers,
        "terms": [str(one) for one in terms_told(statistics.variant)],
        "start": str(start.phase),
        "powers": {
            power: {
                "homes": list(board.homes[power]),
                "owns": list(start.centers_of(power)),
                "units": [str(unit) for unit in start.units_of(power)],
                "centers_within": {
                    str(n): list(statistics.centers_within(power, n)) for n in _MOVES
                },
                "nearest": {"moves": moves, "powers": list(others)},
            }
            for power in board.players
            for moves, others in [statistics.nearest(power)]
        },
        "parts": {kind: [list(part) for part in statistics.parts(kind)] for kind in board.kinds},
        "closed": list(statistics.closed),
        "dead_ends": list(statistics.dead_ends),
        "chokepoints": {
            "all": list(statistics.chokepoints()),
            **{kind: list(statistics.chokepoints(kind)) for kind in board.kinds},
        },
    }


def _supply(statistics: MapStatistics) -> Iterator[str]:
    """Supply points, builds and convoys, where they differ from the usual."""
    board = statistics.board
    if board.common_homes:
        yield f"Home of everybody: {_named(statistics, board.common_homes)}"
    if rich := [p for p in map(board.provinces.__getitem__, board.centers) if p.points != 1]:
        yield f"Supply points: {_few([f'{p.name} {p.points}' for p in rich])}; the other centres 1"
    if any(kind.cost != 1 for kind in board.kinds.values()):
        costs = ", ".join(f"{kind.name} {kind.cost}" for kind in board.kinds.values())
        yield f"Points that a unit takes: {costs}"
    restricted = dict.fromkeys(board.province_of[at] for at in board.build_grounds)
    if told := [f"{key} {' '.join(_builds(board, key)) or 'nothing'}" for key in restricted]:
        yield f"Only these may be built there: {'; '.join(told)}"
    for what, pairs in (("also", board.convoy_ways.also), ("never", board.convoy_ways.never)):
        if pairs:
            yield f"Convoys {what} go {_few([*written_steps(pairs)])}"


def _builds(board: Board, center: str) -> list[str]:
    """The builds possible in a centre: kinds of unit, with a coast where it has several."""
    return [
        kind if at == center else f"{kind}/{at.partition('/')[2].lower()}"
        for kind, places in board.buildable.items()
        for at in board.provinces[center].locations
        if at in places
    ]


def _neutral(statistics: MapStatistics) -> int:
    return len(set(statistics.board.centers) - set(statistics.variant.start.owners))


def _neutral_units(variant: Variant) -> Iterator[str]:
    """The units of nobody, where they come back, and which of them support which."""
    board = variant.board
    if not board.has_neutrals:
        return
    units = ", ".join(map(str, variant.start.units_of(AUTONOMOUS)))
    yield f"Units of nobody, which hold: {units or 'none'}"
    if board.neutrals.comes_back:
        yield f"They come back in {', '.join(board.neutrals.comes_back)}"
    if board.neutrals.supports:
        yield f"They support each other: {', '.join(written_steps(board.neutrals.supports))}"


def _powers(statistics: MapStatistics) -> Iterator[str]:
    board, variant = statistics.board, statistics.variant
    width = max((len(power.name) for power in board.players.values()), default=0)
    yield (
        f"{'Power':{width}}  home  owned  units  other centres in 1, 2, 3 moves  "
        "nearest home of another"
    )
    for key, power in board.players.items():
        within = ", ".join(f"{len(statistics.centers_within(key, n)):2}" for n in _MOVES)
        moves, others = statistics.nearest(key)
        names = [board.powers[other].name for other in others]
        nearest = f"{moves} to {_few(names)}" if others else "none in reach"
        owned, units = len(variant.start.centers_of(key)), len(variant.start.units_of(key))
        yield (
            f"{power.name:{width}}  {len(board.homes[key]):4}  {owned:5}  {units:5}  "
            f"{within:29}  {nearest}"
        )


def _neighbours(statistics: MapStatistics) -> Iterator[str]:
    links = statistics.links
    if not links:
        yield "No province has a neighbour."
        return
    number = {key: len(ends) for key, ends in links.items()}
    yield f"A province has {sum(number.values()) / len(number):.1f} neighbours on average;"
    for what, wanted in (("most", max(number.values())), ("fewest", min(number.values()))):
        keys = [key for key, count in number.items() if count == wanted]
        yield f"the {what} are {wanted}: {_named(statistics, keys)}"


def _parts(statistics: MapStatistics) -> Iterator[str]:
    for kind in statistics.board.kinds.values():
        found = statistics.parts(kind.letter)
        if not found:
            yield f"No {kind.name} can go anywhere."
            continue
        sizes = ", ".join(str(len(part)) for part in found)
        yield f"For the {kind.name} the map has {len(found)} part(s), of {sizes} provinces"
        yield from (f"  {_named(statistics, part)}" for part in found[1:] if len(part) <= _FEW)


def _named(statistics: MapStatistics, keys: Iterable[str]) -> str:
    return _few([statistics.board.provinces[key].name for key in keys]) or "none"


def _few(names: list[str]) -> str:
    more = len(names) - _FEW
    return ", ".join(names[:_FEW]) + (f" and {more} more" if more > 0 else "")
