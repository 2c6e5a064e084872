"""Gateways and railways, on a small board: nJudge's manual and what its judge does."""

from random import Random

import pytest
from case_files import CASES
from random_turns import random_position

from dragoman.board import (
    ARMY,
    FLEET,
    Board,
    Gateway,
    Path,
    Power,
    Province,
    Railway,
    Terrain,
    Unit,
)
from dragoman.formats import load_variant
from dragoman.orders import Move, Support, scan, write
from dragoman.rules import Phase, PhaseResult, Position, Result, RuleSet, legal_orders, resolve

WATER, LAND = Terrain.WATER, Terrain.LAND
PLACES = {
    "MED": WATER,
    "RED": WATER,
    "AEG": WATER,
    "IND": WATER,
    "EGY": LAND,
    "SC": Terrain.GATEWAY,
    "MOS": LAND,
    "PRM": LAND,
    "OMS": LAND,
    "KRA": LAND,
    "IRK": LAND,
    "TSR": Terrain.RAILWAY,
}
SEA_WAYS = "MED-RED MED-EGY RED-EGY MED-AEG RED-IND"
LAND_WAYS = "MOS-PRM PRM-OMS OMS-KRA KRA-IRK"


def ways(kind: str, pairs: str) -> list[Path]:
    ends = [pair.split("-") for pair in pairs.split()]
    return [Path(kind, *way) for one, other in ends for way in ((one, other), (other, one))]


BOARD = Board(
    "passages",
    [Province(key, key.title(), terrain) for key, terrain in PLACES.items()],
    [ARMY, FLEET],
    [*ways("F", SEA_WAYS), *ways("A", LAND_WAYS)],
    [Power("RUS", "R", "Russia"), Power("TUR", "T", "Turkey")],
    gateways=[Gateway("SC", "EGY", (("MED", "RED"),))],
    railways=[Railway("TSR", ("RUS",), ("MOS", "PRM", "OMS", "KRA", "IRK"))],
)


def settle(units: str, rules: RuleSet | None = None, **orders: str) -> PhaseResult:
    """Units as ``TUR F EGY, RUS F MED``; orders of each power as text."""
    stand = tuple(Unit(*unit.split()) for unit in units.split(", "))
    read = {
        power: [one.order for one in scan(text, BOARD).orders] for power, text in orders.items()
    }
    return resolve(BOARD, Position(Phase.parse("S1901M"), stand), read, rules or RuleSet())


def results(settled: PhaseResult) -> dict[str, str]:
    return {str(o.unit): f"{o.result.value} {o.reason}".strip() for o in settled.outcomes}


@pytest.mark.parametrize(
    ("units", "orders", "expected"),
    [
        pytest.param(
            "TUR F EGY, RUS F MED",
            {"TUR": "F sc S F med M red", "RUS": "F med - red"},
            {"F MED": "succeeds", "SC": "succeeds", "F EGY": "succeeds"},
            id="by leave",
        ),
        pytest.param(
            "TUR F EGY, RUS F MED",
            {"RUS": "F med - red"},
            {"F MED": "blocked gateway-closed", "F EGY": "succeeds"},
            id="without leave",
        ),
        pytest.param(
            "TUR F EGY, RUS F MED",
            {"TUR": "F sc S F med M red; F egy - red", "RUS": "F med - red"},
            {"F MED": "blocked gateway-closed", "SC": "void", "F EGY": "succeeds"},
            id="the controller leaves",
        ),
        pytest.param(
            "TUR F EGY, RUS F MED, RUS F RED, RUS F AEG",
            {
                "TUR": "F sc S F aeg M red",
                "RUS": "F med - egy; F red S F med - egy; F aeg - med",
            },
            {
                "F AEG": "succeeds",
                "F MED": "succeeds",
                "F RED": "succeeds",
                "F EGY": "dislodged",
                "SC": "illegal no-passage",
            },
            id="no passage from there",
        ),
        pytest.param(
            "TUR F EGY, TUR F RED, RUS F MED, RUS F IND",
            {"TUR": "F sc S F med M red", "RUS": "F ind - red; F med S F ind - red"},
            {
                "F MED": "succeeds",
                "F IND": "succeeds",
                "F RED": "dislodged",
                "F EGY": "succeeds",
                "SC": "succeeds",
            },
            id="a support across, by leave",
        ),
        pytest.param(
            "TUR F EGY, TUR F RED, RUS F MED, RUS F IND",
            {"RUS": "F ind - red; F med S F ind - red"},
            {
                "F MED": "void gateway-closed",
                "F IND": "bounce",
                "F RED": "succeeds",
                "F EGY": "succeeds",
            },
            id="a support across, without",
        ),
        pytest.param(
            "RUS F EGY, TUR F MED",
            {"TUR": "F sc S F med M red; F med - red"},
            {"F MED": "blocked gateway-closed", "F EGY": "succeeds"},
            id="only its controller opens it",
        ),
    ],
)
def test_gateways(units, orders, expected):
    assert results(settle(units, **orders)) == expected


