"""Which fleets a convoy can need, beside the definition: some fleets, this one among them, are
a route, and without it they are none (DATC 4.E.1, 6.F.12)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from random_turns import MOVEMENT

from dragoman.board import ARMY, FLEET, Board, Path, Power, Province, Terrain, Unit
from dragoman.orders import Convoy, Move, UnitRef
from dragoman.rules import Position, RuleSet, resolve

POWER = Power("RED", "R", "Red")
START, GOAL = "ONE", "TWO"


@given(st.integers(1, 8), st.floats(0.1, 0.9), st.integers(0, 2**40))
def test_a_convoy_takes_the_fleets_that_some_route_needs(
    fleets: int, density: float, seed: int
) -> None:
    waters = [f"SE{number}" for number in range(fleets)]
    dice = Random(seed)
    pairs = [
        pair
        for pair in combinations([START, GOAL, *waters], 2)
        if pair != (START, GOAL) and dice.random() < density
    ]
    board = Board(
        "islands",
        [Province(key, key, Terrain.LAND) for key in (START, GOAL)]
        + [Province(key, key, Terrain.WATER) for key in waters],
        [ARMY, FLEET],
        [Path("F", one, other) for pair in pairs for one, other in (pair, pair[::-1])]
        + [Path("A", START, START)],
        [POWER],
    )
    units = (Unit("RED", "A", START), *(Unit("RED", "F", water) for water in waters))
    orders = [
        Move(UnitRef(START, "A"), GOAL, via_convoy=True),
        *(Convoy(UnitRef(water, "F"), UnitRef(START, "A"), GOAL) for water in waters),
    ]
    outcomes = resolve(board, Position(MOVEMENT, units), {"RED": orders}, RuleSet()).outcomes
    refused = {o.unit.location for o in outcomes if o.reason == "on-no-route"}
    if leads_across(waters, pairs):
        needed = {water for water in waters if is_needed(water, waters, pairs)}
        assert refused == set(waters) - needed


def is_needed(fleet: str, fleets: list[str], pairs: list[tuple[str, str]]) -> bool:
    others = [one for one in fleets if one != fleet]
    return any(
        leads_across([*chosen, fleet], pairs) and not leads_across(chosen, pairs)
        for size in range(len(others) + 1)
        for chosen in combinations(others, size)
    )


def leads_across(fleets: Iterable[str], pairs: list[tuple[str, str]]) -> bool:
    near = [*pairs, *(pair[::-1] for pair in pairs)]
    reached: set[str] = set()
    more = {START}
    while more:
        reached |= more
        more = {b for a, b in near if a in more and b in {*fleets, GOAL}} - reached
    return GOAL in reached
