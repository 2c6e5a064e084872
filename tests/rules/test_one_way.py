"""Ways that lead one way only, as from the open sea to the goods of North Sea Wars."""

import pytest

from dragoman.board import ARMY, FLEET, Board, Path, Power, Province, Terrain, Unit
from dragoman.orders import scan_order, write
from dragoman.rules import Phase, PhaseResult, Position, RuleSet, legal_orders, resolve

LAND, WATER = Terrain.LAND, Terrain.WATER
PLACES = {"OPE": WATER, "BAY": WATER, "GRA": LAND, "WOO": LAND, "HAV": LAND}
ONE_WAY = "OPE-GRA OPE-WOO"
BOTH_WAYS = "OPE-BAY BAY-HAV OPE-HAV GRA-HAV"


def fleet_ways() -> list[Path]:
    there = [pair.split("-") for pair in ONE_WAY.split()]
    both = [pair.split("-") for pair in BOTH_WAYS.split()]
    return [Path("F", *way) for way in (*there, *both, *(way[::-1] for way in both))]


BOARD = Board(
    "one way",
    [Province(key, key.title(), terrain) for key, terrain in PLACES.items()],
    [ARMY, FLEET],
    [*fleet_ways(), *(Path("A", key, key) for key in ("GRA", "WOO", "HAV"))],
    [Power("RED", "R", "Red"), Power("BLUE", "B", "Blue")],
)
RULES = RuleSet()


def settle(units: str, **orders: str) -> PhaseResult:
    stand = tuple(Unit(*unit.split()) for unit in units.split(", "))
    read = {
        power: [scan_order(order, BOARD, "M") for order in text.split("; ")]
        for power, text in orders.items()
    }
    return resolve(BOARD, Position(Phase.parse("S1901M"), stand), read, RULES)


def results(settled: PhaseResult) -> dict[str, str]:
    return {str(o.unit): f"{o.result.value} {o.reason}".strip() for o in settled.outcomes}


@pytest.mark.parametrize(
    ("units", "orders", "expected"),
    [
        ("RED F OPE", {"RED": "F ope - gra"}, {"F OPE": "succeeds"}),
        ("RED F GRA", {"RED": "F gra - ope"}, {"F GRA": "illegal no-path"}),
        (
            "RED F OPE, RED F GRA",
            {"RED": "F ope S F gra; F gra H"},
            {"F OPE": "succeeds", "F GRA": "succeeds"},
        ),
        (
            "RED F GRA, RED F BAY",
            {"RED": "F gra S F bay - ope; F bay - ope"},
            {"F GRA": "illegal support-out-of-reach", "F BAY": "succeeds"},
        ),
        (
            "RED A HAV, RED F OPE",
            {"RED": "A hav - woo; F ope C A hav - woo"},
            {"A HAV": "succeeds", "F OPE": "succeeds"},
        ),
        (
            "RED A WOO, RED F OPE",
            {"RED": "A woo - hav; F ope C A woo - hav"},
            {"A WOO": "illegal no-convoy-route", "F OPE": "illegal on-no-route"},
        ),
    ],
    ids=["there", "not back", "support there", "none back", "convoy there", "none from there"],
)
def test_one_way(units: str, orders: dict[str, str], expected: dict[str, str]) -> None:
    assert results(settle(units, **orders)) == expected


def test_a_unit_retreats_that_way_alone() -> None:
    driven_out = settle(
        "BLUE F OPE, RED F BAY, RED F HAV",
        RED="F bay - ope; F hav S F bay - ope",
        BLUE="F ope H",
    )
    (out,) = driven_out.dislodged
    assert set(out.options) == {"GRA", "WOO"}
    stays = settle(
        "BLUE F GRA, RED F OPE, RED F HAV, RED F BAY",
        RED="F ope - gra; F hav S F ope - gra; F bay H",
        BLUE="F gra H",
    )
    (out,) = stays.dislodged
    assert out.options == ()


def test_what_is_listed_goes_that_way() -> None:
    stand = (Unit("RED", "A", "HAV"), Unit("RED", "A", "WOO"), Unit("RED", "F", "OPE"))
    listed = legal_orders(BOARD, Position(Phase.parse("S1901M"), stand), RULES)
    written = {str(unit): sorted(map(write, orders)) for unit, orders in listed.items()}
    assert written["A WOO"] == ["A WOO H"]
    assert "F OPE C A HAV-WOO" in written["F OPE"]
    assert not [order for order in written["F OPE"] if "A WOO-" in order]
