"""The board and the rule set as flat lists of integers, as the resolver wants them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from dragoman.board import Board, Province, Terrain
from dragoman.rules.codes import (
    G_AFLOAT,
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
)
from dragoman.rules.phase import Phase
from dragoman.rules.switches import RuleSet


class Terms(NamedTuple):
    """What decides, besides the map, which ways are open: season and rule choices."""

    ice: bool = False
    duality: bool = False
    coastal_convoys: bool = False
    hong_kong: bool = False
    gateways: bool = True
    railways: bool = True


@lru_cache(maxsize=256)
def terms_of(rule_set: RuleSet, ice: bool) -> Terms:
    """The terms of a rule set; ``ice`` says whether arctic water is closed (in fall)."""
    return Terms(
        ice,
        rule_set.duality == "yes",
        rule_set.coastal_convoys == "yes",
        rule_set.hong_kong != "no",
        rule_set.gateways == "yes",
        rule_set.railways == "yes",
    )


def unplayable(board: Board) -> tuple[str, ...]:
    """The provinces of a kind that the rules do not know yet: high seas."""
    return tuple(k for k, p in board.provinces.items() if p.terrain is Terrain.HIGH_SEA)


class Numbers:
    """The numbers of a board's provinces, locations, kinds and powers, and its tables.

    Raises:
        ValueError: if the board has provinces that the rules do not know.
    """

    def __init__(self, board: Board) -> None:
        if unknown := unplayable(board):
            raise ValueError(f"high seas cannot be judged yet: {', '.join(unknown)}")
        self.board = board
        self.places = tuple(board.provinces)
        self.locations = board.locations
        self.rails = frozenset(rail.province for rail in board.railways)
        self.gates = {gate.province: gate for gate in board.gateways}
        self.kinds = tuple(board.kinds)
        self.powers = tuple(board.powers)
        self.location: dict[str, int] = {key: i for i, key in enumerate(self.locations)}
        self.kind: dict[str, int] = {key: i for i, key in enumerate(self.kinds)}
        self._grounds: dict[Terms, list[int]] = {}
        self.power: dict[str, int] = {key: i for i, key in enumerate(self.powers)}
        self.ground = self.ground_under(Terms())
        """The tables of an ordinary map under the usual rules."""

    def ground_under(self, terms: Terms) -> list[int]:
        """The tables as ``codes`` describes them, under these terms."""
        found = self._grounds.get(terms)
        if found is None:
            found = self._grounds[terms] = _ground(self.board, self, terms)
        return found

    def ground_for(self, rule_set: RuleSet, phase: Phase) -> list[int]:
        """The tables for a phase of a game under a rule set."""
        return self.ground_under(terms_of(rule_set, ice=phase.season == "F"))


@lru_cache(maxsize=64)
def numbers(board: Board) -> Numbers:
    """The numbers of a board, worked out once and kept while boards in use are few."""
    return Numbers(board)


@lru_cache(maxsize=256)
def rule_codes(rule_set: RuleSet) -> list[int]:
    """The answers that the arrays' code asks for, in the order of ``codes.RULE_NAMES``."""
    return [rule_set.code(name) for name in RULE_NAMES]


def _ground(board: Board, n: Numbers, terms: Terms) -> list[int]:
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
    guards = [0] * (provinces * provinces)
    for number, gate in enumerate(gates, start=1):
        for one, other in gate.pairs:
            here, there = n.location[one], n.location[other]
            guards[here * provinces + there] = guards[there * provinces + here] = number

    paths = [0] * (kinds * locations * locations)
    reach = [0] * (kinds * locations * provinces)
    links = [0] * (provinces * provinces)
    stands = [int(place in board.stands[kind]) for kind in n.kinds for place in n.locations]
    for path in board.paths:
        kind, source, target = n.kind[path.kind], n.location[path.source], n.location[path.target]
        start = kind * locations + source
        here, there = province_of[source], province_of[target]
        if source == target or frozen[here] or frozen[there]:
            continue
        at_sea = SEA_LOSS * path.halves_lost_by_convoy
        paths[start * locations + target] = 1 + path.halves_lost + at_sea
        if path.halves_lost == 0:
            reach[start * provinces + there] = 1
        guarded = guards[here * provinces + there]
        if can_convoy[kind] and not guarded and (afloat[here] or afloat[there]):
            links[here * provinces + there] = links[there * provinces + here] = 1
    step_starts, steps = [0], list[int]()
    for start in range(kinds * locations):
        steps += [to for to in range(locations) if paths[start * locations + to]]
        step_starts.append(len(steps))
    near: list[set[int]] = [set() for _ in range(provinces)]
    for path in board.paths:
        here, there = n.location[path.source], n.location[path.target]
        near[province_of[here]].add(province_of[there])
    link_starts, link_ends = [0], list[int]()
    near_starts, near_ends = [0], list[int]()
    for p in range(provinces):
        link_ends += [q for q in range(provinces) if links[p * provinces + q]]
        link_starts.append(len(link_ends))
        near_ends += sorted(near[p] - {p})
        near_starts.append(len(near_ends))
    by_name = sorted(range(provinces), key=lambda p: board.provinces[n.places[p]].name)
    shore = [
        int(not wet[p] and any(links[p * provinces + q] and afloat[q] for q in range(provinces)))
        for p in range(provinces)
    ]
    tables: dict[int, Sequence[int]] = {
        G_PROVINCE_OF: province_of,
        G_COAST_STARTS: coast_starts,
        G_WET: wet,
        G_SHORE: shore,
        G_PATHS: paths,
        G_STEP_STARTS: step_starts,
        G_STEPS: steps,
        G_REACH: reach,
        G_LINKS: links,
        G_LINK_STARTS: link_starts,
        G_LINK_ENDS: link_ends,
        G_NEAR_STARTS: near_starts,
        G_NEAR_ENDS: near_ends,
        G_NAME_RANKS: [by_name.index(p) for p in range(provinces)],
        G_STANDS: stands,
        G_HALVES: [2 * kind.strength for kind in board.kinds.values()],
        G_CAN_CONVOY: can_convoy,
        G_CONVOYABLE: [int(k.convoyable) for k in board.kinds.values()],
        G_CENTERS: [int(p.is_center) for p in board.provinces.values()],
        G_HOMES: [NONE if p.home is None else n.power[p.home] for p in board.provinces.values()],
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
    }
    ground = [provinces, locations, kinds, len(n.powers)]
    ground += [0] * (G_TABLES - len(ground))
    for name, table in tables.items():
        ground[name] = len(ground)
        ground += table
    ground[G_GATE_COUNT], ground[G_RAIL_COUNT] = len(gates), len(rails)
    return ground


def _is_afloat(board: Board, province: Province, terms: Terms) -> bool:
    """Whether a fleet that stands in the province may convoy there."""
    if province.terrain.is_water:
        return True
    if terms.coastal_convoys and board.is_coastal(province.key):
        return True
    return terms.duality and province.convoyable_land
