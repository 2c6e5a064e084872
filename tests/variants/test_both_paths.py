"""The batch path beside the plain path on maps with more than standard has."""

import os
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from dragoman.board import Terrain, Unit
from dragoman.formats import load_variant, shipped_variants
from dragoman.game import process
from dragoman.orders import Build, Order, UnitRef, scan_order
from dragoman.rules import Phase, Position, legal_orders, resolve
from dragoman.rules.batch import Batch
from tests.variants.playing import facts, play_alike
from tests.variants.samples import sample

TESTS = Path(__file__).parents[1]
sys.path.append(str(TESTS / "rules"))

from random_turns import random_position  # noqa: E402

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("compiled")]


def board_of_cases(name):
    return load_variant(TESTS / "cases" / name)


YEARS = 10
IS_LONG = int(os.environ.get("DRAGOMAN_TEST_TURNS", "0")) >= 1_000_000

GROUNDS = "dipwork/boards/grounds"
"""The board with build grounds, homes of everybody, and own ways of convoys."""


@pytest.mark.parametrize("name", ["archipelago", "isthmus", "white_winter", "britain", GROUNDS])
def test_random_play_gives_the_same_positions(name):
    variant = board_of_cases(name) if name == GROUNDS else load_variant(name)
    for seed in range(2):
        play_alike(variant, Random(f"{name} {seed}"), 4)


@pytest.mark.parametrize("name", sample("diplomacy"))
def test_ten_years_of_each_sort_of_variant_are_alike(name):
    play_alike(load_variant(name), Random(name), YEARS)


def test_every_variant_begins_alike():
    for variant in map(load_variant, shipped_variants()):
        if variant.kind == "diplomacy" and variant.name not in sample("diplomacy"):
            play_alike(variant, Random(variant.name), YEARS if IS_LONG else 1)


@pytest.mark.parametrize(
    "name", ["njudge/boards/manual", "njudge/boards/passes", "njudge/boards/ring", GROUNDS]
)
@pytest.mark.parametrize("settings", [(), ("duality=yes", "coastal_convoys=yes")])
def test_crowded_turns_leave_the_same_units(name, settings):
    """Gateways, railways, weak paths, ice, land that convoys and own ways of convoys, on the
    boards of rule cases."""
    variant = board_of_cases(name)
    board, rules = variant.board, variant.rule_set.with_settings(*settings)
    batch = Batch(board, rules, len(board.centers), threads=1)
    dice = Random(name)
    notional = (Terrain.GATEWAY, Terrain.RAILWAY)
    room = sum(p.terrain not in notional for p in board.provinces.values())
    for season in ["S1901M", "F1901M"] * 40:
        size = dice.randint(2, min(room, 24))
        powers = len(board.powers)
        position = random_position(board, dice, size, Phase.parse(season), powers)
        orders: dict[str, list[Order]] = {}
        for unit, choices in legal_orders(board, position, rules).items():
            orders.setdefault(unit.power, []).append(dice.choice(choices))
        settled = resolve(board, position, orders, rules)
        cells = batch.pack([position])
        codes = batch.pack_orders(cells, [orders])
        for checked in (True, False):
            after, _ = batch.process(cells, codes, checked=checked)
            assert set(batch.unpack(after)[0].units) == set(settled.units)


@pytest.mark.parametrize("settings", [(), ("build_in=one-home", "waive_builds=no")])
def test_winters_on_build_grounds_leave_the_same_units(settings):
    """Builds of every kind everywhere, most of them not allowed; and what the judge builds."""
    variant = board_of_cases(GROUNDS)
    board, rules = variant.board, variant.rule_set.with_settings(*settings)
    batch = Batch(board, rules, len(board.centers), threads=1)
    places = [Build(UnitRef(at, kind)) for kind, ats in board.stands.items() for at in sorted(ats)]
    dice = Random(str(settings))
    seen: Counter[str] = Counter()
    for _ in range(60):
        powers = dice.sample([*board.powers], 3)
        owners = {center: dice.choice(powers) for center in board.centers}
        taken = dice.sample(sorted(board.stands["A"]), 6)
        units = tuple(Unit(dice.choice(powers), "A", at) for at in taken)
        position = Position(Phase(1901, "W", "A"), units, owners)
        orders: dict[str, list[Order]] = {}
        for build in dice.sample(places, 30):
            if owner := owners.get(board.province_of[build.unit.location]):
                orders.setdefault(owner, []).append(build)
        resolution = process(variant, position, orders, rules)
        seen.update(outcome.reason for outcome in resolution.outcomes)
        cells = batch.pack([position])
        after, _ = batch.process(cells, batch.pack_orders(cells, [orders]))
        assert facts(batch.unpack(after)[0]) == facts(resolution.position)
    assert seen["not-built-there"] > 10


def test_nobody_retreats_onto_ice():
    """What a batch lists for a dislodged unit in fall leaves out frozen water, as it must."""
    variant = load_variant("white_winter")
    board = variant.board
    owner, other = list(board.powers)[:2]
    units = [(owner, "F", "WRE"), (owner, "F", "FJO"), (other, "F", "STA")]
    position = Position(Phase(1901, "F", "M"), tuple(Unit(*unit) for unit in units))
    move_, help_ = (scan_order(text, board, "M") for text in ("F WRE-STA", "F FJO S F WRE-STA"))
    orders = {owner: [move_, help_]}
    (driven_out,) = process(variant, position, orders).position.dislodged
    batch = Batch(board, variant.rule_set, variant.victory_centers, threads=1)
    cells = batch.pack([position])
    after, _ = batch.process(cells, batch.pack_orders(cells, [orders]))
    assert facts(batch.unpack(after)[0])[3] == [(driven_out.unit, driven_out.options)]
    frozen = {key for key, place in board.provinces.items() if place.terrain is Terrain.ICE}
    assert frozen & {board.province_of[to] for to in board.reach("F", "STA")}
    assert not frozen & set(driven_out.options)