def test_a_gateway_lets_one_unit_pass_in_a_turn():
    settled = settle(
        "TUR F EGY, RUS F MED, TUR F RED",
        TUR="F sc S F med M red; F sc S F red M med; F red - med",
        RUS="F med - red",
    )
    assert [o.reason for o in settled.outcomes if str(o.unit) == "SC"] == [
        "contradicting-orders"
    ] * 2
    assert results(settled)["F RED"] == "blocked gateway-closed"


def test_control_is_lost_with_the_controller():
    settled = settle(
        "TUR F EGY, RUS F RED, RUS F IND, TUR F MED",
        RuleSet(gateways="yes"),
        TUR="F sc S F med M red; F med - red",
        RUS="F red - egy; F ind H",
    )
    assert results(settled)["F EGY"] == "succeeds"
    assert results(settled)["F RED"] == "bounce"
    assert results(settled)["F MED"] == "bounce"


def test_gateways_may_be_off():
    settled = settle("TUR F EGY, RUS F MED", RuleSet(gateways="no"), RUS="F med - red")
    assert results(settled)["F MED"] == "succeeds"


@pytest.mark.parametrize(
    ("units", "orders", "mover", "result", "arrives"),
    [
        ("RUS A MOS", {"RUS": "A mos M tsr M irk"}, "A MOS", "succeeds", "IRK"),
        ("RUS A IRK", {"RUS": "A irk - tsr - prm"}, "A IRK", "succeeds", "PRM"),
        (
            "RUS A MOS, TUR A KRA",
            {"RUS": "A mos M tsr M irk"},
            "A MOS",
            "succeeds railway-stopped",
            "OMS",
        ),
        (
            "RUS A MOS, TUR A IRK",
            {"RUS": "A mos M tsr M kra", "TUR": "A irk - kra"},
            "A MOS",
            "succeeds railway-stopped",
            "OMS",
        ),
        (
            "RUS A MOS, TUR A PRM",
            {"RUS": "A mos M tsr M kra"},
            "A MOS",
            "blocked railway-stopped",
            None,
        ),
        (
            "RUS A MOS, RUS A IRK",
            {"RUS": "A mos M tsr M oms; A irk - tsr - kra"},
            "A MOS",
            "blocked railway-crowded",
            None,
        ),
        (
            "RUS A MOS, RUS A PRM",
            {"RUS": "A mos M tsr M oms; A prm H"},
            "A MOS",
            "succeeds",
            "OMS",
        ),
        ("TUR A MOS", {"TUR": "A mos M tsr M oms"}, "A MOS", "illegal railway-for-others", None),
        ("RUS F EGY", {"RUS": "F egy M tsr M oms"}, "F EGY", "illegal cannot-be-convoyed", None),
    ],
)
def test_railways(units, orders, mover, result, arrives):
    settled = settle(units, **orders)
    assert results(settled)[mover] == result
    moved = {str(o.unit): o.moved_to for o in settled.outcomes}
    assert moved[mover] == arrives


