"""The board and the rule set as flat lists of integers, as the resolver wants them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakKeyDictionary

from dragoman.board import Board, Terrain
from dragoman.rules.codes import RULE_NAMES
from dragoman.rules.switches import RuleSet


class Ground(NamedTuple):
    """A board in numbers. Provinces, locations, kinds and powers are numbered in board order;
    locations are the provinces, then the coasts.

    ``paths[(kind * locations + from) * locations + to]`` is 0 where there is no path, else
    1 + the half points lost on it. ``steps`` from ``step_starts[kind * locations + from]``
    lists the same paths. ``reach[(kind * locations + from) * provinces + to]`` is 1 where
    support can be given. ``links[p * provinces + q]`` is 1 where a convoy can pass.
    """

    provinces: int
    locations: int
    kinds: int
    powers: int
    province_of: Sequence[int]
    coast_starts: Sequence[int]
    """Where the coasts of each province start among the locations, and end."""
    wet: Sequence[int]
    shore: Sequence[int]
    """1 where a convoyed army can embark and land."""
    paths: Sequence[int]
    step_starts: Sequence[int]
    steps: Sequence[int]
    reach: Sequence[int]
    links: Sequence[int]
    stands: Sequence[int]
    """``stands[kind * locations + location]``: 1 where such a unit can be."""
    halves: Sequence[int]
    """Strength of each kind in half points."""
    can_convoy: Sequence[int]
    convoyable: Sequence[int]
    centers: Sequence[int]
    """1 for a supply centre."""
    homes: Sequence[int]
    """The power whose home centre a province is, -1 for none."""


class Numbers:
    """A board's ``Ground`` and the numbers of its locations, kinds and powers."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.places = tuple(board.provinces)
        self.locations = board.locations
        self.kinds = tuple(board.kinds)
        self.powers = tuple(board.powers)
        self.location: dict[str, int] = {key: i for i, key in enumerate(self.locations)}
        self.kind: dict[str, int] = {key: i for i, key in enumerate(self.kinds)}
        self.power: dict[str, int] = {key: i for i, key in enumerate(self.powers)}
        self.ground = _ground(board, self)


_NUMBERS: WeakKeyDictionary[Board, Numbers] = WeakKeyDictionary()


def numbers(board: Board) -> Numbers:
    """The numbers of a board, worked out once."""
    found = _NUMBERS.get(board)
    if found is None:
        found = _NUMBERS[board] = Numbers(board)
    return found


@lru_cache(maxsize=256)
def rule_codes(rule_set: RuleSet) -> list[int]:
    """The answers that the arrays' code asks for, in the order of ``codes.RULE_NAMES``."""
    return [rule_set.code(name) for name in RULE_NAMES]


def _ground(board: Board, n: Numbers) -> Ground:
    provinces, locations, kinds = len(n.places), len(n.locations), len(n.kinds)
    province_of = [n.location[board.province_of[key]] for key in n.locations]
    coast_starts = [provinces]
    for province in board.provinces.values():
        coast_starts.append(coast_starts[-1] + len(province.coasts))
    wet = [int(p.terrain is Terrain.WATER) for p in board.provinces.values()]
    can_convoy = [int(k.can_convoy) for k in board.kinds.values()]

    paths = [0] * (kinds * locations * locations)
    reach = [0] * (kinds * locations * provinces)
    links = [0] * (provinces * provinces)
    stands = [0] * (kinds * locations)
    for path in board.paths:
        kind, source, target = n.kind[path.kind], n.location[path.source], n.location[path.target]
        start = kind * locations + source
        stands[start] = stands[kind * locations + target] = 1
        if source == target:
            continue
        paths[start * locations + target] = 1 + path.halves_lost
        if path.halves_lost == 0:
            reach[start * provinces + province_of[target]] = 1
        if can_convoy[kind]:
            here, there = province_of[source], province_of[target]
            if wet[here] or wet[there]:
                links[here * provinces + there] = links[there * provinces + here] = 1
    step_starts, steps = [0], list[int]()
    for start in range(kinds * locations):
        steps += [to for to in range(locations) if paths[start * locations + to]]
        step_starts.append(len(steps))
    shore = [
        int(not wet[p] and any(links[p * provinces + q] and wet[q] for q in range(provinces)))
        for p in range(provinces)
    ]
    return Ground(
        provinces=provinces,
        locations=locations,
        kinds=kinds,
        powers=len(n.powers),
        province_of=province_of,
        coast_starts=coast_starts,
        wet=wet,
        shore=shore,
        paths=paths,
        step_starts=step_starts,
        steps=steps,
        reach=reach,
        links=links,
        stands=stands,
        halves=[2 * kind.strength for kind in board.kinds.values()],
        can_convoy=can_convoy,
        convoyable=[int(k.convoyable) for k in board.kinds.values()],
        centers=[int(p.is_center) for p in board.provinces.values()],
        homes=[-1 if p.home is None else n.power[p.home] for p in board.provinces.values()],
    )
