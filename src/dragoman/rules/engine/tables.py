"""The board and the rule set as flat lists of integers, as the resolver wants them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from dragoman.board import Board, Province, Terrain
from dragoman.rules.choices.rule_set import RuleSet
from dragoman.rules.engine.codes import (
    EVERYBODY,
    G_AFLOAT,
    G_BUILDS,
    G_CAN_CONVOY,
    G_CENTERS,
    G_COAST_STARTS,
    G_CONVOYABLE,
    G_COSTS,
    G_GATE_COUNT,
    G_GATE_HOLDERS,
    G_GATES,
    G_GUARDS,
    G_HALVES,
    G_HIGH_SEA_COUNT,
    G_HIGH_SEAS,
    G_HOMES,
    G_HONG_KONG,
    G_LINK_ENDS,
    G_LINK_STARTS,
    G_LINKS,
    G_NAME_RANKS,
    G_NEAR_ENDS,
    G_NEAR_STARTS,
    G_PATHS,
    G_POINTS,
    G_PROVINCE_OF,
    G_RAIL_COUNT,
    G_RAIL_POWERS,
    G_RAIL_STARTS,
    G_RAIL_STOPS,
    G_RAILS,
    G_REACH,
    G_SHORE,
    G_STANDS,
    G_STEP_STARTS,
    G_STEPS,
    G_TABLES,
    G_WET,
    NONE,
    RULE_NAMES,
    SEA_LOSS,
    Ints,
)
from dragoman.rules.model.phase import Phase

_QUICK: Final = 1_000_000
"""Up to how many numbers the tables are a list: Python reads it a little quicker than an array,
which takes half the room."""


class BoardConditions(NamedTuple):
    """What decides, besides the map, which ways are open: season and rule choices."""

    ice: bool = False
    duality: bool = False
    coastal_convoys: bool = False
    hong_kong: bool = False
    gateways: bool = True
    railways: bool = True

    def on(self, board: Board) -> BoardConditions:
        """The same terms without what makes no difference on this board."""
        usual = BoardConditions()
        provinces = board.provinces.values()
        return self._replace(
            ice=self.ice and any(p.terrain is Terrain.ICE for p in provinces),
            duality=self.duality and any(p.convoyable_land for p in provinces),
            hong_kong=self.hong_kong and bool(board.hong_kong),
            gateways=self.gateways if board.gateways else usual.gateways,
            railways=self.railways if board.railways else usual.railways,
        )


@lru_cache(maxsize=256)
def terms_of(rule_set: RuleSet, ice: bool) -> BoardConditions:
    """The terms of a rule set; ``ice`` says whether arctic water is closed (in fall)."""
    return BoardConditions(
        ice,
        rule_set.duality == "yes",
        rule_set.coastal_convoys == "yes",
        rule_set.hong_kong != "no",
        rule_set.gateways == "yes",
        rule_set.railways == "yes",
    )


class BoardIndex:
    """The numbers of a board's provinces, locations, kinds and powers, and its tables."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = tuple(board.provinces)
        self.locations = board.locations
        self.rails = frozenset(rail.province for rail in board.railways)
        self.gates = {gate.province: gate for gate in board.gateways}
        self.kinds = tuple(board.kinds)
        self.powers = tuple(board.powers)
        self.location: dict[str, int] = {key: i for i, key in enumerate(self.locations)}
        self.kind: dict[str, int] = {key: i for i, key in enumerate(self.kinds)}
        self._grounds: dict[BoardConditions, Ints] = {}
        self.power: dict[str, int] = {key: i for i, key in enumerate(self.powers)}
        self.ground = self.ground_under(BoardConditions())
        """The tables of an ordinary map under the usual rules."""

    def ground_under(self, terms: BoardConditions) -> Ints:
        """The tables as ``codes`` describes them, under these terms."""
        found = self._grounds.get(terms)
        if found is None:
            needed = terms.on(self.board)
            found = self._grounds.get(needed) or _ground(self.board, self, needed)
            self._grounds[terms] = self._grounds[needed] = found
        return found

    def ground_for(self, rule_set: RuleSet, phase: Phase) -> Ints:
        """The tables for a phase of a game under a rule set."""
        return self.ground_under(terms_of(rule_set, ice=phase.season == "F"))