def test_railways_may_be_off():
    settled = settle("RUS A MOS", RuleSet(railways="no"), RUS="A mos M tsr M irk")
    assert results(settled) == {"A MOS": "illegal no-railway"}


def test_what_can_be_ordered():
    stand = (Unit("TUR", "F", "EGY"), Unit("RUS", "F", "MED"), Unit("RUS", "A", "PRM"))
    listed = legal_orders(BOARD, Position(Phase.parse("S1901M"), stand), RuleSet())
    written = {str(unit): [write(order) for order in orders] for unit, orders in listed.items()}
    assert written["SC"] == ["SC H", "SC S F MED", "SC S F MED-RED"]
    assert [o for o in written["A PRM"] if "TSR" in o] == [
        "A PRM-TSR-MOS",
        "A PRM-TSR-OMS",
        "A PRM-TSR-KRA",
        "A PRM-TSR-IRK",
    ]


BOARDS = CASES / "njudge" / "boards"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["manual", "passes"])
def test_what_is_listed_is_legal_and_stands_there_once(name):
    variant = load_variant(BOARDS / name)
    rules = RuleSet(coastal_convoys="yes")
    dice = Random(name)
    supported = set()
    for season in ["S1901M", "F1901M"] * 4:
        position = random_position(variant.board, dice, 14, Phase.parse(season), 5)
        listed = legal_orders(variant.board, position, rules)
        for unit, orders in listed.items():
            assert len(set(orders)) == len(orders)
            for order in orders:
                settled = resolve(variant.board, position, {unit.power: [order]}, rules)
                outcome = next(o for o in settled.outcomes if o.unit == unit)
                assert outcome.result is not Result.ILLEGAL, write(order)
                assert settled.unused == ()
        rides = {
            (unit.location, order.target)
            for unit, orders in listed.items()
            for order in orders
            if isinstance(order, Move) and set(order.route) & {"TSR", "FER"}
        }
        supported |= rides & {
            (order.supported.location, order.target)
            for orders in listed.values()
            for order in orders
            if isinstance(order, Support)
        }
    assert bool(supported) == (name == "manual")


@pytest.mark.parametrize("name", ["manual", "passes", "ring"])
def test_the_order_of_orders_and_units_is_nothing(name):
    """With leaves of gatekeepers, rides, weak paths and circles among them."""
    variant = load_variant(BOARDS / name)
    room = sum(p.terrain in (WATER, LAND, Terrain.ICE) for p in variant.board.provinces.values())
    dice = Random(name)
    for _ in range(60):
        phase = Phase.parse(dice.choice(["S1901M", "F1901M"]))
        size = dice.randint(2, min(room, 16))
        position = random_position(
            variant.board, dice, size, phase, powers=len(variant.board.powers)
        )
        orders = {}
        for unit, choices in legal_orders(variant.board, position, RuleSet()).items():
            few = dice.sample(choices, min(len(choices), 1 if unit.kind else 2))
            orders.setdefault(unit.power, []).extend(few)
        shuffled = {power: dice.sample(list_, len(list_)) for power, list_ in orders.items()}
        units = tuple(dice.sample(position.units, size))
        one = resolve(variant.board, position, orders, RuleSet())
        other = resolve(variant.board, Position(phase, units), shuffled, RuleSet())
        assert set(one.units) == set(other.units)
        assert set(one.dislodged) == set(other.dislodged)
        assert one.contested == other.contested
        told = [
            {(str(o.unit), write(o.treated_as), o.result) for o in s.outcomes} for s in (one, other)
        ]
        assert told[0] == told[1]
        places = [variant.board.province_of[unit.location] for unit in one.units]
        assert len(set(places)) == len(places)
        assert len(places) + len(one.dislodged) == size
