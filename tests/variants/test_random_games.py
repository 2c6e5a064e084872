"""Every shipped variant, played at random: what must hold in any game holds in its games."""

import random
from collections import Counter

import pytest

from dragoman.board import AUTONOMOUS, Terrain
from dragoman.formats import load_variant
from dragoman.game import process
from dragoman.orders import Build, Remove
from dragoman.rules import PhaseKind, Result, builds_due, legal_orders
from dragoman.rules.batch import Batch
from tests.variants.samples import sample

YEARS = 4
GAMES = 3


def kinds(units):
    return Counter((unit.power, unit.kind) for unit in units)


def by_power(kinds):
    found = Counter()
    for (power, _), number in kinds.items():
        found[power] += number
    return found


def check_position(variant, position):
    board = variant.board
    assert position.faults(board) == ()
    provinces = [board.province_of[unit.location] for unit in position.units]
    for province, number in Counter(provinces).items():
        terrain = board.provinces[province].terrain
        assert terrain.is_ground
        assert number == 1 or terrain is Terrain.HIGH_SEA
    assert set(position.owners) <= set(board.centers)
    assert set(position.owners.values()) <= set(board.powers)


def check_resolution(variant, resolution):
    before, after = resolution.before, resolution.position
    stood = kinds(before.units) + kinds(d.unit for d in before.dislodged)
    # Units of nobody come back where they may.
    back = [one for one in after.units if one.power == AUTONOMOUS and one not in before.units]
    assert {one.location for one in back} <= set(variant.board.neutrals.comes_back)
    stand = kinds(after.units) - kinds(back) + kinds(d.unit for d in after.dislodged)
    outcomes = resolution.outcomes
    if before.phase.kind is PhaseKind.MOVEMENT:
        left = stand + kinds(resolution.destroyed)
        assert by_power(left) == by_power(stood)
        assert left == stood or variant.board.converts_in
        check_ice(variant, resolution)
    elif before.phase.kind is PhaseKind.RETREAT:
        gone = [o.unit for o in outcomes if o.result is not Result.SUCCEEDS]
        assert stand + kinds(gone) == stood
    else:
        done = [o for o in outcomes if o.result is Result.SUCCEEDS]
        built = [o.unit for o in done if isinstance(o.treated_as, Build)]
        removed = [o.unit for o in done if isinstance(o.treated_as, Remove)]
        assert stand + kinds(removed) == stood + kinds(built)
        check_builds(variant, before, built)
    check_position(variant, after)


def check_ice(variant, resolution):
    board = variant.board
    if resolution.phase.season != "F":
        return
    for outcome in resolution.outcomes:
        if outcome.moved_to is not None and outcome.dislodged_by is None:
            for end in (outcome.unit.location, outcome.moved_to):
                assert board.provinces[board.province_of[end]].terrain is not Terrain.ICE


def check_builds(variant, before, built):
    board = variant.board
    taken = {board.province_of[unit.location] for unit in before.units}
    for power, number in Counter(unit.power for unit in built).items():
        assert number <= builds_due(board, before, power, variant.rule_set)
    for unit in built:
        province = board.province_of[unit.location]
        assert province not in taken
        terms = board.build_terms
        also = terms.also.get(unit.power, ())
        grounds = {place for one in terms.emergencies.values() for place in one.grounds}
        if terms.opening and terms.opening.year == before.phase.year:
            grounds |= {*terms.opening.only.get(unit.power, ())}
        assert before.owners.get(province) == unit.power or province in {*also, *grounds}
        is_home = province in {*board.homes[unit.power], *board.common_homes, *also, *grounds}
        assert is_home or variant.rule_set.build_in != "home" or terms.homes_settled


def random_game(variant, chance):
    position = variant.start
    last = variant.first_year + YEARS
    while position.phase.year < last:
        orders = {}
        for unit, legal in legal_orders(
            variant.board, position, variant.rule_set, variant.calendar
        ).items():
            for _ in range(max(position.units.count(unit), 1)):  # equal units on a high sea
                orders.setdefault(unit.power, []).append(chance.choice(legal))
        resolution = process(variant, position, orders)
        yield resolution
        if resolution.winners:
            return
        position = resolution.position


PLAYED = [
    name
    for name in ["standard", "machiavelli", "machiavelli2", *sample()]
    if load_variant(name).scenario is None or name in ("machiavelli", "machiavelli2")
]
"""Of the scenarios of Machiavelli those with a map of their own, for the Diplomacy in them."""


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYED)
def test_random_games(name):
    variant = load_variant(name).as_diplomacy()
    games = 1 if len(variant.board.powers) > 11 else GAMES
    check_position(variant, variant.start)
    for seed in range(games):
        for resolution in random_game(variant, random.Random(seed)):
            check_resolution(variant, resolution)
            counts = Counter(resolution.position.owners.values()).most_common(2)
            for winner in resolution.winners:
                assert counts[0][0] == winner
                assert counts[0][1] >= variant.victory_centers
                assert len(counts) == 1 or counts[1][1] < counts[0][1]


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize("name", PLAYED)
def test_random_games_in_batches(name):
    variant = load_variant(name).as_diplomacy()
    batch = Batch(variant.board, variant.rule_set, variant.victory_centers, 1)
    after, phases = batch.play(batch.pack([variant.start] * 20), variant.first_year + 2, seed=1)
    assert phases.min() > 0
    for position in batch.unpack(after):
        check_position(variant, position)