@lru_cache(maxsize=64)
def numbers(board: Board) -> BoardIndex:
    """The numbers of a board, worked out once and kept while boards in use are few."""
    return BoardIndex(board)


@lru_cache(maxsize=256)
def rule_codes(rule_set: RuleSet) -> list[int]:
    """The answers that the arrays' code asks for, in the order of ``codes.RULE_NAMES``."""
    return [rule_set.code(name) for name in RULE_NAMES]


def _ground(board: Board, n: BoardIndex, terms: BoardConditions) -> Ints:
    """The tables that ``codes`` describes, one after the other."""
    provinces, locations, kinds = len(n.places), len(n.locations), len(n.kinds)
    province_of = [n.location[board.province_of[key]] for key in n.locations]
    coast_starts = [provinces]
    for province in board.provinces.values():
        coast_starts.append(coast_starts[-1] + len(province.coasts))
    wet = [int(p.terrain.is_water) for p in board.provinces.values()]
    frozen = [terms.ice and p.terrain is Terrain.ICE for p in board.provinces.values()]
    afloat = [int(_is_afloat(board, p, terms)) for p in board.provinces.values()]
    can_convoy = [int(k.can_convoy) for k in board.kinds.values()]

    gates = board.gateways if terms.gateways else ()
    guards = array("i", [0]) * (provinces * provinces if gates else 0)
    for number, gate in enumerate(gates, start=1):
        for one, other in gate.pairs:
            here, there = n.location[one], n.location[other]
            guards[here * provinces + there] = guards[there * provinces + here] = number

    paths: list[dict[int, int]] = [{} for _ in range(kinds * locations)]
    reach: list[dict[int, int]] = [{} for _ in range(kinds * locations)]
    stands = [int(place in board.stands[kind]) for kind in n.kinds for place in n.locations]
    for path in board.paths:
        kind, source, target = n.kind[path.kind], n.location[path.source], n.location[path.target]
        start = kind * locations + source
        here, there = province_of[source], province_of[target]
        if source == target:
            continue
        if (frozen[here] or frozen[there]) and not board.kinds[path.kind].flies:
            continue
        at_sea = SEA_LOSS * path.halves_lost_by_convoy
        paths[start][target] = 1 + path.halves_lost + at_sea
        if path.halves_lost == 0:
            reach[start][there] = 1
    flown = {
        frozenset((province_of[n.location[p.source]], province_of[n.location[p.target]]))
        for p in board.paths
        if board.kinds[p.kind].can_convoy and board.kinds[p.kind].flies
    }
    linked: list[set[int]] = [set() for _ in range(provinces)]
    for one, other in board.convoy_steps:
        here, there = n.location[one], n.location[other]
        guarded = bool(gates) and guards[here * provinces + there]
        iced = (frozen[here] or frozen[there]) and frozenset((here, there)) not in flown
        if not guarded and not iced and (afloat[here] or afloat[there]):
            linked[here].add(there)
    step_starts, steps = [0], list[int]()
    for row in paths:
        steps += sorted(row)
        step_starts.append(len(steps))
    near: list[set[int]] = [set() for _ in range(provinces)]
    for path in board.paths:
        here, there = n.location[path.source], n.location[path.target]
        near[province_of[here]].add(province_of[there])
    links = array("i", [0]) * (provinces * provinces)
    link_starts, link_ends = [0], list[int]()
    near_starts, near_ends = [0], list[int]()
    for p in range(provinces):
        for q in linked[p]:
            links[p * provinces + q] = 1
        link_ends += sorted(linked[p])
        link_starts.append(len(link_ends))
        near_ends += sorted(near[p] - {p})
        near_starts.append(len(near_ends))
    by_name = sorted(range(provinces), key=lambda p: board.provinces[n.places[p]].name)
    name_ranks = [0] * provinces
    for rank, p in enumerate(by_name):
        name_ranks[p] = rank
    shore = [0] * provinces
    for p in range(provinces):
        for q in linked[p]:
            shore[p] |= int(not wet[p] and afloat[q])
            shore[q] |= int(not wet[q] and afloat[p])
    tables: dict[int, Sequence[int]] = {
        G_PROVINCE_OF: province_of,
        G_COAST_STARTS: coast_starts,
        G_WET: wet,
        G_SHORE: shore,
        G_STEP_STARTS: step_starts,
        G_STEPS: steps,
        G_LINKS: links,
        G_LINK_STARTS: link_starts,
        G_LINK_ENDS: link_ends,
        G_NEAR_STARTS: near_starts,
        G_NEAR_ENDS: near_ends,
        G_NAME_RANKS: name_ranks,
        G_STANDS: stands,
        G_HALVES: [2 * kind.strength for kind in board.kinds.values()],
        G_CAN_CONVOY: can_convoy,
        G_CONVOYABLE: [int(k.convoyable) for k in board.kinds.values()],
        G_CENTERS: [int(p.is_center) for p in board.provinces.values()],
        G_HOMES: [_home(n, province) for province in board.provinces.values()],
        G_POINTS: [p.points for p in board.provinces.values()],
        G_COSTS: [kind.cost for kind in board.kinds.values()],
        G_AFLOAT: afloat,
        G_HONG_KONG: [
            int(terms.hong_kong and place in board.hong_kong.get(power, ()))
            for power in n.powers
            for place in n.places
        ],
    }
    rails = board.railways if terms.railways else ()
    rail_starts, rail_stops = [0], list[int]()
    for rail in rails:
        rail_stops += [n.location[stop] for stop in rail.stops]
        rail_starts.append(len(rail_stops))
    tables |= {
        G_GUARDS: guards,
        G_GATES: [n.location[gate.province] for gate in gates],
        G_GATE_HOLDERS: [n.location[gate.controller] for gate in gates],
        G_RAILS: [n.location[rail.province] for rail in rails],
        G_RAIL_POWERS: [int(power in rail.powers) for rail in rails for power in n.powers],
        G_RAIL_STARTS: rail_starts,
        G_RAIL_STOPS: rail_stops,
        G_HIGH_SEAS: [n.location[place] for place in board.high_seas],
    }
    ground = array("i", [provinces, locations, kinds, len(n.powers)])
    ground.extend([0] * (G_TABLES - len(ground)))
    for name, table in tables.items():
        ground[name] = len(ground)
        ground.extend(table)
    ground[G_BUILDS] = ground[G_STANDS]
    if board.build_grounds:
        ground[G_BUILDS] = len(ground)
        ground.extend(int(at in board.buildable[kind]) for kind in n.kinds for at in n.locations)
    for name, rows, width in ((G_PATHS, paths, locations), (G_REACH, reach, provinces)):
        starts = _append_rows(ground, rows, width)
        ground[name] = len(ground)
        ground.extend(starts)
    ground[G_GATE_COUNT], ground[G_RAIL_COUNT] = len(gates), len(rails)
    ground[G_HIGH_SEA_COUNT] = len(board.high_seas)
    return ground.tolist() if len(ground) <= _QUICK else ground


def _append_rows(ground: array[int], rows: Iterable[Mapping[int, int]], width: int) -> list[int]:
    """Append each row, given by what is not 0 in it, and tell where each begins.

    Most units stand where other kinds can, and nowhere else: rows that are equal are one, and
    a large board with many kinds of unit needs little more room than with two.
    """
    begun: dict[tuple[tuple[int, int], ...], int] = {}
    starts: list[int] = []
    for row in rows:
        contents = tuple(sorted(row.items()))
        if contents not in begun:
            begun[contents] = len(ground)
            cells = array("i", [0]) * width
            for cell, value in contents:
                cells[cell] = value
            ground.extend(cells)
        starts.append(begun[contents])
    return starts


def _home(n: BoardIndex, province: Province) -> int:
    """Whose home centre the province is."""
    if province.is_common_home:
        return EVERYBODY
    return NONE if province.home is None else n.power[province.home]


def _is_afloat(board: Board, province: Province, terms: BoardConditions) -> bool:
    """Whether a fleet that stands in the province may convoy there."""
    if province.terrain.is_water:
        return True
    if terms.coastal_convoys and board.is_coastal(province.key):
        return True
    return terms.duality and province.convoyable_land
