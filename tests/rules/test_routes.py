"""Which fleets a convoy can need, beside the definition: some fleets, this one among them, are
a route, and without it they are none (DATC 4.E.1, 6.F.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, strategies as st
from random_turns import MOVEMENT

from dragoman.board import ARMY, FLEET, Board, ConvoyWays, Path, Power, Province, Terrain, Unit
from dragoman.orders import Convoy, Move, UnitRef
from dragoman.rules import DIPLOMACY, Position, RuleSet, resolve
from dragoman.rules.engine.codes import NONE
from dragoman.rules.engine.routes import connected, on_some_route
from dragoman.rules.engine.turn import Turn
from dragoman.rules.engine.ways import chart_fleets
from dragoman.rules.judge.board_index import board_index
from dragoman.rules.judge.encode import load_turn

Links = set[tuple[int, int]]

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


def sea_of(fleets: int, density: float, both_ways: bool, dice: Random) -> tuple[Turn, Links]:
    """A turn with an army on the first of two islands and a fleet in each of some seas, and
    between which provinces convoys can pass."""
    waters = [f"SE{number}" for number in range(fleets)]
    keys = [START, GOAL, *waters]
    pairs = {p for p in combinations(keys, 2) if p != (START, GOAL) and dice.random() < density}
    ways = {way for pair in pairs for way in (pair, pair[::-1])}
    never = () if both_ways else tuple(way for way in sorted(ways) if dice.random() < 0.4)
    board = Board(
        "islands",
        [Province(key, key, Terrain.LAND) for key in (START, GOAL)]
        + [Province(key, key, Terrain.WATER) for key in waters],
        [ARMY, FLEET],
        [Path("F", *way) for way in sorted(ways)] + [Path("A", at, at) for at in (START, GOAL)],
        [POWER],
        convoy_ways=ConvoyWays(never=never),
    )
    units = (Unit("RED", "A", START), *(Unit("RED", "F", water) for water in waters))
    n = board_index(board)
    t = load_turn(n, Position(MOVEMENT, units), n.terms(RuleSet(), DIPLOMACY))
    number = {key: place for place, key in enumerate(keys)}
    return t, {(number[a], number[b]) for a, b in ways - {*never}}


def all_ways(links: Links, path: list[int]) -> Iterator[list[int]]:
    """Every way on from the end of a path to the goal, over no province twice."""
    for here, there in links:
        if here == path[-1] and there == 1 and len(path) > 1:
            yield [*path, 1]
        elif here == path[-1] and there > 1 and there not in path:
            yield from all_ways(links, [*path, there])


def has_short_cut(path: list[int], links: Links) -> bool:
    """Whether some of the way could be left out."""
    return any(
        (here, there) in links
        for step, here in enumerate(path)
        for there in path[step + 2 :]
        if (here, there) != (path[0], path[-1])
    )


@pytest.mark.slow
@pytest.mark.parametrize("both_ways", [True, False])
def test_routes_are_those_that_listing_all_ways_gives(both_ways: bool) -> None:
    """On 2,000 small seas, whether or not a route may lead round."""
    dice = Random(f"routes {both_ways}")
    seen = {(spare, answer): 0 for spare in (False, True) for answer in (False, True)}
    for _ in range(2000):
        fleets = dice.randint(1, 7)
        t, links = sea_of(fleets, dice.uniform(0.1, 0.9), both_ways, dice)
        chart_fleets(t)
        ways = list(all_ways(links, [0]))
        straight = {place for way in ways if not has_short_cut(way, links) for place in way}
        anyhow = {place for way in ways for place in way}
        for place in range(2, fleets + 2):
            for spare, expected in ((False, place in straight), (True, place in anyhow)):
                assert on_some_route(t, t.at[place], 0, 1, t.afloat, spare) is expected
                seen[spare, expected] += 1
        assert connected(t, 0, 1, NONE) is bool(ways)
    assert min(seen.values()) > 500
